import { expect, it } from 'vitest'
import { person } from '../../shared/actor'
import type { Document } from '../../shared/contract/document'
import { createAdditionsByHand } from './additions-by-hand'

/** A library of documents that a test moves on. */
function libraryOf(...ids: readonly string[]) {
  const documents = new Map(ids.map((id) => [id, documentOf(id, 'processing')]))
  const library: Parameters<typeof createAdditionsByHand>[0] = {
    isPresent: (id) => documents.has(id),
    document(id) {
      const found = documents.get(id)
      if (found === undefined) throw new Error(`No document ${id}.`)
      return found
    },
    inSnapshot: (read) => read(),
  }
  const additions = createAdditionsByHand(library)
  return {
    additions,
    ready: (id: string) => documents.set(id, documentOf(id, 'complete')),
    again: (id: string) => documents.set(id, documentOf(id, 'processing')),
    remove: (id: string) => documents.delete(id),
    /** A person adds documents, whose call is answered at once. */
    add: (...added: readonly string[]) =>
      additions.follow(byPerson(), async (tell) => tell(takenOf(...added))),
    idsUnderWay: async () => (await additions.underWay(false))?.documents.map(({ id }) => id),
  }
}

const byPerson = (signal = new AbortController().signal) => ({ actor: person, signal })

const takenOf = (...ids: readonly string[]) => ({
  documents: ids.map((id) => documentOf(id, 'pending')),
  skipped: [],
  known: [],
  renewed: [],
  unchanged: 0,
})

function documentOf(id: string, status: Document['status']): Document {
  return {
    ...{ id, status, collectionId: 'default', title: id, mime: '', source: `/${id}`, sha256: null, size: 1 },
    ...{ stage: 'done', progress: { done: 0, total: null }, error: null, locked: false },
    ...{ unreadPictures: false, warnings: 0, pages: null, chunks: 0, tokens: 0, tags: [], metadata: {} },
    ...{ addedAt: Date.now(), updatedAt: 0, sourceGone: false },
  }
}

it('tells of every document of a drop, as it is by now, while one is being read', async () => {
  const { additions, add, ready } = libraryOf('a', 'b')
  await add('a', 'b')
  ready('a')
  const found = await additions.underWay(false)
  expect(found?.documents.map(({ id, status }) => [id, status])).toEqual([
    ['a', 'complete'],
    ['b', 'processing'],
  ])
})

it('tells of nothing once all of it is read, but to who has a note of it', async () => {
  const { additions, add, ready } = libraryOf('a')
  await add('a')
  ready('a')
  expect(await additions.underWay(false)).toBeNull()
  expect((await additions.underWay(true))?.documents).toHaveLength(1)
})

it('tells of what came while others were being read together with those, and of what came later alone', async () => {
  const { add, ready, idsUnderWay } = libraryOf('a', 'b', 'c')
  await add('a')
  await add('b')
  expect(await idsUnderWay()).toEqual(['a', 'b'])
  ready('a')
  ready('b')
  await add('c')
  expect(await idsUnderWay()).toEqual(['c'])
})

it('is not told again, nor joined, when one of its documents is read anew', async () => {
  const { additions, add, ready, again, idsUnderWay } = libraryOf('a', 'b')
  await add('a')
  ready('a')
  expect(await idsUnderWay()).toBeUndefined()
  again('a')
  expect(await idsUnderWay()).toBeUndefined()
  await add('b')
  expect(await idsUnderWay()).toEqual(['b'])
  expect((await additions.underWay(true))?.documents).toHaveLength(1)
})

it('has all parts of a drop, however early the first of them is read', async () => {
  const { additions, ready } = libraryOf('a', 'b')
  const part = (id: string) =>
    additions.follow({ ...byPerson(), runId: 'drop' }, async (tell) => tell(takenOf(id)))
  await part('a')
  ready('a')
  await part('b')
  expect((await additions.underWay(false))?.documents.map(({ id }) => id)).toEqual(['a', 'b'])
})

it('has what is added at the same moment, though all that came before is read', async () => {
  const { add, ready, idsUnderWay } = libraryOf('a', 'b', 'c')
  await add('a')
  ready('a')
  await Promise.all([add('b'), add('c')])
  expect(await idsUnderWay()).toEqual(['b', 'c'])
})

it('is not told to another window while its own is still handing it over', async () => {
  const { additions, idsUnderWay } = libraryOf('a', 'b')
  const rest = Promise.withResolvers<void>()
  const adding = additions.follow(byPerson(), async (tell) => {
    tell(takenOf('a'))
    await rest.promise
  })
  await expect.poll(async () => (await additions.underWay(true))?.documents.length).toBe(1)
  expect(await idsUnderWay()).toBeUndefined()
  rest.resolve()
  await adding
  expect(await idsUnderWay()).toEqual(['a'])
})

it('tells of no document that was taken out again', async () => {
  const { add, remove, idsUnderWay } = libraryOf('a', 'b')
  await add('a', 'b')
  remove('a')
  expect(await idsUnderWay()).toEqual(['b'])
})

it('waits for what a window that is gone had begun, and tells what it still added', async () => {
  const { additions, idsUnderWay } = libraryOf('a')
  const gone = new AbortController()
  const taken = takenOf()
  const ending = Promise.withResolvers<void>()
  const adding = additions.follow(byPerson(gone.signal), async (tell) => {
    tell(taken)
    await ending.promise
  })
  gone.abort()
  const asked = idsUnderWay()
  taken.documents.push(documentOf('a', 'pending'))
  ending.resolve()
  await adding
  expect(await asked).toEqual(['a'])
})

it('tells of nothing that the person wants to hear no more of, or that no person added', async () => {
  const { additions, add, idsUnderWay } = libraryOf('a', 'b')
  await add('a')
  additions.forget()
  expect(await idsUnderWay()).toBeUndefined()
  await additions.follow(
    { ...byPerson(), actor: { kind: 'command_line', name: 'Command line' } },
    async (tell) => tell(takenOf('b')),
  )
  expect(await idsUnderWay()).toBeUndefined()
})
