import type { Document } from '../../../shared/contract/library'
import { libraryText } from '../../text/library'
import { recognitionText } from '../../text/recognition'

/** Why a document failed, as the window says it: what is to be done is right here. */
export function reasonOf(document: Pick<Document, 'locked' | 'unreadPictures' | 'error'>): string | null {
  const { locked, unreadPictures, error } = document
  if (locked) return libraryText().unlock.reason
  return unreadPictures && error !== null ? recognitionText().reason : error
}
