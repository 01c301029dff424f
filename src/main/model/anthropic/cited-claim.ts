import { startOf } from '../../../shared/text/start-of'
import type { CitationClaim } from '../port'
import { type SentPassage, sourceOf } from './request'
import type { WireCitation } from './wire-events'

/** What a citation claims of the passages that were sent; null of one that points to none. */
export function toClaim(citation: WireCitation, passages: readonly SentPassage[]): CitationClaim | null {
  const place = placeOf(citation)
  if (place === null) return null
  const sent = sentAt(place, passages)
  const first = sent?.blocks[place.start_block_index]
  const last = sent?.blocks[place.end_block_index - 1]
  const { title, cited_text: quote } = place
  const named = sent?.passage ?? null
  return {
    chunkId: named?.chunk_id ?? null,
    title: named?.title ?? (title || startOf(quote, 80)),
    page: named?.page ?? null,
    section: named?.section ?? null,
    range:
      named === null || first === undefined || last === undefined
        ? null
        : { start: first.start, end: last.end },
    quote,
  }
}

/** A server that counts differently than was sent, as one may that left out results by itself, is taken by the source that it names. */
function sentAt({ index, source }: CitedPlace, passages: readonly SentPassage[]): SentPassage | undefined {
  const counted = passages[index]
  if (source === '' || (counted !== undefined && sourceOf(counted.passage) === source)) return counted
  return passages.findLast(({ passage }) => sourceOf(passage) === source)
}

/** What a citation points to: `index` counts the passages that were sent, which are all search results or all documents. */
interface CitedPlace {
  readonly index: number
  readonly source: string
  readonly title: string
  readonly cited_text: string
  readonly start_block_index: number
  readonly end_block_index: number
}

function placeOf(citation: WireCitation): CitedPlace | null {
  if (citation === null) return null
  if (citation.type === 'search_result_location') return { ...citation, index: citation.search_result_index }
  return { ...citation, index: citation.document_index, source: '', title: citation.document_title }
}
