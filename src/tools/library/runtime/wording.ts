import type { Document } from '../../../shared/contract/document'
import { assertNever } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { documentStanding, type Extent, extentInWords } from '../../../shared/sentences/library'
import { say } from '../../../shared/sentences/say'
import { isAtWork } from '../../../shared/standing-of'
import type { ChangePreview, SpokenTarget } from '../../../shared/tool/preview'

/** One document by its title, several by their number, as sentences name them. */
export function named(titles: readonly string[]): { readonly title: string; readonly count: number } {
  const [first = ''] = titles
  return { title: titles.length === 1 ? first : '', count: titles.length }
}

/** The titles that such a sentence has. */
export function quotedOf(documents: readonly Pick<Document, 'title'>[]): string[] {
  return documents.length === 1 ? documents.map(({ title }) => title) : []
}

/** What a document holds. */
export function extentOf({ status, pages, chunks }: Document): Extent {
  return { pages: pages ?? 0, passages: chunks, status: status === 'complete' ? '' : status }
}

/** What a document holds: `84 pages, 310 passages`. */
export function extentText(document: Document): string {
  return extentInWords(extentOf(document))
}

/** A document as a target of a change. */
export function documentTarget(document: Document): SpokenTarget {
  const { title, id, size } = document
  const detail = say('library.extent', extentOf(document))
  return { kind: 'document', label: title, reference: id, size, detail }
}

/** How far a document is, in a sentence. */
export function statusText(document: Document): string {
  const { title, status, error } = document
  if (document.renewal !== undefined && isAtWork(document)) {
    return `The new version of “${title}” ${workText(document.renewal)} Until it is read, searches find the former one.`
  }
  switch (status) {
    case 'complete':
      return `“${title}” is complete: ${extentText(document)}, about ${counted(document.tokens, 'token')}.`
    case 'error':
      return `“${title}” could not be added: ${error ?? 'no reason was given.'}`
    case 'cancelled':
      return `“${title}” was cancelled. restart_ingest starts it again.`
    case 'pending':
    case 'processing':
      return `“${title}” ${workText(document)}`
    default:
      return assertNever(status)
  }
}

function workText({ status, stage, progress }: Pick<Document, 'status' | 'stage' | 'progress'>): string {
  if (status === 'pending') return 'waits for its turn.'
  return `is at work: ${stage}${progress.total === null ? '' : `, ${progress.done} of ${progress.total}`}.`
}

/** What a preview shows of a document that is to be read again. */
export function readAgain({ title, status }: Pick<Document, 'title' | 'status'>): ChangePreview {
  const field = { name: 'status', before: documentStanding[status], after: documentStanding.pending }
  return { kind: 'fields', label: title, fields: [field] }
}
