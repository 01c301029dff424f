import { expect, it } from 'vitest'
import { LET_GO } from './before-any-time'
import { deletedDocuments } from './deleted-documents'
import { openDatabase } from './open'
import { bringToPresent } from './restored'
import { collections, documents } from './schema'

it('gives what was deleted from the library the rest of its days, and nothing to what waits to be removed', () => {
  const db = openDatabase(':memory:')
  const collection = (id: string, deletedAt: number | null) =>
    db.orm.insert(collections).values({ id, name: id, description: '', createdAt: 1, deletedAt }).run()
  const document = (id: string, collectionId: string, deletedAt: number | null) =>
    db.orm
      .insert(documents)
      .values({
        ...{ id, collectionId, deletedAt, title: id, mime: 'text/plain', source: `/${id}`, size: 1 },
        ...{ status: 'complete', stage: 'done', actor: '{}', addedAt: 1, updatedAt: 1 },
      })
      .run()
  collection('kept', null)
  collection('gone', 2000)
  document('alone', 'kept', 1000)
  document('with its collection', 'gone', null)
  document('there', 'kept', null)
  document('let go', 'kept', LET_GO)
  bringToPresent(db, { madeAt: 3000, now: 10_000, uploads: { before: '/a', after: '/a' } })
  expect(deletedDocuments(db).map(({ id, deletedAt }) => [id, deletedAt])).toEqual([
    ['alone', 8000],
    ['with its collection', 9000],
  ])
  const letGo = db.raw.prepare("SELECT deleted_at FROM documents WHERE id = 'let go'").pluck().get()
  expect(letGo).toBe(LET_GO)
  db.close()
})
