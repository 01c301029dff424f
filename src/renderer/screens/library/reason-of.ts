import type { Document } from '../../../shared/contract/document'
import { libraryText } from '../../text/library'
import { recognitionText } from '../../text/recognition'
import { messageInLanguage } from '../../text/sentences'

/** Why a document failed, as the window says it: what is to be done is right here. */
export function reasonOf(
  document: Pick<Document, 'locked' | 'unreadPictures' | 'error' | 'said'>,
): string | null {
  const { locked, unreadPictures, error, said } = document
  if (locked) return libraryText().unlock.reason
  if (error === null) return null
  return unreadPictures ? recognitionText().reason : messageInLanguage(error, said)
}
