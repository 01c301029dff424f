import type { Passage } from '../../shared/contract/library'
import type { Citation } from '../../shared/run/blocks'
import type { Range } from './sentences'

/** A citation of a range of a passage's text. */
export function citePassage(passage: Passage, range: Range, quote: string, verified: boolean): Citation {
  return {
    chunkId: passage.chunk_id,
    documentId: passage.document_id,
    title: passage.title,
    page: passage.page ?? null,
    section: passage.section ?? null,
    ...inDocument(passage, range),
    quote,
    verified,
  }
}

/** Turns a range of a passage's text into one of the document's. */
function inDocument(passage: Passage, range: Range): Range {
  // A passage whose text is not a plain slice of the document can be pointed to only as a whole.
  if (passage.end - passage.start !== passage.text.length) return { start: passage.start, end: passage.end }
  return { start: passage.start + range.start, end: passage.start + range.end }
}
