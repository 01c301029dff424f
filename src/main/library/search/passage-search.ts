import type { Passage } from '../../../shared/contract/passages'
import { requireCollection } from '../../db/collections'
import { findDocument } from '../../db/documents'
import type { Database } from '../../db/open'
import type { Library } from '../../services/library'
import type { AskQueryVector } from '../embedding/query-vector'
import { type DocumentMime, isWrittenAnew, textForm } from '../extractors/types'
import type { IndexClient } from '../threads/index-client'

/** Searches passages by words and, where vectors are in use, by the query's vector; says how long that took. */
export function createPassageSearch(
  db: Database,
  index: Pick<IndexClient, 'search'>,
  queryVector: AskQueryVector | undefined,
): Library['search'] {
  return async ({ query, minSimilarity = 0, limit, typing = false, quick = false, signal, ...filter }) => {
    const started = performance.now()
    if (filter.collectionId !== undefined) requireCollection(db, filter.collectionId)
    const meaning = quick ? null : await queryVector?.(query, signal)
    const vector = meaning?.vector
    const request = { query, filter, minSimilarity, limit, typing, ...(vector ? { vector } : {}) }
    const found = await index.search(request, signal)
    const { results, more, mode, asked, corrections, marked, foreign, waiting } = found
    const tookMs = Math.round((performance.now() - started) * 10) / 10
    const notice = meaning?.notice === undefined ? {} : { notice: meaning.notice }
    return {
      results,
      more,
      tookMs,
      asked,
      corrections,
      marked,
      ...writtenOf(db, results),
      ...(foreign === null ? {} : { foreign }),
      ...(waiting === null ? {} : { waiting }),
      ...(meaning ? { searchedBy: { mode, ...notice } } : {}),
    }
  }
}

/** The documents of these passages whose text is no Markdown, and those whose Markdown was written from another format. */
function writtenOf(
  db: Database,
  passages: readonly Passage[],
): Record<'asWritten' | 'writtenAnew', readonly string[]> {
  // One may have been deleted since it was found.
  const found = [...new Set(passages.map((each) => each.document_id))].flatMap(
    (id) => findDocument(db, id) ?? [],
  )
  const idsOf = (fits: (mime: DocumentMime) => boolean) =>
    found.flatMap(({ id, mime }) => (fits(mime as DocumentMime) ? id : []))
  return { asWritten: idsOf((mime) => textForm(mime) !== 'markdown'), writtenAnew: idsOf(isWrittenAnew) }
}
