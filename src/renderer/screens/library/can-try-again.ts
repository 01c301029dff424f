import type { Document } from '../../../shared/contract/document'

/** What was added is kept as it is: it has no more to read the next time, and is of no other format. */
const withoutContent: ReadonlySet<string> = new Set([
  'document.empty',
  'document.no_text',
  'document.not_read',
  'document.not_text',
])

/** Whether a document failed because its file has nothing that Countersign could read. */
export function hasNothingToRead({ status, said }: Pick<Document, 'status' | 'said'>): boolean {
  // A kind of file that is read since.
  if (said?.values.kind === 'old_office') return false
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

/** How a document can be read anew: what lacks a password, or text recognition, by that; what is read, as before too. */
export function waysToReadAnew({
  status,
  locked,
  unreadPictures,
}: Pick<Document, 'status' | 'locked' | 'unreadPictures'>): readonly ('unlock' | 'recognize' | 'restart')[] {
  if (locked) return ['unlock']
  if (!unreadPictures) return ['restart']
  return status === 'complete' ? ['recognize', 'restart'] : ['recognize']
}
