import { type Drawings, drawingOf } from '../drawing/drawings'
import type { Relationships } from '../package/relationships'
import { attribute, leavingOut, readXml, type XmlAttributes, type XmlHandler } from '../package/xml'
import type { Block } from '../structure/block'
import { blockText } from '../structure/block-text'
import { createOpenParagraphs } from '../structure/open-paragraphs'
import { createPlaces } from '../structure/places'
import { lowered, raised } from '../structure/scripts'
import { createAsides } from './asides'
import { createFormulaWriter } from './formula'
import type { NoteReference, Notes } from './notes'
import type { Numbering } from './numbering'
import { type ParagraphStyle, plainStyle } from './styles'
import { symbolOf } from './symbol'
import { createOpenTables } from './tables'
import { createText, type ParagraphFormat } from './text'

/** What a body's text refers to. */
export type BodyContext = {
  readonly styles: ReadonlyMap<string, ParagraphStyle>
  readonly numbering: Numbering
  readonly relationships: Relationships
  readonly drawings: Drawings
  /** Comments that are referred to before this part. */
  readonly commentsBefore: number
}

/** Elements whose text is not part of the document as it stands: deletions, field codes, fallbacks, properties. */
const LEFT_OUT = new Set(['del', 'moveFrom', 'instrText', 'delText', 'Fallback', 'delInstrText', 'rt'])

/** Reads the paragraphs, lists and tables of a part (document, footnotes) in order. */
export function readBody(
  bytes: Uint8Array,
  context: BodyContext,
): { blocks: Block[]; notes: Notes; used: NoteReference[] } {
  const { styles, numbering, relationships, drawings, commentsBefore } = context
  const places = createPlaces()
  const paragraphs = createOpenParagraphs<ParagraphFormat>()
  const tables = createOpenTables()
  const body = createText({ places, paragraphs, tables, numbering })
  const asides = createAsides({ places, paragraphs }, commentsBefore)
  const formulas = createFormulaWriter()
  let isText = false
  let script = ''

  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'oMath' || formulas.isOpen) formulas.open(name, attributes, paragraphs.words())
      const value = attributes['w:val']
      switch (name) {
        case 'p':
          paragraphs.open({ style: plainStyle, outline: null, list: null, level: null })
          break
        case 'pStyle':
        case 'outlineLvl':
        case 'numId':
        case 'ilvl':
          setProperty(name, value)
          break
        case 'r':
          script = ''
          break
        case 'vertAlign':
          script = value ?? ''
          break
        case 't':
          isText = true
          break
        case 'tab':
          // Also a tab stop of a style, which stands outside of runs and has a position.
          if (attributes['w:pos'] === undefined) paragraphs.write('\t')
          break
        case 'br':
        case 'cr':
          paragraphs.write('\n')
          break
        case 'noBreakHyphen':
          paragraphs.write('\u2011')
          break
        case 'sym':
          paragraphs.write(symbolOf(attributes))
          break
        case 'hyperlink':
          openLink(attributes)
          break
        case 'chart':
        case 'relIds':
          body.addDrawn(drawingOf(name, attributes, drawings))
          break
        case 'footnoteReference':
          asides.referToNote('footnote', attributes)
          break
        case 'endnoteReference':
          asides.referToNote('endnote', attributes)
          break
        case 'commentReference':
          asides.referToComment(attributes)
          break
        case 'footnote':
        case 'endnote':
        case 'comment':
          asides.open(name, attributes)
          break
        case 'tbl':
          tables.open()
          break
        case 'tr':
          tables.openRow()
          break
        case 'tc':
          places.open()
          break
        case 'gridSpan':
          tables.span(Number(value))
          break
        case 'vMerge':
          tables.merge(value !== 'restart')
          break
        default:
      }
    },
    text(text) {
      if (!isText) return
      paragraphs.write(
        script === 'superscript' ? raised(text) : script === 'subscript' ? lowered(text) : text,
      )
    },
    close(name) {
      if (formulas.isOpen) formulas.close(name, paragraphs.words())
      switch (name) {
        case 't':
          isText = false
          break
        case 'hyperlink':
          paragraphs.closeLink()
          break
        case 'p':
          body.endParagraph()
          break
        case 'tc':
          tables.endCell(places.close().map(blockText).join(' '))
          break
        case 'tbl':
          endTable()
          break
        case 'footnote':
        case 'endnote':
        case 'comment':
          asides.close()
          break
        default:
      }
    },
  }

  /** What the document says of the paragraph that is read. */
  function setProperty(name: 'pStyle' | 'outlineLvl' | 'numId' | 'ilvl', value: string | undefined): void {
    const format = paragraphs.format()
    if (format === undefined) return
    if (name === 'pStyle') format.style = styles.get(value ?? '') ?? plainStyle
    else if (name === 'outlineLvl') format.outline = Number(value)
    else if (name === 'numId') format.list = value ?? ''
    else format.level = Number(value) || 0
  }

  function openLink(attributes: XmlAttributes): void {
    const id = attribute(attributes, 'id')
    const target = id === undefined ? undefined : relationships.get(id)
    if (target?.isOutside === true) paragraphs.openLink(target.target)
  }

  function endTable(): void {
    const rows = tables.end()
    if (rows !== null) places.add({ kind: 'table', rows })
  }

  readXml(bytes, leavingOut(LEFT_OUT, handler))
  return { blocks: places.close(), notes: asides.notes, used: asides.used }
}
