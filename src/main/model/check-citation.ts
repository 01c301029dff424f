import type { Passage } from '../../shared/contract/passages'
import type { Citation, CitationProblem } from '../../shared/run/blocks'
import { foldTitle } from '../../shared/run/citation-marks'
import type { CitationClaim } from './port'
import { findQuote } from './quote'
import type { Range } from './sentences'

/** Words of a document that a conversation was given. */
export type GivenPassage = Omit<Passage, 'score' | 'similarity'>

/**
 * Checks what an answer says that it relies on against what the conversation was given: the passage must be among
 * it, and the quoted words in that passage.
 */
export function checkCitation(claim: CitationClaim, given: readonly GivenPassage[]): Citation {
  const named = claim.chunkId === null ? [] : given.filter(({ chunk_id }) => chunk_id === claim.chunkId)
  const last = named.at(-1)
  if (last === undefined) return notGiven(claim, given)
  // A document that was read anew in between has other words under the same id; either was given.
  for (const passage of named.toReversed()) {
    const found = findQuote(passage.text, claim.quote)
    if (found !== null) return cite(passage, widened(found, claim.range), claim.quote)
  }
  return cite(last, claim.range ?? { start: 0, end: last.text.length }, claim.quote, 'words_not_found')
}

/** The range that was pointed to, where the words are in it. */
function widened(found: Range, pointed: Range | null): Range {
  return pointed !== null && pointed.start <= found.start && pointed.end >= found.end ? pointed : found
}

function cite(passage: GivenPassage, range: Range, quote: string, problem?: CitationProblem): Citation {
  return {
    chunkId: passage.chunk_id,
    documentId: passage.document_id,
    title: passage.title,
    page: passage.page ?? null,
    section: passage.section ?? null,
    ...inDocument(passage, range),
    quote,
    verified: problem === undefined,
    ...(problem === undefined ? {} : { problem }),
  }
}

/** A citation of nothing that was given; it can be opened where its title is that of one document that was. */
function notGiven(claim: CitationClaim, given: readonly GivenPassage[]): Citation {
  const documents = new Set(
    given.filter(({ title }) => foldTitle(title) === foldTitle(claim.title)).map((each) => each.document_id),
  )
  const [documentId = null] = documents.size === 1 ? documents : []
  const { title, page, section, quote } = claim
  return {
    chunkId: null,
    documentId,
    title,
    page,
    section,
    start: 0,
    end: 0,
    quote,
    verified: false,
    problem: 'not_given',
  }
}

/** Turns a range of a passage's text into one of the document's. */
function inDocument(passage: GivenPassage, range: Range): Range {
  // A passage whose text is not a plain slice of the document can be pointed to only as a whole.
  if (passage.end - passage.start !== passage.text.length) return { start: passage.start, end: passage.end }
  return { start: passage.start + range.start, end: passage.start + range.end }
}
