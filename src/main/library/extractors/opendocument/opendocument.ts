import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { MAX_COLUMNS } from '../limits'
import { titleLine } from '../normalize'
import { firstText } from '../package/xml'
import { withZip } from '../package/zip'
import { writeBlocks } from '../structure/write-blocks'
import type { DocumentMime, ExtractedDocument } from '../types'
import { warn } from '../warnings'
import { readFormulas } from './formulas'
import { readContent } from './read-content'
import { MAX_REPEATED_ROWS } from './tables'

const spreadsheet: DocumentMime = 'application/vnd.oasis.opendocument.spreadsheet'

/** Reads an OpenDocument text, spreadsheet or presentation (OASIS ODF 1.3); slides are pages. */
export async function extractOpenDocument(path: string, mime: DocumentMime): Promise<ExtractedDocument> {
  return await withZip(path, async (zip) => {
    const manifest = await zip.read('META-INF/manifest.xml')
    if (manifest?.includes('encryption-data') === true) {
      throw new AppError('unsupported', say('document.protected'))
    }
    const content = await zip.read('content.xml')
    if (content === null) throw new AppError('corrupt', say('document.content_missing'))
    const within = { stylesBytes: await zip.read('styles.xml'), formulas: await readFormulas(zip, content) }
    const cut = { rows: 0, columns: 0 }
    const blocks = readContent(content, within, (what, count) => {
      cut[what] += count
    })
    const { text, headings, pages } = writeBlocks(blocks)
    const meta = await zip.read('meta.xml')
    const language = firstText(meta, 'language')?.trim()
    // The name of a first sheet, such as “Sheet1”, is a heading and no title: the file's name says more.
    const heading = mime === spreadsheet ? undefined : headings.find(({ level }) => level === 1)
    return {
      title: titleLine(firstText(meta, 'title')) ?? heading?.title ?? null,
      mime,
      text,
      pages,
      headings,
      ...(language ? { language } : {}),
      warnings: [
        ...(cut.rows === 0
          ? []
          : [warn('extraction.cut_rows', { count: cut.rows, limit: MAX_REPEATED_ROWS })]),
        ...(cut.columns === 0
          ? []
          : [warn('extraction.cut_columns', { count: cut.columns, limit: MAX_COLUMNS })]),
      ],
    }
  })
}
