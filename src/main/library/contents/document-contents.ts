import { foundWordsLimit } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { BlobStore } from '../../changes/blobs'
import { readWarnings } from '../../db/document-readings'
import { type DocumentRow, presentDocument } from '../../db/documents'
import type { Database } from '../../db/open'
import { documentText, pageRanges } from '../../db/stored-text'
import { whyUnread } from '../documents/document-failure'
import { type DocumentMime, isWrittenAnew, textForm } from '../extractors/types'
import type { ExtractPool } from '../threads/extract-pool'
import type { IndexClient } from '../threads/index-client'
import type { LibraryToolService } from '../tool-service'
import { findInText } from './find-in-text'
import { readOriginal } from './original'
import { readLayout } from './read-layout'
import { markPage, showPage, showUnreadPage } from './show-page'
import { createTextCache } from './text-cache'

type DocumentContents = Pick<
  LibraryToolService,
  | 'warnings'
  | 'original'
  | 'page'
  | 'marks'
  | 'text'
  | 'textByPages'
  | 'layout'
  | 'find'
  | 'summarize'
  | 'chunks'
>

/** What the contents are read with. */
export type DocumentContentsParts = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly pool: ExtractPool
  readonly index: IndexClient
}

/** Where the letter begins that a place of a text is in: half of one is no text. */
function letterStart(text: string, at: number): number {
  const isInside = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1))
  return isInside ? at - 1 : at
}

/** So much of a text from a place on (UTF-16 units), with whole letters at both ends. */
function pieceOf(text: string, start: number, length: number): Awaited<ReturnType<DocumentContents['text']>> {
  const from = letterStart(text, Math.min(start, text.length))
  const to = letterStart(text, Math.min(start + length, text.length))
  // A piece that is shorter than its first letter has all of that, so that whoever goes on comes further.
  const end = to > from || length === 0 ? to : letterStart(text, Math.min(from + 2, text.length))
  return { text: text.slice(from, end), start: from, total: text.length }
}

/** Whether it is a picture, or a PDF of pictures, whose text was not read: it can be looked at all the same. */
function isUnreadPicture(row: DocumentRow): row is DocumentRow & { readonly sha256: string } {
  return row.status === 'error' && row.picturePages > 0 && row.sha256 !== null
}

/** What is in a document that was read; of others the warnings can be asked for, of which there are none, and the pages of pictures. */
export function createDocumentContents({ db, blobs, pool, index }: DocumentContentsParts): DocumentContents {
  const texts = createTextCache((number) => documentText(db, number))

  /** Throws `locked` where a password is missing and `unavailable` where it was not read for another reason. */
  function completeRow(id: string): DocumentRow {
    const row = presentDocument(db, id)
    if (row.status === 'complete') return row
    const { title, status } = row
    const why = whyUnread(row)
    const code = row.errorCode === 'locked' ? 'locked' : 'unavailable'
    throw new AppError(
      code,
      why === null
        ? say('document.unread_status', { title, status })
        : say('document.unread', { title, why }),
    )
  }

  /** A document with its text; what took its place while that was read is read instead. */
  async function withText(id: string): Promise<{ readonly row: DocumentRow; readonly text: string }> {
    for (;;) {
      const row = completeRow(id)
      const text = await texts.text(row)
      const now = completeRow(id)
      if (now.number === row.number && now.updatedAt === row.updatedAt) return { row, text }
    }
  }

  return {
    warnings(id) {
      const row = presentDocument(db, id)
      return row.status === 'complete' ? readWarnings(row) : []
    },
    original: (request) => readOriginal({ db, blobs }, request),
    async page(request) {
      const unread = presentDocument(db, request.id)
      if (isUnreadPicture(unread)) return await showUnreadPage({ db, blobs, pool }, unread.sha256, request)
      const { row, text } = await withText(request.id)
      return await showPage({ db, blobs, pool }, row, text, request)
    },
    async marks(request) {
      const { row, text } = await withText(request.id)
      return await markPage({ db, blobs, pool }, row, text, request)
    },
    async text(id, start, length) {
      const { text } = await withText(id)
      return pieceOf(text, start, length)
    },
    async textByPages(id, wanted) {
      const { row, text } = await withText(id)
      const pages = pageRanges(db, row.number)
      const { start, length } = wanted(pages)
      return { ...pieceOf(text, start, length), pages }
    },
    async layout(id, asText = false) {
      const { row, text } = await withText(id)
      return await readLayout(db, row, text, asText)
    },
    async find(id, words, signal) {
      const { row, text } = await withText(id)
      const mime = row.mime as DocumentMime
      const html = isWrittenAnew(mime) ? 'words' : 'html'
      const shown = { form: textForm(mime), html, pages: pageRanges(db, row.number) } as const
      return await findInText(text, words, foundWordsLimit, shown, signal)
    },
    summarize: (id, maxChunks, signal) => index.summarize(completeRow(id).number, maxChunks, signal),
    chunks: (id, most, signal) => index.chunks(completeRow(id).number, most, signal),
  }
}
