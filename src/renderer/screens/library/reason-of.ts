import type { Document } from '../../../shared/contract/library'
import { libraryText } from '../../text/library'

/** Why a document failed, as the window says it: what is to be done is right here. */
export function reasonOf({ locked, error }: Pick<Document, 'locked' | 'error'>): string | null {
  return locked ? libraryText().unlock.reason : error
}
