import { expect, it } from 'vitest'
import { setUpSearchDesk } from '../../../../tests/support/search-desk'
import { claimDeleted, removeSomeChunks } from '../../db/chunk-writes'
import { forgetIndex } from '../../db/index-segments'
import { checkIndex } from '../index/check-index'
import { indexSomeWaiting, purgeDeleted } from '../index/index-document'

const desk = setUpSearchDesk()
const store = (id: string) => desk.store(id, ['tide'])

const deletedAt = (id: string, at: number | null) =>
  desk.db.raw.prepare('UPDATE documents SET deleted_at = ? WHERE id = ?').run(at, id)
const ids = () => desk.db.raw.prepare('SELECT id FROM documents ORDER BY number').pluck().all()

it('removes for good what was deleted before the time, and nothing else', async () => {
  for (const id of ['old', 'recent', 'present']) await store(id)
  deletedAt('old', 5)
  deletedAt('recent', 10)
  expect(await purgeDeleted(desk.connection, 10)).toBe(1)
  expect(ids()).toEqual(['recent', 'present'])
})

it('leaves what was brought back before its turn came', async () => {
  const number = await store('back')
  deletedAt('back', 5)
  deletedAt('back', null)
  expect(claimDeleted(desk.connection, number, 10)).toBe(false)
  expect(ids()).toEqual(['back'])
})

it('lets nobody bring back half of a document, and goes on where it was interrupted', async () => {
  const number = await store('half')
  await store('whole')
  deletedAt('half', 5)
  expect(claimDeleted(desk.connection, number, 10)).toBe(true)
  while (removeSomeChunks(desk.connection, number).more);
  expect(deletedAt('half', null).changes).toBe(0)
  expect(await checkIndex(desk.connection, null)).toMatchObject({ documents: 1, wrong: [], waiting: 0 })
  forgetIndex(desk.connection)
  expect(await indexSomeWaiting(desk.connection)).toBe(1)
  expect(await checkIndex(desk.connection, null)).toMatchObject({ documents: 1, wrong: [], waiting: 0 })
  expect(await purgeDeleted(desk.connection, 10)).toBe(1)
  expect(ids()).toEqual(['whole'])
})
