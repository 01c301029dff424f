import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answerJson,
  answerWell,
  type FakeEmbeddings,
  startFakeEmbeddings,
} from '../../../../tests/support/fake-embeddings'
import { type LibraryFixture, openLibraryFixture } from '../../../../tests/support/library-fixture'
import type { EmbeddingStatus } from '../../../shared/contract/embedding'

let fixture: LibraryFixture
let fake: FakeEmbeddings

beforeEach(async () => {
  ;[fixture, fake] = await Promise.all([openLibraryFixture(), startFakeEmbeddings()])
}, 60_000)
afterEach(async () => {
  await Promise.all([fixture.close(), fake.close()])
})

const choice = (model = 'tiny') => ({ provider: 'ollama' as const, address: fake.address, model })
const search = (query: string, options: { quick?: boolean; minSimilarity?: number } = {}) =>
  fixture.library.search({ query, limit: 5, ...options })

async function addText(name: string, content: string): Promise<string> {
  const { id } = await fixture.add(fixture.file(name, content))
  await fixture.settled(id)
  return id
}

/** The first state from now on that fits, or the present one. */
async function until(fits: (status: EmbeddingStatus) => boolean): Promise<EmbeddingStatus> {
  const from = fixture.events.length
  const now = await fixture.embedding.status()
  if (fits(now)) return now
  const event = await fixture.event(
    (each) => each.type === 'embedding' && fits(each.status) && fixture.events.indexOf(each) >= from,
  )
  if (event.type !== 'embedding') throw new Error('another event')
  return event.status
}
const whole = (status: EmbeddingStatus) =>
  status.state === 'done' && status.passages.done === status.passages.total

async function switchOn(model?: string): Promise<EmbeddingStatus> {
  fixture.embedding.resume({ stays: true })
  await fixture.embedding.choose(choice(model))
  return await until(whole)
}

/** The passages that have a vector in a set, each as often as it has one. */
function vectorPlaces(state = 'live'): string[] {
  const rows = fixture.db.raw
    .prepare(
      `SELECT d.id, b.first_ordinal AS first, b.count FROM vector_blocks b
       JOIN vector_sets s ON s.number = b.set_number JOIN documents d ON d.number = b.document_number
       WHERE s.state = ?`,
    )
    .all(state) as { id: string; first: number; count: number }[]
  return rows
    .flatMap(({ id, first, count }) => Array.from({ length: count }, (_, at) => `${id}#${first + at}`))
    .sort()
}
function passagePlaces(): string[] {
  const rows = fixture.db.raw
    .prepare(
      `SELECT d.id || '#' || c.ordinal FROM chunks c JOIN documents d ON d.number = c.document_number
       WHERE d.deleted_at IS NULL`,
    )
    .pluck()
    .all() as string[]
  return rows.sort()
}

describe('until somebody switches it on', () => {
  it('asks nobody, and searches are what they are without it', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    fixture.embedding.resume({ stays: true })
    const answer = await search('automobile')
    expect(answer.results).toHaveLength(1)
    expect(Object.keys(answer).sort()).toEqual(['results', 'tookMs'])
    expect((await search('vehicle')).results).toEqual([])
    expect(await fixture.embedding.status()).toMatchObject({ state: 'off', inUse: null })
    expect(fake.requests).toEqual([])
  })

  it('tests a model without choosing it, with a key for this test only', async () => {
    fake.dimensions.set('tiny', 7)
    const { key: _, ...tested } = { key: '', ...choice() }
    expect(await fixture.embedding.test({ ...tested, key: 'k' })).toMatchObject({ dimensions: 7 })
    expect(fake.requests.map(({ key }) => key)).toEqual(['k'])
    expect(await fixture.embedding.status()).toMatchObject({ enabled: false, hasKey: false })
    fake.answer = (response, request, [vector = []]) =>
      answerWell(
        response,
        request,
        [vector].map((numbers) => numbers.map(() => 0)),
      )
    await expect(fixture.embedding.test(choice())).rejects.toMatchObject({
      message: expect.stringContaining('only zeros'),
    })
  })

  it('refuses an address or a model that is none, in a sentence', async () => {
    const { embedding } = fixture
    const refused = (changes: object) => embedding.choose({ ...choice(), ...changes }).catch((error) => error)
    expect(await refused({ address: 'file:///etc/passwd' })).toMatchObject({ code: 'invalid_input' })
    expect(await refused({ address: 'http://user:secret@host' })).toMatchObject({ code: 'invalid_input' })
    expect(await refused({ provider: 'openai', address: ' ' })).toMatchObject({ field: 'address' })
    expect(await refused({ model: ' ' })).toMatchObject({ field: 'model' })
    expect(await embedding.status()).toMatchObject({ enabled: false })
  })
})

describe('with a model', () => {
  it('embeds every passage once and finds what other words say', async () => {
    const cars = await addText('cars.txt', 'An automobile needs fuel.')
    await addText('soup.txt', 'A soup needs salt.')
    const status = await switchOn()
    expect(status).toMatchObject({
      inUse: { model: 'tiny', dimensions: 48 },
      passages: { done: 2, total: 2 },
      stored: { vectors: 2, bytes: 2 * (4 + 3 * 48) },
    })
    expect(vectorPlaces()).toEqual(passagePlaces())

    const meant = await search('physician vehicle')
    expect(meant.searchedBy).toEqual({ mode: 'vectors' })
    expect(meant.results[0]).toMatchObject({ document_id: cars })
    expect(meant.results[0]?.similarity).toBe(meant.results[0]?.score)
    const both = await search('vehicle salt')
    expect(both.searchedBy).toEqual({ mode: 'hybrid' })
    expect(both.results).toHaveLength(2)
    expect(both.results[0]?.similarity).toBe(1)
    expect((await search('vehicle salt', { minSimilarity: 1 })).results).toHaveLength(1)
  })

  it('is not asked for what is typed, for phrases and for words to leave out', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    fake.requests.length = 0
    expect(await search('vehicle', { quick: true })).toMatchObject({ results: [] })
    expect(fake.requests).toEqual([])
    expect((await search('"needs fuel"')).searchedBy).toEqual({ mode: 'words' })
    expect((await search('needs -automobile')).results).toEqual([])
  })

  it('asks for the vector of a query once', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    fake.requests.length = 0
    await search('vehicle')
    await search('vehicle')
    expect(fake.requests.map(({ texts }) => texts)).toEqual([['vehicle']])
  })

  it('follows documents that come, change and go', async () => {
    const cars = await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    const sea = await addText('sea.txt', 'The ocean is deep.')
    await until(whole)
    expect((await search('sea')).results[0]).toMatchObject({ document_id: sea })

    // A title is part of what a model gets of a passage.
    const fields = fixture.library.documentFields(cars)
    fake.requests.length = 0
    fixture.library.setDocumentFields(cars, { ...fields, title: 'Physician', titleChosen: true })
    await until(
      (status) => whole(status) && fake.requests.some(({ texts }) => texts[0]?.startsWith('Physician')),
    )
    expect(vectorPlaces()).toEqual(passagePlaces())

    fixture.library.restart(sea)
    await fixture.settled(sea)
    await until(whole)
    expect(vectorPlaces()).toEqual(passagePlaces())

    fixture.library.setPresent(sea, false)
    expect((await search('sea')).results.map(({ document_id }) => document_id)).not.toContain(sea)
    fixture.library.setPresent(sea, true)
    expect((await search('sea')).results[0]).toMatchObject({ document_id: sea })
  })

  it('says what words alone mean when the server is away, and uses it again when it is back', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    await fake.stop()
    const away = await search('automobile')
    expect(away.results).toHaveLength(1)
    expect(away.searchedBy).toEqual({
      mode: 'words',
      notice: expect.stringMatching(
        /^Only words were searched: .+ can’t be reached: nothing listens there\.$/,
      ),
    })
    await fake.start()
    await fixture.embedding.goOn()
    expect((await search('vehicle')).searchedBy).toEqual({ mode: 'vectors' })
  })

  it('answers by words, and says why, when the key can’t be read', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    writeFileSync(join(fixture.folder, 'secrets.json'), 'no JSON')
    const answer = await search('automobile')
    expect(answer.results).toHaveLength(1)
    expect(answer.searchedBy?.notice).toMatch(
      /^Only words were searched: The stored keys in .+ can’t be read/,
    )
    expect(await fixture.embedding.status()).toMatchObject({ hasKey: true })
    const { id } = await fixture.add(fixture.file('sea.txt', 'The ocean is deep.'))
    await fixture.settled(id)
    expect(await until(({ state }) => state === 'failed')).toMatchObject({
      problem: expect.stringContaining('can’t be read'),
    })
  })

  it('says so when a query gets a vector of another length', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    fake.dimensions.set('tiny', 12)
    expect((await search('automobile')).searchedBy).toMatchObject({
      mode: 'words',
      notice: expect.stringContaining('another length'),
    })
  })
})

it('gives a key to the server that it was entered for, and to no other', async () => {
  const other = await startFakeEmbeddings()
  await fixture.embedding.setKey('ollama', fake.address, 'k-1')
  await fixture.embedding.test(choice())
  await fixture.embedding.test({ ...choice(), address: other.address })
  expect([fake.requests.at(-1)?.key, other.requests.at(-1)?.key]).toEqual(['k-1', null])
  await other.close()
})

it('lets documents that are being read go first', async () => {
  const reading = () => fixture.library.documents({ status: 'pending', limit: 1 }).total
  const meanwhile: number[] = []
  fake.answer = (response, request, vectors) => {
    if (request.texts.some((text) => text.includes('ocean'))) meanwhile.push(reading())
    answerWell(response, request, vectors)
  }
  fixture.embedding.resume({ stays: true })
  await fixture.embedding.choose(choice())
  await until(whole)
  const paths = Array.from({ length: 8 }, (_, each) =>
    fixture.file(`${each}.txt`, `The ocean number ${each} is deep.`),
  )
  const { library } = fixture
  const files = await Promise.all(paths.map((path) => library.inspect(path, new AbortController().signal)))
  // All at once: from here on some document is being read until the last is done.
  const added = files.map(({ path, size, sha256 }) =>
    library.add({
      id: library.newId(),
      path,
      size,
      sha256,
      collectionId: library.defaultCollectionId,
      title: null,
      metadata: {},
    }),
  )
  await Promise.all(added.map(({ id }) => fixture.settled(id)))
  await until((status) => whole(status) && status.passages.total === 8)
  expect(meanwhile.length).toBeGreaterThan(0)
  expect(meanwhile.every((count) => count === 0)).toBe(true)
})

describe('another model', () => {
  it('builds its set beside the old one, which searches use until the new one is whole', async () => {
    const cars = await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn('old')
    fake.dimensions.set('new', 20)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    fake.answer = async (response, request, vectors) => {
      const isPassage = request.texts.some((text) => text.includes('automobile'))
      if (request.model === 'new' && isPassage) await held
      answerWell(response, request, vectors)
    }
    const started = await fixture.embedding.choose(choice('new'))
    expect(started.inUse).toEqual({ model: 'old', dimensions: 48 })
    const during = await search('vehicle')
    expect(during).toMatchObject({ searchedBy: { mode: 'vectors' }, results: [{ document_id: cars }] })
    expect(fake.requests.filter(({ texts }) => texts[0] === 'vehicle').map(({ model }) => model)).toEqual([
      'old',
    ])
    letGo()
    await until((status) => whole(status) && status.inUse?.model === 'new')
    expect((await search('vehicle')).searchedBy).toEqual({ mode: 'vectors' })
    expect(fake.requests.filter(({ texts }) => texts[0] === 'vehicle').map(({ model }) => model)).toEqual([
      'old',
      'new',
    ])
    expect(vectorPlaces('retired')).toEqual([])
    expect(fixture.db.raw.prepare('SELECT model, state FROM vector_sets').all()).toEqual([
      { model: 'new', state: 'live' },
    ])
  })

  it('that answers more numbers than before is another set', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    fake.dimensions.set('tiny', 64)
    await addText('sea.txt', 'The ocean is deep.')
    await until((status) => whole(status) && status.inUse?.dimensions === 64)
    expect(vectorPlaces()).toEqual(passagePlaces())
  })
})

describe('a server that fails', () => {
  it('is asked again when it asks for time, breaks off, or answers nonsense, and no passage is lost or doubled', async () => {
    for (let each = 0; each < 5; each++) await addText(`${each}.txt`, `The ocean number ${each} is deep.`)
    let asked = 0
    fake.answer = (response, request, vectors) => {
      asked++
      if (asked === 1) return answerJson(response, 429, {}, { 'retry-after': '0.01' })
      // The second is for the new connection that is tried at once.
      if (asked === 3 || asked === 4) return void response.destroy()
      if (asked === 5) return answerWell(response, request, vectors.slice(1))
      if (asked === 7) return answerWell(response, request, [[null]])
      answerWell(response, request, vectors)
    }
    await switchOn()
    expect(asked).toBeGreaterThan(7)
    expect(vectorPlaces()).toEqual(passagePlaces())
  })

  it('is not asked again when only the person can mend it, until they say so', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    fake.answer = (response, request, vectors) =>
      request.key === 'right' ? answerWell(response, request, vectors) : answerJson(response, 401, {})
    fixture.embedding.resume({ stays: true })
    await fixture.embedding.choose({ ...choice(), provider: 'openai' })
    const failed = await until(({ state }) => state === 'failed')
    expect(failed.problem).toContain('refused the key')
    const asked = fake.requests.length
    await addText('sea.txt', 'The ocean is deep.')
    expect(fake.requests.length).toBe(asked)
    const mended = await fixture.embedding.setKey('openai', fake.address, 'right')
    expect(mended).toMatchObject({ hasKey: true })
    expect(JSON.stringify(mended)).not.toContain('right')
    expect(JSON.stringify(fixture.db.raw.prepare('SELECT * FROM settings').all())).not.toContain('right')
    await until(whole)
    expect(vectorPlaces()).toEqual(passagePlaces())
  })

  it('leaves out a passage that it refuses by itself, and no other', async () => {
    for (let each = 0; each < 4; each++) {
      await addText(`${each}.txt`, each === 2 ? 'Something forbidden.' : `The ocean number ${each} is deep.`)
    }
    fake.answer = (response, request, vectors) => {
      const refused = request.texts.some((text) => text.includes('forbidden'))
      if (refused) answerJson(response, 400, { error: 'input too long' })
      else answerWell(response, request, vectors)
    }
    await switchOn()
    expect(vectorPlaces()).toEqual(passagePlaces())
    expect((await search('sea')).results).toHaveLength(3)
  })

  it('that refuses every text is not taken for a whole set', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    let probed = false
    fake.answer = (response, request, vectors) => {
      if (probed) return answerJson(response, 400, { error: 'no' })
      probed = true
      answerWell(response, request, vectors)
    }
    fixture.embedding.resume({ stays: true })
    await fixture.embedding.choose(choice())
    expect(await until(({ state }) => state === 'failed')).toMatchObject({ passages: { done: 0, total: 1 } })
  })
})

describe('a person', () => {
  it('pauses and goes on', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    let reached = () => {}
    const asked = new Promise<void>((resolve) => {
      reached = resolve
    })
    fake.answer = (response, request, vectors) => {
      if (!request.texts.some((text) => text.includes('automobile'))) answerWell(response, request, vectors)
      else reached()
    }
    fixture.embedding.resume({ stays: true })
    await fixture.embedding.choose(choice())
    await asked
    expect(await fixture.embedding.pause()).toMatchObject({
      state: 'paused',
      passages: { done: 0, total: 1 },
    })
    fake.answer = null
    await fixture.embedding.goOn()
    expect(await until(whole)).toMatchObject({ passages: { done: 1, total: 1 } })
  })

  it('switches off and keeps the vectors, which the same model uses again without being asked', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    expect(await fixture.embedding.switchOff()).toMatchObject({
      state: 'off',
      inUse: null,
      stored: { vectors: 1 },
    })
    expect(await search('vehicle')).toEqual({ results: [], tookMs: expect.any(Number) })
    fake.requests.length = 0
    await switchOn()
    expect(fake.requests.flatMap(({ texts }) => texts).some((text) => text.includes('automobile'))).toBe(
      false,
    )
    expect((await search('vehicle')).results).toHaveLength(1)
  })

  it('removes the vectors, and nothing of them is left', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    expect(await fixture.embedding.remove()).toMatchObject({
      enabled: false,
      stored: { vectors: 0, bytes: 0 },
    })
    for (const table of [
      'vector_sets',
      'vector_blocks',
      'vector_codes',
      'vector_details',
      'vector_leftovers',
    ]) {
      expect(fixture.db.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0)
    }
    expect((await search('automobile')).results).toHaveLength(1)
  })

  it('finds all as it was after a restart', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    fixture = await fixture.reopen()
    expect((await search('vehicle')).results).toHaveLength(1)
    expect(await fixture.embedding.status()).toMatchObject({ enabled: true, choice: choice() })
  })
})

it('does not work in the background of a host that does not stay', async () => {
  await addText('cars.txt', 'An automobile needs fuel.')
  fixture.embedding.resume({ stays: false })
  await fixture.embedding.choose(choice())
  expect(await fixture.embedding.status()).toMatchObject({
    state: 'waiting',
    passages: { done: 0, total: 1 },
  })
  expect(fake.requests).toEqual([])
})
