import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answer,
  type FakeMessagesApi,
  html,
  reset,
  silence,
  startFakeMessagesApi,
  status,
  type Turn,
  text,
} from '../support/fake-messages-api'
import { type Finished, runCommand } from '../support/run-command'
import { cleanEnvironment, freshFolder } from '../support/start-host'
import { expectOneSentence } from './one-sentence'

const limitMs = 30_000
const checkout = join(import.meta.dirname, '..', '..')

let api: FakeMessagesApi
let data: string

beforeEach(async () => {
  api = await startFakeMessagesApi()
  data = realpathSync(freshFolder('fault'))
})
afterEach(async () => {
  await api.close()
  rmSync(data, { recursive: true, force: true })
})

const environment = (url = api.url) => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'key-of-the-test',
  COUNTERSIGN_MODEL: 'fake-model',
})
const ask = (words: string, ...more: string[]) =>
  runCommand(['ask', words, '--data', data, ...more], { environment: environment() })

interface Event {
  readonly conversationId: string
  readonly body: { readonly type: string; readonly end?: string; readonly error?: { message: string } }
}
/** The last event of a run whose events were printed. */
function endOf({ stdout }: Pick<Finished, 'stdout'>): Event {
  const last = stdout.trim().split('\n').at(-1) ?? ''
  return JSON.parse(last) as Event
}

const umlaut = 'Die Flut kommt um zwölf Uhr über den Deich.'

/** How many bytes of the fake's stream come after the first byte of a character of the last piece. */
function bytesAfterHalfOf(character: string, piece: string): number {
  const [, rest = ''] = JSON.stringify(piece).split(character)
  const closing = `${rest}}}\n\n`
  const blockEnd = 'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n'
  return Buffer.byteLength(character) - 1 + Buffer.byteLength(closing) + Buffer.byteLength(blockEnd)
}

describe('a model server that misbehaves', { timeout: limitMs }, () => {
  it.each<[string, Turn, RegExp, number]>([
    ['sends a web page', html(), /web page|HTML/i, 1],
    ['sends a web page as its error', html(502), /502|web page/i, 1],
    ['closes without an answer', reset, /cut|can’t be reached|ended/, 1],
    ['refuses the key', status(401, 'authentication_error', 'invalid key'), /refused the key/, 4],
    ['refuses the request', status(400, 'invalid_request_error', 'no such thing.'), /no such thing/, 1],
  ])(
    'that %s: one sentence, status of failure, and the question is kept',
    async (_what, turn, words, exit) => {
      api.respond(() => turn)
      const finished = await ask('When is high water?', '--json')
      expectOneSentence(finished, words, exit)
      expect(`${finished.stderr}${finished.stdout}`).not.toContain('key-of-the-test')
      const { conversationId } = endOf(finished)

      api.respond(() => answer([text('At noon.')]))
      expect((await ask('Once more.', '--conversation', conversationId)).status).toBe(0)
      expect(JSON.stringify(api.created.at(-1)?.messages)).toContain('When is high water?')
    },
  )

  it('that nobody runs: says where it looked', async () => {
    const { url } = api
    await api.close()
    const finished = await runCommand(['ask', 'Hello', '--data', data], { environment: environment(url) })
    expectOneSentence(finished, new RegExp(`${new URL(url).host}.*nothing listens there`))
    api = await startFakeMessagesApi()
  })

  it.each([
    ['cuts the connection', 'cut' as const],
    ['closes early', 'close' as const],
  ])('that %s in the middle of a character keeps the text before it, whole', async (_what, end) => {
    api.push(answer([text(['Es heißt: ', umlaut])], { end, withheld: bytesAfterHalfOf('ü', umlaut) }))
    const first = await ask('Wann ist Hochwasser?', '--json')
    expectOneSentence(first, /kept|ended|cut/)
    expect(endOf(first).body).toMatchObject({ type: 'run_finished', end: 'failed' })
    expect(first.stdout).toContain('Es heißt: ')
    expect(first.stdout).not.toContain('\ufffd')

    api.push(answer([text('Gut.')]))
    expect((await ask('Weiter', '--conversation', endOf(first).conversationId)).status).toBe(0)
    const sent = JSON.stringify(api.created.at(-1)?.messages)
    expect(sent).toContain('Es heißt:')
    expect(sent).not.toContain('\ufffd')
  })

  it('that hangs can be stopped, and the conversation goes on later', async () => {
    api.push(answer([text(['The first half, ', 'then nothing.'])], { end: 'hang' }))
    const child = spawn(
      process.execPath,
      [join(checkout, 'out/main/cli.js'), 'ask', 'Tell me all.', '--data', data, '--json'],
      { env: cleanEnvironment(environment()), stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      if (stdout.includes('then nothing.')) child.kill('SIGINT')
    })
    const closed = await once(child, 'close')
    expect(closed[0]).toBe(1)

    api.push(answer([text('Here is the rest.')]))
    const { conversationId } = endOf({ stdout })
    const second = await ask('Go on.', '--conversation', conversationId)
    expect(second).toMatchObject({ status: 0, stdout: expect.stringContaining('Here is the rest.') })
    expect(JSON.stringify(api.created.at(-1)?.messages)).toContain('The first half, then nothing.')
  })

  it('that takes the request and says nothing can be stopped too', async () => {
    api.push(silence)
    const child = spawn(
      process.execPath,
      [join(checkout, 'out/main/cli.js'), 'ask', 'Hello?', '--data', data],
      {
        env: cleanEnvironment(environment()),
        stdio: 'ignore',
      },
    )
    const closed = once(child, 'close')
    await api.arrived(1)
    child.kill('SIGINT')
    expect((await closed)[0]).toBe(1)
    expect((await runCommand(['doctor', '--data', data])).status).toBe(0)
  })
})
