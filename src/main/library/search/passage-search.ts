import type { Passage } from '../../../shared/contract/passages'
import { codeApart } from '../../../shared/markdown/code-apart'
import { requireCollection } from '../../db/collections'
import { findDocument } from '../../db/documents'
import { fencesBefore } from '../../db/fences-before'
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

/** Without one of these, code and other words of Markdown are shown alike. */
const mark = /[*_`~[<\\]/u

/** The documents of these passages whose text is no Markdown, and those whose Markdown was written from another format; and the
 * passages that begin within code. */
function writtenOf(
  db: Database,
  passages: readonly Passage[],
): Record<'asWritten' | 'writtenAnew' | 'beginInCode', readonly string[]> {
  // One may have been deleted since it was found.
  const found = [...new Set(passages.map((each) => each.document_id))].flatMap(
    (id) => findDocument(db, id) ?? [],
  )
  const idsOf = (fits: (mime: DocumentMime) => boolean) =>
    found.flatMap(({ id, mime }) => (fits(mime as DocumentMime) ? id : []))
  const asWritten = idsOf((mime) => textForm(mime) !== 'markdown')
  const numbers = new Map(found.map(({ id, number }) => [id, number]))
  const beginsInCode = ({ chunk_id, document_id, text }: Passage) => {
    const number = numbers.get(document_id)
    if (number === undefined || asWritten.includes(document_id) || !mark.test(text)) return false
    const ordinal = Number(chunk_id.slice(document_id.length + 1))
    return codeApart(fencesBefore(db, number, ordinal).join('\n')).at(-1)?.isCode === true
  }
  return {
    asWritten,
    writtenAnew: idsOf(isWrittenAnew),
    beginInCode: passages.filter(beginsInCode).map(({ chunk_id }) => chunk_id),
  }
}
