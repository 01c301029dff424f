import { AppError, assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { pictureFileBytes } from '../../pictures/service'
import { tooLarge } from '../pdf/open'
import { extractCalendar, unfolded } from './calendar'
import { extractDelimited } from './data/delimited'
import { extractJson, extractJsonLines } from './data/json'
import { extractNotebook } from './data/notebook'
import { pageEncoding, xmlEncoding } from './declared-encoding'
import { type DecodedText, decodeText } from './decode-text'
import { detectFormat } from './detect'
import { extractDoc } from './doc/doc'
import { extractDocx } from './docx/docx'
import { extractEpub } from './epub/epub'
import { extractFictionBook } from './fiction-book'
import { extractHtml } from './html'
import { MAX_COMPOUND_BYTES, MAX_PACKAGE_BYTES, MAX_PDF_BYTES, MAX_TEXT_BYTES } from './limits'
import { extractMailbox, extractMessage } from './mail/mail'
import { extractOutlookMessage } from './mail/outlook'
import { extractMarkdown } from './markdown'
import { withoutSoftHyphens } from './normalize'
import { extractOpenDocument } from './opendocument/opendocument'
import { extractPdf } from './pdf'
import { extractPicture } from './picture'
import { extractPlainText } from './plain-text'
import { extractPpt } from './presentation/ppt'
import { extractPptx } from './presentation/pptx'
import { extractRtf } from './rtf/rtf'
import { extractSavedPage } from './saved-page'
import { openSource, type SourceFile } from './source-file'
import { extractXls } from './spreadsheet/xls'
import { extractXlsx } from './spreadsheet/xlsx'
import type { DocumentMime, ExtractedDocument, HowToRead, OnExtractProgress } from './types'
import { warnOfGuessed, warnOfReplaced } from './warnings'

/**
 * Reads one file of any known format; `name` is what people call it, which may differ from `path`.
 * `password` opens a locked PDF; other formats have no use for it. `recognition` reads pages and files that are pictures.
 * Throws `not_found`, `locked`, `no_text` (pictures alone, and no `recognition`), `unsupported` (empty, not a document),
 * `corrupt`, `too_large`.
 */
export async function extractFile(
  path: string,
  name: string,
  onProgress: OnExtractProgress = () => {},
  how: HowToRead = {},
): Promise<ExtractedDocument> {
  const source = openSource(path)
  const mime = await detectFormat(path, source.head, name)
  refuseLarge(mime, source.size)
  onProgress({ stage: 'reading', done: 0, total: 1 })
  const document = await extractAs(mime, { path, ...source }, onProgress, how)
  if (document.text.trim() === '') {
    throw new AppError('unsupported', say('document.no_text'))
  }
  return { ...document, warnings: [...document.warnings, ...warnOfReplaced(document)] }
}

async function extractAs(
  mime: DocumentMime,
  { path, whole }: Pick<SourceFile, 'whole'> & { readonly path: string },
  onProgress: OnExtractProgress,
  how: HowToRead,
): Promise<ExtractedDocument> {
  switch (mime) {
    case 'application/pdf':
      return await extractPdf(path, onProgress, how)
    case 'image/png':
    case 'image/jpeg':
    case 'image/gif':
    case 'image/webp':
      return await extractPicture(whole(), mime, onProgress, how.recognition ?? null)
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return await extractDocx(path)
    case 'application/vnd.openxmlformats-officedocument.presentationml.presentation':
      return await extractPptx(path, onProgress)
    case 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
      return await extractXlsx(path, onProgress)
    case 'application/msword':
      return extractDoc(whole())
    case 'application/vnd.ms-powerpoint':
      return extractPpt(whole())
    case 'application/vnd.ms-excel':
      return extractXls(whole())
    case 'application/vnd.ms-outlook':
      return await extractOutlookMessage(whole())
    case 'application/vnd.oasis.opendocument.text':
    case 'application/vnd.oasis.opendocument.spreadsheet':
    case 'application/vnd.oasis.opendocument.presentation':
      return await extractOpenDocument(path, mime)
    case 'application/epub+zip':
      return await extractEpub(path, onProgress)
    case 'application/x-fictionbook+xml':
      return extractFictionBook(whole())
    case 'application/rtf':
      return extractRtf(whole())
    case 'message/rfc822':
      return await extractMessage(whole())
    case 'multipart/related':
      return await extractSavedPage(whole())
    case 'application/mbox':
      return await extractMailbox(whole(), onProgress)
    case 'text/html': {
      const bytes = whole()
      return fromText(decodeText(bytes, pageEncoding(bytes)), extractHtml)
    }
    case 'text/csv':
    case 'text/tab-separated-values':
      return fromText(decodeText(whole()), (text) => extractDelimited(text, mime))
    case 'application/json':
      return fromText(decodeText(whole()), extractJson)
    case 'application/x-ndjson':
      return fromText(decodeText(whole()), extractJsonLines)
    case 'application/x-ipynb+json':
      return fromText(decodeText(whole()), extractNotebook)
    case 'text/calendar':
      return fromText(decodeText(unfolded(whole())), extractCalendar)
    case 'text/markdown':
      return fromText(decodeText(whole()), (text) => extractMarkdown(withoutSoftHyphens(text)))
    case 'text/plain':
      return fromText(decodeText(whole()), (text) => extractPlainText(withoutSoftHyphens(text), mime))
    case 'text/x-source': {
      const bytes = whole()
      return fromText(decodeText(bytes, xmlEncoding(bytes)), (text) => extractPlainText(text, mime))
    }
    default:
      return assertNever(mime)
  }
}

function fromText(
  { text, guessed }: DecodedText,
  extract: (text: string) => ExtractedDocument,
): ExtractedDocument {
  const document = extract(text)
  return { ...document, warnings: [...warnOfGuessed(guessed), ...document.warnings] }
}

function refuseLarge(mime: DocumentMime, size: number): void {
  if (mime === 'application/pdf') {
    if (size > MAX_PDF_BYTES) throw tooLarge(size)
    return
  }
  const limit = PACKAGE.test(mime)
    ? MAX_PACKAGE_BYTES
    : COMPOUND.test(mime)
      ? MAX_COMPOUND_BYTES
      : mime.startsWith('image/')
        ? pictureFileBytes
        : MAX_TEXT_BYTES
  if (size > limit) {
    throw new AppError('too_large', say('document.too_large', { size, limit }))
  }
}

const PACKAGE = /openxmlformats|opendocument|epub/
const COMPOUND = /msword|ms-/
