import { describe, expect, it } from 'vitest'
import { setUpEmbedding, whole } from '../../../../tests/support/embedding-desk'
import { answerJson, answerWell } from '../../../../tests/support/fake-embeddings'

const desk = setUpEmbedding()
const { addText, choice, passagePlaces, search, switchOn, until, vectorPlaces } = desk

describe('a server that fails', () => {
  it('is asked again when it asks for time, breaks off, or answers nonsense, and no passage is lost or doubled', async () => {
    for (let each = 0; each < 5; each++) await addText(`${each}.txt`, `The ocean number ${each} is deep.`)
    let asked = 0
    desk.fake.answer = (response, request, vectors) => {
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
    desk.fake.answer = (response, request, vectors) =>
      request.key === 'right'
        ? answerWell(response, request, vectors)
        : answerJson(response, 401, { error: { message: `No such key: ${request.key}` } })
    desk.fixture.embedding.resume({ stays: true })
    await desk.fixture.embedding.setKey('openai', desk.fake.address, 'wrong-and-secret')
    await desk.fixture.embedding.choose({ ...choice(), provider: 'openai' })
    const failed = await until(({ state }) => state === 'failed')
    expect(failed.problem).toContain('refused the key')
    expect(failed.problem).toContain('No such key: •••')
    const asked = desk.fake.requests.length
    await addText('sea.txt', 'The ocean is deep.')
    expect(desk.fake.requests.length).toBe(asked)
    const mended = await desk.fixture.embedding.setKey('openai', desk.fake.address, 'right')
    expect(mended).toMatchObject({ hasKey: true })
    expect(JSON.stringify(mended)).not.toContain('right')
    expect(JSON.stringify(desk.fixture.db.raw.prepare('SELECT * FROM settings').all())).not.toContain('right')
    await until(whole)
    expect(vectorPlaces()).toEqual(passagePlaces())
  })

  it('leaves out a passage that it refuses by itself, and no other', async () => {
    for (let each = 0; each < 4; each++) {
      await addText(`${each}.txt`, each === 2 ? 'Something forbidden.' : `The ocean number ${each} is deep.`)
    }
    desk.fake.answer = (response, request, vectors) => {
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
    desk.fake.answer = (response, request, vectors) => {
      if (probed) return answerJson(response, 400, { error: 'no' })
      probed = true
      answerWell(response, request, vectors)
    }
    desk.fixture.embedding.resume({ stays: true })
    await desk.fixture.embedding.choose(choice())
    expect(await until(({ state }) => state === 'failed')).toMatchObject({ passages: { done: 0, total: 1 } })
  })
})
