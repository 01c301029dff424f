import type { Document } from './contract/document'

type Standing = Pick<Document, 'status' | 'stage' | 'progress' | 'error' | 'said'>

/** Where a document stands in the work on it: with its new content, where one is to take the place of what it has. */
export function standingOf(document: Standing & Pick<Document, 'renewal'>): Standing {
  return document.renewal ?? document
}

/** Whether a document, or its new content, is being read or waits for it. */
export function isAtWork({ status, renewal }: Pick<Document, 'status' | 'renewal'>): boolean {
  const now = renewal?.status ?? status
  return now === 'pending' || now === 'processing'
}
