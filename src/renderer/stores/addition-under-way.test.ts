import { beforeEach, expect, it, vi } from 'vitest'
import type { Document } from '../../shared/contract/document'
import type { AdditionUnderWay } from '../../shared/contract/library'

const core = vi.hoisted(() => ({ underWay: null as unknown, forgotten: 0, meanwhile: () => {} }))
vi.mock('../app/client', () => ({
  client: {
    library: {
      async addition() {
        const answered = core.underWay
        core.meanwhile()
        return answered
      },
      async forgetAddition() {
        core.forgotten += 1
        core.underWay = null
      },
    },
  },
}))

import { closeAddition, reloadAddition } from './addition-under-way'
import { beginAddition, endAddition, followAddedDocument, hideAddition, useAdditions } from './additions'

const addition = () => useAdditions.getState().addition

const documentOf = (id: string, status: Document['status']): Document => ({
  ...{ id, status, collectionId: 'default', title: id, mime: '', source: `/${id}`, sha256: null, size: 1 },
  ...{ stage: 'done', progress: { done: 0, total: null }, error: null, locked: false },
  ...{ unreadPictures: false, warnings: 0, pages: null, chunks: 0, tokens: 0, tags: [], metadata: {} },
  ...{ addedAt: 10, updatedAt: 0, sourceGone: false },
})

const underWay = (...documents: readonly Document[]): AdditionUnderWay => ({
  startedAt: 5,
  documents: [...documents],
  skipped: [{ path: '/x.exe', reason: 'It is a program.' }],
  unrun: [],
  known: [],
  renewed: [],
  unchanged: 2,
})

beforeEach(() => {
  hideAddition()
  core.underWay = null
  core.forgotten = 0
  core.meanwhile = () => {}
})

it('tells again of what is on its way, with its totals, and follows it from there', async () => {
  core.underWay = underWay(documentOf('a', 'complete'), documentOf('b', 'processing'))
  await reloadAddition()
  expect(addition()).toMatchObject({ state: 'handed_over', documentIds: ['a', 'b'], unchanged: 2 })
  expect(addition()?.skipped).toHaveLength(1)
  followAddedDocument(documentOf('b', 'complete'))
  await expect.poll(() => useAdditions.getState().documents.b?.status).toBe('complete')
})

it('tells of nothing where nothing is on its way', async () => {
  await reloadAddition()
  expect(addition()).toBeNull()
})

it('learns what became of documents while it was cut off, and keeps its own note', async () => {
  beginAddition(3)
  followAddedDocument({ ...documentOf('a', 'processing'), addedAt: Date.now() })
  await expect.poll(() => addition()?.documentIds).toEqual(['a'])
  core.underWay = underWay(documentOf('a', 'complete'), documentOf('of another window', 'complete'))
  await reloadAddition()
  expect(addition()).toMatchObject({ state: 'handing_over', total: 3, documentIds: ['a'], unchanged: 0 })
  expect(Object.keys(useAdditions.getState().documents)).toEqual(['a'])
  expect(useAdditions.getState().documents.a?.status).toBe('complete')
})

it('is not told again once the person has closed it', async () => {
  core.underWay = underWay(documentOf('a', 'processing'))
  await reloadAddition()
  closeAddition()
  await expect.poll(() => core.forgotten).toBe(1)
  await reloadAddition()
  expect(addition()).toBeNull()
})

it('has what the stream told while main was asked', async () => {
  core.underWay = underWay(documentOf('a', 'processing'), documentOf('b', 'processing'))
  core.meanwhile = () => followAddedDocument(documentOf('a', 'complete'))
  await reloadAddition()
  expect(Object.values(useAdditions.getState().documents).map(({ status }) => status)).toEqual([
    'complete',
    'processing',
  ])
})

it('stays closed where that was done while main was asked, or before the rest was handed over', async () => {
  const work = beginAddition(3)
  core.underWay = underWay(documentOf('a', 'processing'))
  core.meanwhile = hideAddition
  await reloadAddition()
  expect(addition()).toBeNull()
  core.forgotten = 0
  endAddition(work, false)
  await expect.poll(() => core.forgotten).toBe(1)
})
