import { expect, it } from 'vitest'
import { defaultCollectionId } from '../../../shared/contract/library'
import { ensureDefaultCollection } from '../../db/collections'
import { changeDocument, documentByNumber } from '../../db/documents'
import { insertDocument } from '../../db/insert-document'
import { openDatabase } from '../../db/open'
import { createStageWriter } from './stage-writer'

const neverStopped = new AbortController().signal

function openWithDocuments(count: number) {
  const db = openDatabase(':memory:')
  ensureDefaultCollection(db, 0)
  const numbers = Array.from(
    { length: count },
    (_, each) =>
      insertDocument(db, {
        ...{ id: `document ${each}`, collectionId: defaultCollectionId, title: 'T', source: '/t' },
        ...{ mime: 'text/plain', sha256: 'before', size: 1, status: 'pending', stage: 'waiting' },
        ...{ actor: '{}', addedAt: 0, updatedAt: 0 },
      }).number,
  )
  return { db, numbers }
}

it('writes the stages of one turn in one transaction and tells of each whether it goes on', async () => {
  const { db, numbers } = openWithDocuments(3)
  const [one = 0, cancelled = 0, other = 0] = numbers
  changeDocument(db, cancelled, { status: 'cancelled' })
  let commits = 0
  const transaction = db.raw.transaction.bind(db.raw)
  db.raw.transaction = ((work: Parameters<typeof transaction>[0]) => {
    commits++
    return transaction(work)
  }) as typeof db.raw.transaction
  const enter = createStageWriter(db)
  const goOn = await Promise.all(
    numbers.map((number) => enter({ number, stage: 'acquire', at: 1 }, neverStopped)),
  )
  expect(goOn).toEqual([true, false, true])
  expect(commits).toBe(1)
  const original = { sha256: 'after', size: 2 }
  expect(await enter({ number: one, stage: 'extract', original, at: 2 }, neverStopped)).toBe(true)
  expect(documentByNumber(db, one)).toMatchObject({ status: 'processing', stage: 'extract', ...original })
  expect(documentByNumber(db, cancelled)).toMatchObject({ status: 'cancelled', stage: 'waiting' })
  expect(documentByNumber(db, other)).toMatchObject({ status: 'processing', stage: 'acquire', size: 1 })
})

it('fails all that were to be written together where the database refuses', async () => {
  const { db, numbers } = openWithDocuments(2)
  const enter = createStageWriter(db)
  const entering = numbers.map((number) => enter({ number, stage: 'acquire', at: 1 }, neverStopped))
  const settled = Promise.allSettled(entering)
  db.close()
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

// The content that was being read would else be written over the one that is to be read now, and a changed file stay as
// it was.
it('writes nothing of work that was stopped before its turn, whose document has begun anew', async () => {
  const { db, numbers } = openWithDocuments(2)
  const [renewed = 0, other = 0] = numbers
  const enter = createStageWriter(db)
  const stop = new AbortController()
  const original = { sha256: 'former', size: 2 }
  const entering = [
    enter({ number: renewed, stage: 'extract', original, at: 1 }, stop.signal),
    enter({ number: other, stage: 'extract', original, at: 1 }, neverStopped),
  ]
  changeDocument(db, renewed, { sha256: 'new' })
  stop.abort()
  expect(await Promise.all(entering)).toEqual([false, true])
  expect(documentByNumber(db, renewed)).toMatchObject({ status: 'pending', stage: 'waiting', sha256: 'new' })
  expect(documentByNumber(db, other)).toMatchObject({ status: 'processing', sha256: 'former' })
})
