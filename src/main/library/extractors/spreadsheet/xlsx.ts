import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { type CommentAuthors, READINGS, readCommentAuthors, readComments } from '../comments/office-comments'
import { readDrawings } from '../drawing/drawings'
import { MAX_COLUMNS } from '../limits'
import { titleLine } from '../normalize'
import {
  mainPart,
  type Relationships,
  readProperties,
  readRelationships,
  targetsOf,
} from '../package/relationships'
import { attribute, leavingOut, readXml, type XmlHandler } from '../package/xml'
import { readEmbedded, withZip, type ZipPackage } from '../package/zip'
import { readSlide } from '../presentation/read-slide'
import type { Block } from '../structure/block'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument, OnExtractProgress } from '../types'
import { withoutEscapes } from './escapes'
import { builtInFormat, formatOfCode, type NumberFormat } from './number-format'
import { readSheet } from './read-sheet'
import { warnOfSheets } from './sheet-warnings'

/**
 * Reads a workbook (ECMA-376, SpreadsheetML): each sheet is a section with a table of values as people see them, then
 * what is written in its drawings, and the comments on its cells.
 */
export async function extractXlsx(path: string, onProgress: OnExtractProgress): Promise<ExtractedDocument> {
  return await withZip(path, async (zip) => {
    const part = await mainPart(zip, 'xl/workbook.xml')
    const workbook = await zip.read(part)
    if (workbook === null) throw new AppError('corrupt', say('document.sheets_damaged'))
    const relationships = await readRelationships(zip, part)
    const { sheets, from1904 } = readWorkbook(workbook)
    const [stringsPart] = targetsOf(relationships, 'sharedStrings')
    const [stylesPart] = targetsOf(relationships, 'styles')
    const strings = readStrings(stringsPart === undefined ? null : await zip.read(stringsPart))
    const authors = await readCommentAuthors(zip, relationships)
    const formats = readFormats(stylesPart === undefined ? null : await zip.read(stylesPart))
    const blocks: Block[] = []
    const missing: { name: string }[] = []
    let cutCells = 0
    const onCut = () => {
      cutCells++
    }
    for (const [index, sheet] of sheets.entries()) {
      const target = relationships.get(sheet.relationship)
      const bytes = target === undefined || target.isOutside ? null : await zip.read(target.target)
      if (bytes === null && target?.isOutside !== true) missing.push(sheet)
      const rows = bytes === null ? [] : readSheet(bytes, { strings, formats, from1904, onCut })
      const table: Block[] = rows.length === 0 ? [] : [{ kind: 'table', rows }]
      const content = bytes === null || target === undefined ? [] : await beside(zip, target.target, authors)
      if (rows.length + content.length > 0) {
        blocks.push({ kind: 'heading', level: 1, text: sheet.name }, ...table, ...content)
      }
      onProgress({ stage: 'extracting', done: index + 1, total: sheets.length })
    }
    const { text, headings } = writeBlocks(blocks)
    const { title } = await readProperties(zip)
    return {
      title: titleLine(title),
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      text,
      pages: [],
      headings,
      warnings: warnOfSheets({ missing, total: sheets.length }, { count: cutCells, limit: MAX_COLUMNS }),
    }
  })
}

/** What a part points to that the cells do without: nothing where that is damaged. */
async function relationshipsOfSide(zip: ZipPackage, part: string): Promise<Relationships> {
  return await readRelationships(zip, part).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'corrupt') return new Map()
    throw error
  })
}

/** What stands on a sheet beside its cells. The data of its charts are cells, so that their titles say enough. */
async function beside(zip: ZipPackage, part: string, authors: CommentAuthors): Promise<Block[]> {
  const relationships = await relationshipsOfSide(zip, part)
  const blocks: Block[] = []
  for (const drawing of targetsOf(relationships, 'drawing')) {
    const drawings = await readDrawings(zip, await relationshipsOfSide(zip, drawing))
    const written = await readEmbedded(zip, drawing, (bytes) => readSlide(bytes, { drawings }))
    blocks.push(...(written ?? []).filter(({ kind }) => kind !== 'table'))
  }
  return [...blocks, ...(await readComments(zip, relationships, authors))]
}

function readWorkbook(bytes: Uint8Array): {
  sheets: { name: string; relationship: string }[]
  from1904: boolean
} {
  const sheets: { name: string; relationship: string }[] = []
  let from1904 = false
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (name === 'sheet') {
        sheets.push({
          name: attributes.name ?? '',
          relationship: attributes['r:id'] ?? attribute(attributes, 'id') ?? '',
        })
      }
    },
  })
  return { sheets, from1904 }
}

function readStrings(bytes: Uint8Array | null): string[] {
  const strings: string[] = []
  if (bytes === null) return strings
  let parts: string[] = []
  let isText = false
  const handler: XmlHandler = {
    open(name) {
      if (name === 'si') parts = []
      else if (name === 't') isText = true
    },
    text(text) {
      if (isText) parts.push(text)
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'si') strings.push(withoutEscapes(parts.join('')))
    },
  }
  readXml(bytes, leavingOut(READINGS, handler))
  return strings
}

/** The number format of each cell style. */
function readFormats(bytes: Uint8Array | null): NumberFormat[] {
  const own = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  if (bytes === null) return formats
  let isCells = false
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'numFmt') own.set(Number(attributes.numFmtId), formatOfCode(attributes.formatCode ?? ''))
      else if (name === 'cellXfs') isCells = true
      else if (name === 'xf' && isCells) {
        const id = Number(attributes.numFmtId ?? 0)
        formats.push(own.get(id) ?? builtInFormat(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') isCells = false
    },
  })
  return formats
}
