import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpEmbedding, whole } from '../../../../tests/support/embedding-desk'
import { answerWell, startFakeEmbeddings } from '../../../../tests/support/fake-embeddings'

const desk = setUpEmbedding()
const { addText, choice, passagePlaces, search, switchOn, until, vectorPlaces } = desk

describe('until somebody switches it on', () => {
  it('asks nobody, and searches are what they are without it', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    desk.fixture.embedding.resume({ stays: true })
    const answer = await search('automobile')
    expect(answer.results).toHaveLength(1)
    expect(Object.keys(answer).sort()).toEqual([
      ...['asWritten', 'asked', 'corrections', 'marked', 'more', 'results', 'tookMs', 'writtenAnew'],
    ])
    expect((await search('vehicle')).results).toEqual([])
    expect(await desk.fixture.embedding.status()).toMatchObject({ state: 'off', inUse: null })
    expect(desk.fake.requests).toEqual([])
  })

  it('tests a model without choosing it, with a key for this test only', async () => {
    desk.fake.dimensions.set('tiny', 7)
    const { key: _, ...tested } = { key: '', ...choice() }
    expect(await desk.fixture.embedding.test({ ...tested, key: 'k' })).toMatchObject({ dimensions: 7 })
    expect(desk.fake.requests.map(({ key }) => key)).toEqual(['k'])
    expect(await desk.fixture.embedding.status()).toMatchObject({ enabled: false, hasKey: false })
    desk.fake.answer = (response, request, [vector = []]) =>
      answerWell(
        response,
        request,
        [vector].map((numbers) => numbers.map(() => 0)),
      )
    await expect(desk.fixture.embedding.test(choice())).rejects.toMatchObject({
      message: expect.stringContaining('only zeros'),
    })
  })

  it('refuses an address or a model that is none, in a sentence', async () => {
    const { embedding } = desk.fixture
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
    desk.fake.requests.length = 0
    expect(await search('vehicle', { quick: true })).toMatchObject({ results: [] })
    expect(desk.fake.requests).toEqual([])
    expect((await search('"needs fuel"')).searchedBy).toEqual({ mode: 'words' })
    expect((await search('needs -automobile')).results).toEqual([])
  })

  it('asks for the vector of a query once', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    desk.fake.requests.length = 0
    await search('vehicle')
    await search('vehicle')
    expect(desk.fake.requests.map(({ texts }) => texts)).toEqual([['vehicle']])
  })

  it('follows documents that come, change and go', async () => {
    const cars = await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    const sea = await addText('sea.txt', 'The ocean is deep.')
    await until(whole)
    expect((await search('sea')).results[0]).toMatchObject({ document_id: sea })

    // A title is part of what a model gets of a passage.
    const fields = desk.fixture.library.documentFields(cars)
    desk.fake.requests.length = 0
    desk.fixture.library.setDocumentFields(cars, { ...fields, title: 'Physician', titleChosen: true })
    // Whole it is before anybody noticed, too.
    await until(() => desk.fake.requests.some(({ texts }) => texts[0]?.startsWith('Physician')))
    await until(whole)
    expect(vectorPlaces()).toEqual(passagePlaces())

    desk.fixture.library.restart(sea)
    await desk.fixture.settled(sea)
    await until(whole)
    // Those of what it was read as before go a moment later.
    await expect.poll(() => vectorPlaces()).toEqual(passagePlaces())

    desk.fixture.library.setPresent(sea, false)
    expect((await search('sea')).results.map(({ document_id }) => document_id)).not.toContain(sea)
    desk.fixture.library.setPresent(sea, true)
    expect((await search('sea')).results[0]).toMatchObject({ document_id: sea })
  })

  it('are made anew for a document that was renamed while it was read again', async () => {
    const long = await addText(
      'cars.txt',
      Array.from({ length: 400 }, (_, each) => `Automobile ${each} needs fuel.`).join('\n\n'),
    )
    await switchOn()
    const { library } = desk.fixture
    library.restart(long)
    library.setDocumentFields(long, {
      ...library.documentFields(long),
      title: 'Physician',
      titleChosen: true,
    })
    desk.fake.requests.length = 0
    expect(library.cancel(long)).toMatchObject({ status: 'complete' })
    await until(whole)
    expect(vectorPlaces()).toEqual(passagePlaces())
    expect(desk.fake.requests.flatMap(({ texts }) => texts)).toContainEqual(
      expect.stringMatching(/^Physician\nAutomobile/u),
    )
  })

  it('says what words alone mean when the server is away, and uses it again when it is back', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    await desk.fake.stop()
    const away = await search('automobile')
    expect(away.results).toHaveLength(1)
    expect(away.searchedBy).toEqual({
      mode: 'words',
      notice: expect.stringMatching(
        /^Only words were searched: .+ can’t be reached: nothing listens there\.$/,
      ),
    })
    await desk.fake.start()
    await desk.fixture.embedding.goOn()
    expect((await search('vehicle')).searchedBy).toEqual({ mode: 'vectors' })
  })

  it('answers by words, and says why, when the key can’t be read', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    writeFileSync(join(desk.fixture.folder, 'secrets.json'), 'no JSON')
    const answer = await search('automobile')
    expect(answer.results).toHaveLength(1)
    expect(answer.searchedBy?.notice).toMatch(
      /^Only words were searched: The stored keys in .+ can’t be read/,
    )
    expect(await desk.fixture.embedding.status()).toMatchObject({ hasKey: true })
    const { id } = await desk.fixture.add(desk.fixture.file('sea.txt', 'The ocean is deep.'))
    await desk.fixture.settled(id)
    expect(await until(({ state }) => state === 'failed')).toMatchObject({
      problem: expect.stringContaining('can’t be read'),
    })
  })

  it('says so when a query gets a vector of another length', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    desk.fake.dimensions.set('tiny', 12)
    expect((await search('automobile')).searchedBy).toMatchObject({
      mode: 'words',
      notice: expect.stringContaining('another length'),
    })
  })
})

it('gives a key to the server that it was entered for, and to no other', async () => {
  const other = await startFakeEmbeddings()
  await desk.fixture.embedding.setKey('ollama', desk.fake.address, 'k-1')
  await desk.fixture.embedding.test(choice())
  await desk.fixture.embedding.test({ ...choice(), address: other.address })
  expect([desk.fake.requests.at(-1)?.key, other.requests.at(-1)?.key]).toEqual(['k-1', null])
  await other.close()
})

it('lets documents that are being read go first', async () => {
  const reading = () => desk.fixture.library.documents({ status: 'pending', limit: 1 }).total
  const meanwhile: number[] = []
  desk.fake.answer = (response, request, vectors) => {
    if (request.texts.some((text) => text.includes('ocean'))) meanwhile.push(reading())
    answerWell(response, request, vectors)
  }
  desk.fixture.embedding.resume({ stays: true })
  await desk.fixture.embedding.choose(choice())
  await until(whole)
  const paths = Array.from({ length: 8 }, (_, each) =>
    desk.fixture.file(`${each}.txt`, `The ocean number ${each} is deep.`),
  )
  const { library } = desk.fixture
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
  await Promise.all(added.map(({ id }) => desk.fixture.settled(id)))
  await until((status) => whole(status) && status.passages.total === 8)
  expect(meanwhile.length).toBeGreaterThan(0)
  expect(meanwhile.every((count) => count === 0)).toBe(true)
})

it('does not work in the background of a host that does not stay', async () => {
  await addText('cars.txt', 'An automobile needs fuel.')
  desk.fixture.embedding.resume({ stays: false })
  await desk.fixture.embedding.choose(choice())
  expect(await desk.fixture.embedding.status()).toMatchObject({
    state: 'waiting',
    passages: { done: 0, total: 1 },
  })
  expect(desk.fake.requests).toEqual([])
})
