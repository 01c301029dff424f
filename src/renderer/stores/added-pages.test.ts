import { beforeEach, expect, it, vi } from 'vitest'
import type { Document } from '../../shared/contract/document'

vi.mock('../app/client', () => ({ client: {} }))

import { useAddedPages } from './added-pages'
import { hideAddition, useAdditions } from './additions'

const fresh = {
  id: 'a',
  status: 'processing',
  stage: 'extract',
  pages: null,
  progress: { done: 0, total: null },
}

/** What the stream tells of a document, as far as its pages come from it. */
function tell(change: object): number | undefined {
  useAdditions.setState({ documents: { a: { ...fresh, ...change } as unknown as Document } })
  const { a } = useAddedPages.getState()
  return a
}

beforeEach(hideAddition)

it('counts the pages that are read, and no fewer while they are indexed', () => {
  expect(tell({ stage: 'acquire' })).toBe(0)
  expect(tell({ progress: { done: 12, total: 60 } })).toBe(12)
  expect(tell({ stage: 'index' })).toBe(12)
  expect(tell({ stage: 'index', progress: { done: 3, total: 80 } })).toBe(12)
  expect(tell({ status: 'complete', stage: 'index', pages: 60 })).toBe(60)
})

it('keeps what was read of one that failed, was cancelled, or is read again', () => {
  tell({ progress: { done: 12, total: 60 } })
  expect(tell({ status: 'error' })).toBe(12)
  expect(tell({ status: 'cancelled' })).toBe(12)
  expect(tell({ progress: { done: 1, total: 60 } })).toBe(12)
})

it('takes the progress of what has no pages for none', () => {
  expect(tell({ progress: { done: 1, total: 1 } })).toBe(0)
})

it('forgets what is not added any more', () => {
  tell({ progress: { done: 12, total: 60 } })
  hideAddition()
  expect(useAddedPages.getState()).toEqual({})
})
