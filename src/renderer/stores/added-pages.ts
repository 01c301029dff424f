import { create } from 'zustand'
import type { Document } from '../../shared/contract/document'
import { standingOf } from '../../shared/standing-of'
import { useAdditions } from './additions'

/**
 * Pages of each document that is being added, as many as were ever told: between reading and its end nothing tells
 * them, and what fails or is cancelled has none any more.
 */
export const useAddedPages = create<Readonly<Record<string, number>>>(() => ({}))

useAdditions.subscribe(({ documents }, before) => {
  if (documents === before.documents) return
  const known = useAddedPages.getState()
  const pages = Object.values(documents).map(
    (document) => [document.id, Math.max(known[document.id] ?? 0, pagesOf(document))] as const,
  )
  useAddedPages.setState(Object.fromEntries(pages), true)
})

/** Its pages, or those of them that are read; 0 while neither is known. */
function pagesOf(document: Document): number {
  const { status, stage, progress } = standingOf(document)
  if (document.pages !== null) return document.pages
  return status === 'processing' && stage === 'extract' && (progress.total ?? 0) > 1 ? progress.done : 0
}
