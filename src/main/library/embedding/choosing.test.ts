import { describe, expect, it } from 'vitest'
import { setUpEmbedding, whole } from '../../../../tests/support/embedding-desk'
import { answerWell } from '../../../../tests/support/fake-embeddings'

const desk = setUpEmbedding()
const { addText, choice, passagePlaces, search, switchOn, until, vectorPlaces } = desk

describe('another model', () => {
  it('builds its set beside the old one, which searches use until the new one is whole', async () => {
    const cars = await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn('old')
    desk.fake.dimensions.set('new', 20)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    desk.fake.answer = async (response, request, vectors) => {
      const isPassage = request.texts.some((text) => text.includes('automobile'))
      if (request.model === 'new' && isPassage) await held
      answerWell(response, request, vectors)
    }
    const started = await desk.fixture.embedding.choose(choice('new'))
    expect(started.inUse).toEqual({ model: 'old', dimensions: 48 })
    const during = await search('vehicle')
    expect(during).toMatchObject({ searchedBy: { mode: 'vectors' }, results: [{ document_id: cars }] })
    expect(
      desk.fake.requests.filter(({ texts }) => texts[0] === 'vehicle').map(({ model }) => model),
    ).toEqual(['old'])
    letGo()
    await until((status) => whole(status) && status.inUse?.model === 'new')
    expect((await search('vehicle')).searchedBy).toEqual({ mode: 'vectors' })
    expect(
      desk.fake.requests.filter(({ texts }) => texts[0] === 'vehicle').map(({ model }) => model),
    ).toEqual(['old', 'new'])
    expect(vectorPlaces('retired')).toEqual([])
    expect(desk.fixture.db.raw.prepare('SELECT model, state FROM vector_sets').all()).toEqual([
      { model: 'new', state: 'live' },
    ])
  })

  it('that answers more numbers than before is another set', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    desk.fake.dimensions.set('tiny', 64)
    await addText('sea.txt', 'The ocean is deep.')
    await until((status) => whole(status) && status.inUse?.dimensions === 64)
    expect(vectorPlaces()).toEqual(passagePlaces())
  })
})

describe('a person', () => {
  it('pauses and goes on', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    let reached = () => {}
    const asked = new Promise<void>((resolve) => {
      reached = resolve
    })
    desk.fake.answer = (response, request, vectors) => {
      if (!request.texts.some((text) => text.includes('automobile'))) answerWell(response, request, vectors)
      else reached()
    }
    desk.fixture.embedding.resume({ stays: true })
    await desk.fixture.embedding.choose(choice())
    await asked
    expect(await desk.fixture.embedding.pause()).toMatchObject({
      state: 'paused',
      passages: { done: 0, total: 1 },
    })
    desk.fake.answer = null
    await desk.fixture.embedding.goOn()
    expect(await until(whole)).toMatchObject({ passages: { done: 1, total: 1 } })
  })

  it('switches off and keeps the vectors, which the same model uses again without being asked', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    expect(await desk.fixture.embedding.switchOff()).toMatchObject({
      state: 'off',
      inUse: null,
      stored: { vectors: 1 },
    })
    const without = await search('vehicle')
    expect(without.results).toEqual([])
    expect(without).not.toHaveProperty('searchedBy')
    desk.fake.requests.length = 0
    await switchOn()
    expect(desk.fake.requests.flatMap(({ texts }) => texts).some((text) => text.includes('automobile'))).toBe(
      false,
    )
    expect((await search('vehicle')).results).toHaveLength(1)
  })

  it('removes the vectors, and nothing of them is left', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    expect(await desk.fixture.embedding.remove()).toMatchObject({
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
      expect(desk.fixture.db.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0)
    }
    expect((await search('automobile')).results).toHaveLength(1)
  })

  it('finds all as it was after a restart', async () => {
    await addText('cars.txt', 'An automobile needs fuel.')
    await switchOn()
    await desk.reopen()
    expect((await search('vehicle')).results).toHaveLength(1)
    expect(await desk.fixture.embedding.status()).toMatchObject({ enabled: true, choice: choice() })
  })
})
