import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddingFailure } from '../../../../tests/support/embedding-failure'
import {
  type Answer,
  answerJson,
  answerWell,
  type FakeEmbeddings,
  startFakeEmbeddings,
  vectorOf,
} from '../../../../tests/support/fake-embeddings'
import { listenOnLoopback } from '../../http/loopback'
import { createEmbedTexts, type EmbeddingModel } from './embedder'
import type { EmbeddingFailure } from './failure'

let fake: FakeEmbeddings

beforeEach(async () => {
  fake = await startFakeEmbeddings()
})
afterEach(() => fake.close())

const providers = ['ollama', 'openai'] as const
const model = (changes: Partial<EmbeddingModel> = {}): EmbeddingModel => ({
  provider: 'ollama',
  address: fake.address,
  model: 'tiny',
  secret: null,
  ...changes,
})
const generous = { timeoutMs: 20_000 }
const embedTexts = createEmbedTexts(() => Promise.reject(new Error('No model runs here.')))
const embed = (texts: readonly string[], changes: Partial<EmbeddingModel> = {}) =>
  embedTexts(model(changes), 'passage', texts, generous)

describe.each(providers)('%s', (provider) => {
  it('answers a vector for each text, in their order', async () => {
    const vectors = await embed(['the sea', 'a car', 'a doctor'], { provider })
    expect(vectors).toEqual(
      ['the sea', 'a car', 'a doctor'].map((text) => Float32Array.from(vectorOf(text, 48))),
    )
  })

  it('sends the key as a bearer token, and none where there is none', async () => {
    await embed(['x'], { provider, secret: 'k-1' })
    await embed(['x'], { provider })
    expect(fake.requests.map(({ key }) => key)).toEqual(['k-1', null])
  })

  it.each<[string, Answer, Partial<EmbeddingFailure>]>([
    [
      'fewer vectors than texts',
      (response, request, vectors) => answerWell(response, request, vectors.slice(1)),
      { code: 'model_error', retry: 'later', message: expect.stringContaining('1 vectors to 2 texts') },
    ],
    [
      'vectors of different lengths',
      (response, request, [first = [], second = []]) =>
        answerWell(response, request, [first, second.slice(1)]),
      { code: 'model_error', message: expect.stringContaining('different lengths') },
    ],
    [
      'vectors without numbers',
      (response, request) => answerWell(response, request, [[], []]),
      { code: 'model_error', message: expect.stringContaining('without numbers') },
    ],
    [
      'a hole in a vector, which is how NaN travels',
      (response, request, [first = [], second = []]) =>
        answerWell(response, request, [first, [null, ...second.slice(1)]]),
      { code: 'model_error', message: expect.stringContaining('no list of vectors') },
    ],
    [
      'the word NaN',
      (response) => void response.end('{"embeddings":[[NaN],[NaN]]}'),
      { code: 'model_error', message: expect.stringContaining('no list of vectors') },
    ],
    [
      'numbers beyond any vector',
      (response, request) => answerWell(response, request, [[1e300], [1e300]]),
      { code: 'model_error', message: expect.stringContaining('too large') },
    ],
    [
      'more numbers than can be used',
      (response, request) => {
        const long = new Array<number>(8193).fill(1)
        answerWell(response, request, [long, long])
      },
      { code: 'model_error', message: expect.stringContaining('8193') },
    ],
    [
      'a web page',
      (response) => void response.end('<html>Log in</html>'),
      { code: 'model_error', retry: 'later' },
    ],
    [
      '429 with a time',
      (response) => answerJson(response, 429, { error: { message: 'slow  down' } }, { 'retry-after': '7' }),
      { retry: 'later', retryAfterMs: 7000, message: expect.stringContaining('It says: slow down') },
    ],
    [
      '429 with a time beyond reason',
      (response) => answerJson(response, 429, {}, { 'retry-after': '99999999' }),
      { retry: 'later', retryAfterMs: 3_600_000 },
    ],
    ['a wrong key', (response) => answerJson(response, 401, {}), { code: 'unauthorized', retry: 'person' }],
    [
      'an unknown model',
      (response) => answerJson(response, 404, { error: 'model "tiny" not found, try pulling it first' }),
      { code: 'not_found', retry: 'person', message: expect.stringContaining('try pulling it') },
    ],
    ['a refused text', (response) => answerJson(response, 400, {}), { retry: 'other_texts' }],
    ['a server that failed', (response) => answerJson(response, 500, {}), { retry: 'later' }],
    [
      'a connection that is cut in the middle',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.write('{"embeddings":[[0.1,0.2', () => response.destroy())
      },
      { code: 'unavailable', retry: 'later', message: expect.stringContaining('can’t be reached') },
    ],
  ])('says in a sentence what is wrong with %s', async (_, answer, expected) => {
    fake.answer = answer
    const error = await embeddingFailure(embed(['one', 'two'], { provider }))
    expect(error).toMatchObject(expected)
    expect(error.message).toMatch(/^[A-Zt].+\.(?: It says: .+)?$/)
  })

  it('follows no redirect, and sends no key along', async () => {
    const elsewhere: string[] = []
    const other = createServer((request, response) => {
      elsewhere.push(request.headers.authorization ?? '')
      response.end('{}')
    })
    const port = await listenOnLoopback(other, 0)
    fake.answer = (response) => {
      response.writeHead(307, { Location: `http://127.0.0.1:${port}/api/embed` })
      response.end()
    }
    const error = await embeddingFailure(embed(['x'], { provider, secret: 'k-1' }))
    expect(error).toMatchObject({ code: 'denied', retry: 'person' })
    expect(elsewhere).toEqual([])
    await new Promise((resolve) => other.close(resolve))
  })

  it('reads no more of a huge answer than vectors can be', async () => {
    let sent = 0
    fake.answer = (response) => {
      const piece = Buffer.alloc(64 * 1024, 0x20)
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    const error = await embeddingFailure(embed(['x'], { provider }))
    expect(error).toMatchObject({ code: 'too_large', retry: 'later' })
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })
})

it('says that nothing listens, and by when no answer came', async () => {
  await fake.stop()
  expect(await embeddingFailure(embed(['x']))).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('nothing listens there'),
  })
  await fake.start()
  fake.answer = () => {}
  const late = embedTexts(model(), 'query', ['x'], { timeoutMs: 50 })
  expect(await embeddingFailure(late)).toMatchObject({ code: 'timeout', retry: 'later' })
})

it('asks once more, on a new connection, when one was cut', async () => {
  let asked = 0
  fake.answer = (response, request, vectors) => {
    if (++asked === 1) response.destroy()
    else answerWell(response, request, vectors)
  }
  expect(await embed(['x'])).toHaveLength(1)
  expect(asked).toBe(2)
})

it('ends as cancelled when it is no longer wanted', async () => {
  const stop = new AbortController()
  fake.answer = () => stop.abort()
  await expect(
    embedTexts(model(), 'query', ['x'], { ...generous, signal: stop.signal }),
  ).rejects.toMatchObject({ code: 'cancelled' })
})

it('tells models that want it what a text is', async () => {
  await embedTexts(model({ model: 'nomic-embed-text:v1.5' }), 'query', ['tides'], generous)
  await embedTexts(model({ model: 'intfloat/multilingual-e5-large' }), 'passage', ['tides'], generous)
  await embedTexts(model({ model: 'all-minilm' }), 'query', ['tides'], generous)
  expect(fake.requests.flatMap(({ texts }) => texts)).toEqual([
    'search_query: tides',
    'passage: tides',
    'tides',
  ])
})
