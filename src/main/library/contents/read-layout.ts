import type { DocumentLayout } from '../../../shared/contract/document-layout'
import { sectionOf, titlesOfSection } from '../../../shared/text/sections'
import { inSpells } from '../../async/stepwise'
import { readWarnings } from '../../db/document-readings'
import type { DocumentRow } from '../../db/documents'
import type { Database } from '../../db/open'
import { pageRanges, sectionsOf } from '../../db/stored-text'
import { markdownHeadings } from '../extractors/markdown'
import { type DocumentMime, keepsLines, type PageRange, textForm } from '../extractors/types'
import { textParts } from './text-parts'

/** How a document is shown: in which form, cut into which parts, with which outline and pages. */
export async function readLayout(
  db: Database,
  row: DocumentRow,
  text: string,
  asText: boolean,
): Promise<DocumentLayout> {
  // Told by ingestion, from the list of formats.
  const mime = row.mime as DocumentMime
  const form = textForm(mime)
  const pages = pageRanges(db, row.number)
  const drawn = isDrawn(row) && !asText
  return {
    form,
    keepsLines: keepsLines(mime),
    drawn,
    total: text.length,
    parts: drawn
      ? []
      : await textParts(
          text,
          form,
          pages.map(({ start }) => start),
        ),
    outline: form === 'markdown' ? await headingsOf(text, pages) : sectionOutline(db, row),
    pages: pages.map(({ page, start }) => ({ page, start })),
    warnings: readWarnings(row),
  }
}

/** Whether its pages are shown as pictures. */
export function isDrawn({ mime }: Pick<DocumentRow, 'mime'>): boolean {
  return mime === 'application/pdf' || mime.startsWith('image/')
}

async function headingsOf(text: string, pages: readonly PageRange[]): Promise<DocumentLayout['outline']> {
  const headings = await inSpells(markdownHeadings(text))
  return headings.map(({ level, title, start }) => {
    const lineEnd = text.indexOf('\n', start)
    return {
      level,
      title,
      start,
      end: lineEnd < 0 ? text.length : lineEnd,
      page: pages.findLast((page) => page.start <= start)?.page ?? null,
    }
  })
}

/** The outline as the passages know it, for formats whose headings are not written in the text. */
function sectionOutline(db: Database, row: DocumentRow): DocumentLayout['outline'] {
  const known = new Set<string>()
  return sectionsOf(db, row.number).flatMap(({ section, start, page }) => {
    const headings = titlesOfSection(section)
    return headings.flatMap((title, index) => {
      const path = sectionOf(headings.slice(0, index + 1))
      if (known.has(path)) return []
      known.add(path)
      return [{ level: index + 1, title, start, end: start, page }]
    })
  })
}
