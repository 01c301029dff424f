import { toTheEnd } from '../../src/main/async/stepwise'
import { presentDocument } from '../../src/main/db/documents'
import type { Database } from '../../src/main/db/open'
import { documentText } from '../../src/main/db/stored-text'

/** The text of a document as it is stored; nothing before it was read. */
export function storedText(db: Database, id: string): string {
  return toTheEnd(documentText(db, presentDocument(db, id).number)) ?? ''
}
