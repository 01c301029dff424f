import { leavingOut, readXml, type XmlHandler } from '../package/xml'
import type { Block } from '../structure/block'
import { createOpenParagraphs } from '../structure/open-paragraphs'
import { createPlaces } from '../structure/places'
import { createAsides } from './asides'
import { createContentStyles } from './content-styles'
import { type Formulas, objectOf } from './formulas'
import { createOpenLists } from './lists'
import { createSheetsAndTables } from './sheets-and-tables'
import { type CutKind, createOpenTables } from './tables'
import { createText, type ParagraphFormat } from './text'

/** A repeated space is written once with a count, and a hostile file counts to billions. */
const MAX_SPACES = 100

/** Elements whose text is not part of the document as it stands. */
const LEFT_OUT = new Set([
  'tracked-changes',
  'table-of-content',
  'forms',
  'sequence-decls',
  'ruby-text',
  'note-citation',
])

/** Reads `content.xml` in order: text, lists and tables; sheets and slides begin with a heading. */
export function readContent(
  bytes: Uint8Array,
  { stylesBytes, formulas }: { readonly stylesBytes: Uint8Array | null; readonly formulas: Formulas },
  onCut: (what: CutKind, count: number) => void,
): Block[] {
  const styles = createContentStyles()
  if (stylesBytes !== null) readXml(stylesBytes, { open: styles.openNamed })
  const places = createPlaces()
  const paragraphs = createOpenParagraphs<ParagraphFormat>()
  const tables = createOpenTables(onCut)
  const lists = createOpenLists(styles)
  const asides = createAsides({ places, paragraphs, lists, tables })
  const sheetsAndTables = createSheetsAndTables({ places, paragraphs, tables, asides })
  const text = createText({ places, paragraphs, styles, lists, tables, asides })
  let inBody = false
  let isNotes = false
  let isSpreadsheet = false
  let isTitle = false

  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'body') inBody = true
      if (!inBody) {
        styles.open(name, attributes)
        return
      }
      switch (name) {
        case 'h':
        case 'p':
          text.openParagraph(name, attributes, isTitle)
          break
        case 'a':
          paragraphs.openLink(attributes['xlink:href'] ?? '')
          break
        case 's':
          paragraphs.write(' '.repeat(Math.min(MAX_SPACES, Number(attributes['text:c'] ?? 1) || 1)))
          break
        case 'tab':
          paragraphs.write('\t')
          break
        case 'line-break':
          paragraphs.write('\n')
          break
        case 'list':
          lists.open(attributes)
          break
        case 'list-item':
        case 'list-header':
          lists.openItem(attributes, name === 'list-header')
          break
        case 'note-body':
          asides.openNote()
          break
        case 'annotation':
          asides.openComment()
          break
        case 'creator':
          asides.openAuthor()
          break
        case 'table':
          sheetsAndTables.open(attributes, isSpreadsheet)
          break
        case 'table-row':
          tables.openRow(attributes)
          break
        case 'table-cell':
        case 'covered-table-cell':
          sheetsAndTables.openCell(attributes)
          break
        case 'spreadsheet':
          isSpreadsheet = true
          break
        case 'frame':
          isTitle = attributes['presentation:class'] === 'title'
          break
        case 'object':
          paragraphs.write(formulas.get(objectOf(attributes)) ?? '')
          break
        case 'page':
          places.add({ kind: 'page' })
          break
        case 'notes':
          openSpeakerNotes()
          break
        default:
      }
    },
    text(words) {
      if (asides.takes(words)) return
      // White space between elements is none of the text (ODF 1.3, part 3, 6.1.2).
      if (inBody) paragraphs.write(words.replace(/\s+/g, ' '))
    },
    close(name) {
      if (!inBody) return
      switch (name) {
        case 'h':
        case 'p':
          text.endParagraph()
          break
        case 'a':
          paragraphs.closeLink()
          break
        case 'list':
          lists.close()
          break
        case 'list-item':
        case 'list-header':
          lists.closeItem()
          break
        case 'frame':
          isTitle = false
          break
        case 'note-body':
          asides.endNote()
          break
        case 'annotation':
          asides.endComment()
          break
        case 'creator':
          asides.endAuthor()
          break
        case 'table-cell':
        case 'covered-table-cell':
          sheetsAndTables.endCell()
          break
        case 'table-row':
          tables.endRow()
          break
        case 'table':
          sheetsAndTables.end()
          break
        case 'notes':
          endSpeakerNotes()
          break
        default:
      }
    },
  }

  function openSpeakerNotes(): void {
    isNotes = true
    places.open()
  }

  function endSpeakerNotes(): void {
    if (!isNotes || places.depth === 0) return
    isNotes = false
    const blocks = places.close()
    if (blocks.length > 0) places.add({ kind: 'quote', blocks })
  }

  readXml(bytes, leavingOut(LEFT_OUT, handler))
  return [...places.close(), ...asides.atEnd()]
}
