import type { UnreadDocument } from '../../../shared/contract/passages'
import { assertNever } from '../../../shared/errors'
import { type DocumentRow, findDocument, listDocuments } from '../../db/documents'
import type { Database } from '../../db/open'
import { nameAskedOf } from '../../model/offline/named-document'
import { contentWords } from '../../model/question-words'
import { fileNameText } from '../index/file-name'

/** The newest of those that are not read are looked through: of thousands that come in, nobody names one of the first. */
const mostLookedAt = 500
/** More would be a list in the place of an answer. */
const mostNamed = 3

/** Documents that a query names, by their title or the name of their file, and that no search finds: they are not read. */
export function unreadNamed(
  db: Database,
  query: string,
  {
    documentId,
    collectionId,
  }: { readonly documentId?: string | undefined; readonly collectionId?: string | undefined },
): readonly UnreadDocument[] {
  if (documentId !== undefined) {
    const row = findDocument(db, documentId)
    return row === undefined ? [] : asUnread(row)
  }
  const asked = contentWords(query)
  const named = contentWords(nameAskedOf(query) ?? query)
  if (asked.length === 0) return []
  return (['error', 'pending'] as const)
    .flatMap((status) => listDocuments(db, { status, collectionId, limit: mostLookedAt }).rows)
    .filter(({ title, source }) =>
      [title, fileNameText(source)]
        .map((name) => contentWords(name))
        .some((name) => isNamed(name, asked, named)),
    )
    .flatMap(asUnread)
    .slice(0, mostNamed)
}

/** Whether a question has every word of a name, or what it asks of is called by words of that name alone. */
function isNamed(name: readonly string[], asked: readonly string[], named: readonly string[]): boolean {
  if (name.length === 0) return false
  return (
    name.every((word) => asked.includes(word)) ||
    (named.length > 0 && named.every((word) => name.includes(word)))
  )
}

function asUnread({ id, title, status, errorCode, picturePages }: DocumentRow): UnreadDocument[] {
  const of = { document_id: id, title }
  switch (status) {
    case 'complete':
      return []
    case 'pending':
    case 'processing':
      return [{ ...of, why: 'at_work' }]
    case 'cancelled':
      return [{ ...of, why: 'stopped' }]
    case 'error':
      return [{ ...of, why: errorCode === 'locked' ? 'locked' : picturePages > 0 ? 'pictures' : 'failed' }]
    default:
      return assertNever(status)
  }
}
