import type { UnreadDocument } from '../../../shared/contract/passages'
import { assertNever } from '../../../shared/errors'
import type { Database } from '../../db/open'
import { type ChosenDocuments, type UnreadRow, unreadDocuments } from '../../db/searchable-documents'
import { nameAskedOf } from '../../model/name-asked-of'
import { contentWords } from '../../model/question-words'
import { fileNameText } from '../index/file-name'

/** The newest of those that are not read are looked through: of thousands that come in, nobody names one of the first. */
const mostLookedAt = 500
/** More would be a list in the place of an answer. */
const mostNamed = 3

/** Documents of a search that it names, by their title or the name of their file, and that it can't find: they are not read. */
export function unreadNamed(db: Database, query: string, within: ChosenDocuments): readonly UnreadDocument[] {
  const words = contentWords(query)
  if (within.documentId === undefined && words.length === 0) return []
  const rows = unreadDocuments(db.raw, within, mostLookedAt)
  if (within.documentId !== undefined) return rows.flatMap(asUnread)
  const called = contentWords(nameAskedOf(query) ?? '')
  return rows
    .filter(({ title, source }) =>
      [title, fileNameText(source)].some((name) => isNamed(contentWords(name), words, called)),
    )
    .flatMap(asUnread)
    .slice(0, mostNamed)
}

/**
 * Whether a name is what a query says that it asks of. Where it does not say so, all words of the name are in it, or it has
 * no others, and they are two at least: “scan” alone is the name of a file and what anyone asks about.
 */
function isNamed(name: readonly string[], words: readonly string[], called: readonly string[]): boolean {
  if (agree(name, called)) return true
  return name.length > 1 && words.length > 1 && agree(name, words)
}

/** Whether all of one are in the other. */
function agree(some: readonly string[], others: readonly string[]): boolean {
  if (some.length === 0 || others.length === 0) return false
  return some.every((word) => others.includes(word)) || others.every((word) => some.includes(word))
}

function asUnread({ id, title, status, errorCode, picturePages }: UnreadRow): UnreadDocument[] {
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
