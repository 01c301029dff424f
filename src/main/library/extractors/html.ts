import { readPage } from './html/read-page'
import { readablePart } from './html/readable-part'
import { titleLine } from './normalize'
import { writeBlocks } from './structure/write-blocks'
import type { ExtractedDocument } from './types'

/** Turns HTML into Markdown: the readable part of a page, or the whole where there is none. */
export function extractHtml(html: string): ExtractedDocument {
  const page = readPage(html)
  const { text, headings } = writeBlocks(readablePart(page.blocks))
  return {
    title: titleLine(page.title) ?? headings[0]?.title ?? null,
    mime: 'text/html',
    text,
    pages: [],
    headings,
    ...(page.language === null ? {} : { language: page.language }),
    warnings: [],
  }
}
