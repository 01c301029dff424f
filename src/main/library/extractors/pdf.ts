import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { findTitle, foldCase } from '../pdf/find-title'
import { readHyphenation } from '../pdf/hyphenation'
import { guardPdfium, openPdf, type PdfDocument, type PdfPage, withPage } from '../pdf/open'
import { type OutlineEntry, readOutline } from '../pdf/outline'
import { draftOfCharacters, isUnreadable, type PageDraft, readDraft } from '../pdf/page-draft'
import { settle } from '../pdf/page-text'
import type { PageRect } from '../pdf/rects'
import { renderGrey } from '../pdf/render'
import { createRunningLines, type RunningLines } from '../pdf/running-lines'
import { type PagesOffer, readAllPages, readOfferedPages } from '../pdf/shared-pages'
import { readTitle } from '../pdf/title'
import { loadRecognizer, type Recognizer } from '../recognition/engine'
import { placeWords } from '../recognition/recognized-page'
import { packWords } from '../recognition/word-boxes'
import { MAX_DOCUMENT_CHARACTERS, PAGES_PER_PROGRESS } from './limits'
import { titleLine } from './normalize'
import type { ExtractedDocument, Heading, HowToRead, OnExtractProgress, PageRange } from './types'
import { warnOfPages } from './warnings'

/** A larger file (bytes) is not opened by a second thread as well, each of which has it in memory. */
const LARGEST_SHARED_BYTES = 64 * 1024 * 1024

const PAGE_BREAK = '\n\n'

const EMPTY_PAGE = draftOfCharacters(new Uint32Array(0), [])

/**
 * Extracts a PDF's text page by page; pages without any that show something are given to `recognition`, and one that it fails
 * on stays a picture. Throws `locked` if it needs a password, `no_text` if all of it is pictures, `unsupported` if it holds
 * no text at all.
 */
export async function extractPdf(
  path: string,
  onProgress: OnExtractProgress,
  { password = null, recognition = null, offerPages }: HowToRead = {},
): Promise<ExtractedDocument> {
  const document = await openPdf(path, password)
  try {
    const recognizer = recognition === null ? null : await loadRecognizer(recognition)
    const anew = () => (recognition === null ? null : loadRecognizer(recognition))
    // Text recognition is another matter: it has a thread of its own.
    const isShared = recognition === null && document.size <= LARGEST_SHARED_BYTES
    const offer = isShared ? offerPages : undefined
    return await guardPdfium(document.pdfium, () =>
      readDocument({ document, onProgress, recognizer, anew, offer }),
    )
  } finally {
    document.close()
  }
}

/** A page as it was read; `boxes` where text recognition did it. */
type ReadPage = {
  readonly draft: PageDraft
  readonly boxes: readonly PageRect[] | null
  /** Whether it has no text that can be told but something drawn. */
  readonly picture: boolean
  /** Why text recognition could not read it; null where it did or was not asked to. */
  readonly failure: AppError | null
}

const UNREADABLE: ReadPage = { draft: EMPTY_PAGE, boxes: null, picture: false, failure: null }

/** How all pages are read. */
type Reading = {
  readonly document: PdfDocument
  readonly onProgress: OnExtractProgress
  readonly recognizer: Recognizer | null
  readonly anew: () => Promise<Recognizer> | null
  readonly offer: HowToRead['offerPages']
}

/** Reads each page, null for one that can't be loaded; throws `too_large` where they have too much text. */
async function readPages({
  document,
  onProgress,
  anew,
  offer,
  ...first
}: Reading): Promise<(ReadPage | null)[]> {
  let { recognizer } = first
  const total = document.pages
  const read = new Array<ReadPage | null>(total).fill(null)
  let done = 0
  let length = 0
  for await (const part of readAllPages(total, (page) => readOne(document, page, recognizer), offer)) {
    for (const [at, page] of part.pages.entries()) {
      read[part.first - 1 + at] = page
      // An engine that failed is given up; the next page gets another.
      if (page !== null && page.failure !== null) recognizer = await anew()
      length += page?.draft.text.length ?? 0
      if (length > MAX_DOCUMENT_CHARACTERS) {
        throw new AppError('too_large', say('pdf.too_much_text', { limit: MAX_DOCUMENT_CHARACTERS }))
      }
      done++
      const tried = page !== null && (page.boxes !== null || page.failure !== null)
      if (done % PAGES_PER_PROGRESS === 0 || done === total || tried) {
        onProgress({ stage: 'extracting', done, total })
      }
    }
  }
  return read
}

/** Reads one page; null where it can't be loaded. */
function readOne(document: PdfDocument, page: number, recognizer: Recognizer | null): ReadPage | null {
  return withPage(document, page, (open) => readPage(document, open, recognizer))
}

/**
 * Reads pages that another thread offers, until none is left or `isCalledAway`. What it finds at a page it tells whoever
 * offers; throws where the file can't be opened, or is damaged so that PDFium ends.
 */
export async function readPagesOf(
  path: string,
  {
    password = null,
    offer,
    isCalledAway,
  }: { password?: string | null; offer: PagesOffer; isCalledAway: () => boolean },
): Promise<void> {
  try {
    // Whoever was waited for may have read all by now.
    if (isCalledAway()) return
    const document = await openPdf(path, password)
    try {
      await guardPdfium(document.pdfium, () =>
        readOfferedPages(offer, (page) => readOne(document, page, null), isCalledAway),
      )
    } finally {
      document.close()
    }
  } finally {
    offer.port.close()
  }
}

async function readDocument(how: Reading): Promise<ExtractedDocument> {
  const { document } = how
  const found = await readPages(how)
  const unreadable = found.flatMap((page, index) => (page === null ? [index + 1] : []))
  if (unreadable.length === document.pages) {
    throw new AppError('corrupt', say('pdf.no_page_read'))
  }
  const read = found.map((page) => page ?? UNREADABLE)
  const unrecognized = read.flatMap(({ failure }, index) => (failure === null ? [] : [index + 1]))
  const failure = read.find((page) => page.failure !== null)?.failure ?? null
  const running = createRunningLines()
  for (const [index, { draft }] of read.entries()) running.note(index + 1, draft)
  const recognized = read.some(({ boxes }) => boxes !== null)
  const unread = read.flatMap(({ picture, boxes }, index) => (picture && boxes === null ? [index + 1] : []))
  const picturePages = unread.length
  const unasked = unread.filter((page) => !unrecognized.includes(page))
  if (read.every(({ draft }) => draft.text.trim() === '')) {
    if (failure !== null) throw failure
    throw recognized ? nothingRecognized(document.pages) : noText(document.pages, picturePages)
  }
  const { text, pages, words } = joinPages(read, running)
  return {
    title: readTitle(document),
    mime: 'application/pdf',
    text,
    pages,
    headings: locateHeadings(readOutline(document), text, pages),
    ...{ recognized, picturePages, words },
    warnings: [
      ...warnOfPages('extraction.damaged_pages', unreadable, pages),
      ...warnOfPages('extraction.unrecognized_pages', unrecognized, pages),
      ...warnOfPages('extraction.picture_pages', unasked, pages),
    ],
  }
}

function readPage(document: PdfDocument, open: PdfPage, recognizer: Recognizer | null): ReadPage {
  // Characters are told to their places when a page is shown; for the text alone they would fill the memory.
  const draft = { ...readDraft(document, open), charIndex: EMPTY_PAGE.charIndex }
  const picture =
    isUnreadable(draft) ||
    (draft.text.trim() === '' && document.pdfium.api.FPDFPage_CountObjects(open.handle) > 0)
  if (!picture || recognizer === null) return { draft, boxes: null, picture, failure: null }
  try {
    const drawn = renderGrey(document, open)
    return { ...recognizer.read(drawn.picture, drawn.dotsPerInch), picture, failure: null }
  } catch (error) {
    // A failure of PDFium itself ends the document; a page that can't be drawn or recognized stays a picture.
    if (!(error instanceof AppError)) throw error
    return { draft, boxes: null, picture, failure: error }
  }
}

/** Settles each page by what the whole document tells of it. */
function joinPages(read: readonly ReadPage[], running: RunningLines) {
  const hyphenation = readHyphenation(read.map(({ draft }) => draft))
  const pages: PageRange[] = []
  const words: { page: number; boxes: Uint8Array }[] = []
  const parts: string[] = []
  let length = 0
  read.forEach(({ draft, boxes }, index) => {
    const page = index + 1
    const settled = settle(draft, {
      dropped: running.on(page, draft),
      divide: (division) => hyphenation(draft, division),
    })
    const start = index === 0 ? 0 : length + PAGE_BREAK.length
    parts.push(settled.text)
    length = start + settled.text.length
    pages.push({ page, start, end: length })
    if (boxes !== null) words.push({ page, boxes: packWords(placeWords(settled, boxes)) })
  })
  return { text: parts.join(PAGE_BREAK), pages, words }
}

function noText(pages: number, pictures: number): AppError {
  return pictures === 0
    ? new AppError('unsupported', say('pdf.blank', { pages }))
    : new AppError('no_text', say('pdf.scan', { pages }))
}

function nothingRecognized(pages: number): AppError {
  return new AppError('unsupported', say('pdf.nothing_recognized', { pages }))
}

/** Finds each outline entry's title on its page; one that isn't there stands for the start of the page. */
function locateHeadings(
  outline: readonly OutlineEntry[],
  text: string,
  pages: readonly PageRange[],
): Heading[] {
  const headings: Heading[] = []
  let previous = -1
  let folded = { page: 0, text: '' }
  for (const entry of outline) {
    const title = titleLine(entry.title)
    const page = pages[entry.page - 1]
    if (title === null || page === undefined) continue
    if (folded.page !== page.page)
      folded = { page: page.page, text: foldCase(text.slice(page.start, page.end)) }
    // Two entries of one page are in order, so the search for the next begins after the last.
    const found = findTitle(folded.text, title, Math.max(0, previous + 1 - page.start))
    const start = found === -1 ? Math.max(page.start, previous) : page.start + found
    if (start > page.end) continue
    headings.push({ level: entry.level, title, start })
    previous = start
  }
  return headings.sort((a, b) => a.start - b.start)
}
