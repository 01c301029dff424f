import type { Document } from '../../../shared/contract/document'

/** A file that has nothing to read: what was added of it is kept as it is, and has no more the next time. */
const withoutContent: ReadonlySet<string> = new Set(['document.empty', 'document.no_text'])

/** Whether a document failed because its file has nothing to read. */
export function hasNothingToRead({ status, said }: Pick<Document, 'status' | 'said'>): boolean {
  return status === 'error' && withoutContent.has(said?.code ?? '')
}

/** Whether taking a document in again may end otherwise; what lacks a password or text recognition is asked for that. */
export function canTryAgain(
  document: Pick<Document, 'status' | 'locked' | 'unreadPictures' | 'said' | 'renewal'>,
): boolean {
  const { status, locked, unreadPictures, renewal } = document
  // Its former content is what would be read again.
  if (renewal !== undefined) return false
  if (locked || unreadPictures || hasNothingToRead(document)) return false
  return status === 'error' || status === 'cancelled'
}
