import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Document } from '../../shared/contract/document'

const core = vi.hoisted(() => ({ documents: [] as { id: string }[], counted: 0, filter: {} }))
vi.mock('../app/client', () => ({
  client: {
    library: {
      async countRows({ filter }: { filter: object }) {
        core.counted++
        core.filter = filter
        return { documents: core.documents.length }
      },
      facets: async () => ({ tags: [], types: [] }),
      rows: async () => ({ documents: core.documents }),
    },
  },
}))

import { documentAt, showCollection, showTable, takeDocument, useDocuments } from './documents'

const documentOf = (id: string) => ({ id, status: 'processing' }) as Document

/** Adds a document as the stream tells it; answers how many are in the table after a tenth of a second. */
async function add(id: string): Promise<number | null> {
  core.documents.push(documentOf(id))
  takeDocument(documentOf(id))
  await vi.advanceTimersByTimeAsync(110)
  return useDocuments.getState().total
}

beforeEach(async () => {
  vi.useFakeTimers()
  core.documents.length = 0
  showTable(true)
  await vi.advanceTimersByTimeAsync(0)
  core.counted = 0
})
afterEach(() => {
  showTable(false)
  vi.useRealTimers()
})

it('shows the first document at once, and gathers those that follow', async () => {
  expect(await add('first')).toBe(1)
  expect(documentAt(useDocuments.getState().blocks, 0)?.id).toBe('first')
  expect(await add('second')).toBe(1)
  expect(await add('third')).toBe(1)
  expect(core.counted).toBe(1)
  await vi.advanceTimersByTimeAsync(400)
  expect(useDocuments.getState().total).toBe(3)
  expect(core.counted).toBe(2)
})

it('does not tell that there are no documents before that is known of what is shown now', async () => {
  await showCollection('empty')
  expect(useDocuments.getState().total).toBe(0)
  core.documents.push(documentOf('first'))
  const shown = showCollection('reports')
  expect(useDocuments.getState().total).toBeNull()
  await shown
  expect(useDocuments.getState().total).toBe(1)
  core.documents.length = 0
  await showCollection('empty')
  useDocuments.setState({ filter: { goneFrom: 'papers' } })
  const everywhere = showCollection(null)
  expect(useDocuments.getState().total).toBeNull()
  await everywhere
  expect(useDocuments.getState().total).toBe(0)
})
