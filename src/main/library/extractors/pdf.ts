import { AppError } from '../../../shared/errors'
import { readHyphenation } from '../pdf/hyphenation'
import { guardPdfium, openPdf, type PdfDocument, withPage } from '../pdf/open'
import { type OutlineEntry, readOutline } from '../pdf/outline'
import { draftOf, type PageDraft, readDraft } from '../pdf/page-draft'
import { settle } from '../pdf/page-text'
import { createRunningLines, type RunningLines } from '../pdf/running-lines'
import { readTitle } from '../pdf/title'
import { MAX_DOCUMENT_CHARACTERS, PAGES_PER_PROGRESS } from './limits'
import { oneLine } from './normalize'
import type { ExtractedDocument, Heading, OnExtractProgress, PageRange } from './types'

const PAGE_BREAK = '\n\n'

const EMPTY_PAGE = draftOf(new Uint32Array(0), [])

/** Extracts a PDF's text page by page; throws `locked` if it needs a password, `unsupported` if it holds no text at all. */
export async function extractPdf(
  path: string,
  onProgress: OnExtractProgress,
  password: string | null = null,
): Promise<ExtractedDocument> {
  const document = await openPdf(path, password)
  try {
    return await guardPdfium(document.pdfium, () => readDocument(document, onProgress))
  } finally {
    document.close()
  }
}

function readDocument(document: PdfDocument, onProgress: OnExtractProgress): ExtractedDocument {
  const drafts: PageDraft[] = []
  const unreadable: number[] = []
  const running = createRunningLines()
  let length = 0
  for (let page = 1; page <= document.pages; page++) {
    const read = withPage(document, page, (open) => readDraft(document, open))
    if (read === null) unreadable.push(page)
    // Characters are told to their places when a page is shown; for the text alone they would fill the memory.
    const draft = { ...(read ?? EMPTY_PAGE), charIndex: EMPTY_PAGE.charIndex }
    running.note(page, draft)
    drafts.push(draft)
    length += draft.text.length
    if (length > MAX_DOCUMENT_CHARACTERS) {
      throw new AppError(
        'too_large',
        `This PDF holds more than ${MAX_DOCUMENT_CHARACTERS} characters of text.`,
      )
    }
    if (page % PAGES_PER_PROGRESS === 0 || page === document.pages) {
      onProgress({ stage: 'extracting', done: page, total: document.pages })
    }
  }
  if (unreadable.length === document.pages) {
    throw new AppError('corrupt', 'This PDF is damaged: none of its pages could be read.')
  }
  if (drafts.every((draft) => draft.text.trim() === '')) throw noText(document.pages)
  const { text, pages } = joinPages(drafts, running)
  return {
    title: readTitle(document),
    mime: 'application/pdf',
    text,
    pages,
    headings: locateHeadings(readOutline(document), text, pages),
    warnings: unreadable.length === 0 ? [] : [unreadablePages(unreadable, document.pages)],
  }
}

/** Settles each page by what the whole document tells of it. */
function joinPages(
  drafts: readonly PageDraft[],
  running: RunningLines,
): { text: string; pages: PageRange[] } {
  const hyphenation = readHyphenation(drafts)
  const pages: PageRange[] = []
  const parts: string[] = []
  let length = 0
  drafts.forEach((draft, index) => {
    const page = index + 1
    const { text } = settle(draft, {
      dropped: running.on(page, draft),
      divide: (division) => hyphenation(draft, division),
    })
    const start = index === 0 ? 0 : length + PAGE_BREAK.length
    parts.push(text)
    length = start + text.length
    pages.push({ page, start, end: length })
  })
  return { text: parts.join(PAGE_BREAK), pages }
}

function noText(pages: number): AppError {
  const what =
    pages === 1 ? 'The page of this PDF is a picture' : `The ${pages} pages of this PDF are pictures`
  return new AppError(
    'unsupported',
    `${what} without text (a scan?), so there is nothing to search. Run text recognition on it and add the result.`,
  )
}

function unreadablePages(unreadable: readonly number[], total: number): string {
  const shown = unreadable.slice(0, 10).join(', ')
  const more = unreadable.length > 10 ? ', …' : ''
  return `${unreadable.length} of ${total} pages are damaged and were left out (${shown}${more}).`
}

/** Finds each outline entry's title on its page; one that isn't there stands for the start of the page. */
export function locateHeadings(
  outline: readonly OutlineEntry[],
  text: string,
  pages: readonly PageRange[],
): Heading[] {
  const headings: Heading[] = []
  let previous = -1
  for (const entry of outline) {
    const title = oneLine(entry.title)
    const page = pages[entry.page - 1]
    if (title === null || page === undefined) continue
    // Two entries of one page are in order, so the search for the next begins after the last.
    const from = Math.max(page.start, previous + 1)
    const found = findTitle(text.slice(from, page.end), title)
    const start = found === -1 ? Math.max(page.start, previous) : from + found
    if (start > page.end) continue
    headings.push({ level: entry.level, title, start })
    previous = start
  }
  return headings.sort((a, b) => a.start - b.start)
}

/** What may stand before a title on its line: "2.1", "A.3", "IV.", "Chapter 2:". */
const HEADING_NUMBER =
  '(?:(?:chapter|appendix|part|section|kapitel|anhang|teil)[ \\t]+)?(?:\\d|[a-z]\\b|[ivx]+\\b)[\\d.]*[:.)]?[ \\t]+'

/** Words of a title that are compared; a long one is broken over lines and its end may differ. */
const COMPARED_WORDS = 12

/** Looks for a title at the start of a line, with or without a number, however it is spaced. */
function findTitle(pageText: string, title: string): number {
  const words = title
    .split(' ')
    .slice(0, COMPARED_WORDS)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^(?:${HEADING_NUMBER})?${words.join('\\s+')}`, 'im').exec(pageText)?.index ?? -1
}
