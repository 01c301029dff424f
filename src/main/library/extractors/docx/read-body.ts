import { said } from '../comments/said'
import { type Drawings, drawingOf } from '../drawing/drawings'
import type { Relationships } from '../package/relationships'
import { attribute, readXml, type XmlAttributes } from '../package/xml'
import type { Block } from '../structure/block'
import { blockText } from '../structure/block-text'
import { linked } from '../structure/link'
import { ListCollector, labelled } from '../structure/nested-lists'
import { lowered, raised } from '../structure/scripts'
import { createFormulaWriter } from './formula'
import { createListCounter } from './list-counter'
import type { NoteReference, Notes } from './notes'
import { type Numbering, WORD_LEVELS } from './numbering'
import { type ParagraphStyle, plainStyle } from './styles'
import { symbolOf } from './symbol'

/** What a body's text refers to. */
export type BodyContext = {
  readonly styles: ReadonlyMap<string, ParagraphStyle>
  readonly numbering: Numbering
  readonly relationships: Relationships
  readonly drawings: Drawings
  /** Comments that are referred to before this part. */
  readonly commentsBefore: number
}

type Paragraph = {
  words: string[]
  style: ParagraphStyle
  outline: number | null
  list: string | null
  level: number | null
}

type Table = { rows: string[][]; span: number; isContinued: boolean }

/** Where paragraphs go: the text, a cell of a table, a note. */
type Place = { readonly blocks: ListCollector; code: string[] | null }

/** Elements whose text is not part of the document as it stands: deletions, field codes, fallbacks, properties. */
const LEFT_OUT = new Set(['del', 'moveFrom', 'instrText', 'delText', 'Fallback', 'delInstrText', 'rt'])

/** Reads the paragraphs, lists and tables of a part (document, footnotes) in order. */
export function readBody(
  bytes: Uint8Array,
  context: BodyContext,
): { blocks: Block[]; notes: Notes; used: NoteReference[] } {
  const places: Place[] = [{ blocks: new ListCollector(), code: null }]
  const tables: Table[] = []
  const paragraphs: Paragraph[] = []
  const notes = new Map<string, Block[]>()
  const used: NoteReference[] = []
  let comments = 0
  const counter = createListCounter(context.numbering)
  /** What is written in the charts and diagrams of the paragraph that is open. */
  let drawn: Block[] = []
  let author = ''
  let noteId: string | null = null
  let leftOut = 0
  let isText = false
  let script = ''
  const formulas = createFormulaWriter()
  let link: { start: number; address: string } | null = null

  const place = () => places.at(-1) as Place
  const paragraph = () => paragraphs.at(-1)
  const write = (text: string) => {
    if (leftOut === 0) paragraph()?.words.push(text)
  }

  readXml(bytes, {
    open(name, attributes) {
      if (LEFT_OUT.has(name)) leftOut++
      if (leftOut > 0) return
      if (name === 'oMath' || formulas.isOpen) formulas.open(name, attributes, paragraph()?.words ?? [])
      const value = attributes['w:val']
      switch (name) {
        case 'p':
          paragraphs.push({ words: [], style: plainStyle, outline: null, list: null, level: null })
          break
        case 'pStyle':
          if (paragraphs.length > 0)
            (paragraph() as Paragraph).style = context.styles.get(value ?? '') ?? plainStyle
          break
        case 'outlineLvl':
          if (paragraphs.length > 0) (paragraph() as Paragraph).outline = Number(value)
          break
        case 'numId':
          if (paragraphs.length > 0) (paragraph() as Paragraph).list = value ?? ''
          break
        case 'ilvl':
          if (paragraphs.length > 0) (paragraph() as Paragraph).level = Number(value) || 0
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
          if (attributes['w:pos'] === undefined) write('\t')
          break
        case 'br':
        case 'cr':
          write('\n')
          break
        case 'noBreakHyphen':
          write('\u2011')
          break
        case 'sym':
          write(symbolOf(attributes))
          break
        case 'hyperlink':
          openLink(attributes)
          break
        case 'chart':
        case 'relIds':
          drawn.push(...drawingOf(name, attributes, context.drawings))
          break
        case 'footnoteReference':
        case 'endnoteReference':
          refer(
            `${name.slice(0, -'Reference'.length)} ${attributes['w:id'] ?? ''}`,
            `[${used.length - comments + 1}]`,
          )
          break
        case 'commentReference':
          // Notes keep the numbers that they have without the comments.
          refer(`comment ${attributes['w:id'] ?? ''}`, `[C${context.commentsBefore + ++comments}]`)
          break
        case 'footnote':
        case 'endnote':
        case 'comment':
          // Separators are notes too, of a type.
          noteId = attributes['w:type'] === undefined ? `${name} ${attributes['w:id'] ?? ''}` : null
          author = attributes['w:author']?.trim() ?? ''
          places.push({ blocks: new ListCollector(), code: null })
          break
        case 'tbl':
          tables.push({ rows: [], span: 1, isContinued: false })
          break
        case 'tr':
          tables.at(-1)?.rows.push([])
          break
        case 'tc':
          places.push({ blocks: new ListCollector(), code: null })
          break
        case 'gridSpan':
          if (tables.length > 0)
            (tables.at(-1) as Table).span = Math.min(100, Math.max(1, Number(value) || 1))
          break
        case 'vMerge':
          if (tables.length > 0) (tables.at(-1) as Table).isContinued = value !== 'restart'
          break
        default:
      }
    },
    text(text) {
      if (!isText) return
      write(script === 'superscript' ? raised(text) : script === 'subscript' ? lowered(text) : text)
    },
    close(name) {
      if (LEFT_OUT.has(name)) {
        leftOut--
        return
      }
      if (leftOut > 0) return
      if (formulas.isOpen) formulas.close(name, paragraph()?.words ?? [])
      switch (name) {
        case 't':
          isText = false
          break
        case 'hyperlink':
          closeLink()
          break
        case 'p':
          endParagraph()
          break
        case 'tc':
          endCell()
          break
        case 'tbl':
          endTable()
          break
        case 'footnote':
        case 'endnote':
        case 'comment': {
          const blocks = endPlace()
          if (noteId !== null) notes.set(noteId, said(author, blocks))
          noteId = null
          break
        }
        default:
      }
    },
  })

  function refer(id: string, mark: string): void {
    used.push({ id, mark })
    write(mark)
  }

  function openLink(attributes: XmlAttributes): void {
    const id = attribute(attributes, 'id')
    const target = id === undefined ? undefined : context.relationships.get(id)
    link =
      target?.isOutside === true ? { start: paragraph()?.words.length ?? 0, address: target.target } : null
  }

  function closeLink(): void {
    const open = paragraph()
    if (link === null || open === undefined) return
    open.words.push(linked(open.words.splice(link.start).join(''), link.address))
    link = null
  }

  function endParagraph(): void {
    const ended = paragraphs.pop()
    if (ended === undefined) return
    const text = ended.words.join('')
    const list = listOf(ended)
    const label = list === null ? null : counter.next(list.id, list.level)
    // A text box stands inside the paragraph that it is anchored in.
    const outer = paragraph()
    if (outer !== undefined) {
      const boxed = label === null ? text : `${label} ${text}`
      if (text.trim() !== '') outer.words.push(outer.words.length > 0 ? ' ' : '', boxed, ' ')
      return
    }
    addParagraph(ended, text, list, label)
    if (drawn.length === 0) return
    endCode(place())
    for (const block of drawn) place().blocks.add(block)
    drawn = []
  }

  function addParagraph(
    { outline, style }: Paragraph,
    text: string,
    list: ParagraphStyle['list'],
    label: string | null,
  ): void {
    const here = place()
    if (style.isCode) {
      here.code ??= []
      here.code.push(text)
      return
    }
    endCode(here)
    // Rows of a table are often counted by points without words.
    if (style.isContents || (text.trim() === '' && (label === null || tables.length === 0))) return
    const heading = outline !== null && outline < 9 ? outline + 1 : style.heading
    const labelledText = label === null ? text : `${label} ${text}`
    if (heading !== null) {
      here.blocks.add({ kind: 'heading', level: heading, text: labelledText })
    } else if (text.trim() === '') here.blocks.add({ kind: 'paragraph', text: labelledText })
    else if (list !== null) {
      const { level } = list
      here.blocks.addItem({ level, ...labelled(label), blocks: [{ kind: 'paragraph', text }] })
    } else if (style.isQuote) here.blocks.add({ kind: 'quote', blocks: [{ kind: 'paragraph', text }] })
    else here.blocks.add({ kind: 'paragraph', text })
  }

  function endCode(here: Place): void {
    if (here.code !== null) here.blocks.add({ kind: 'code', text: here.code.join('\n') })
    here.code = null
  }

  function endPlace(): Block[] {
    const ended = places.length > 1 ? (places.pop() as Place) : place()
    endCode(ended)
    return ended.blocks.end()
  }

  function endCell(): void {
    const blocks = endPlace()
    const table = tables.at(-1)
    const row = table?.rows.at(-1)
    if (table === undefined || row === undefined) return
    row.push(table.isContinued ? '' : blocks.map(blockText).join(' '))
    for (let filled = 1; filled < table.span; filled++) row.push('')
    table.span = 1
    table.isContinued = false
  }

  function endTable(): void {
    const table = tables.pop()
    if (table === undefined) return
    endCode(place())
    place().blocks.add({ kind: 'table', rows: table.rows })
  }

  const first = places[0] as Place
  endCode(first)
  return { blocks: first.blocks.end(), notes, used }
}

/** The list that a paragraph is a point of: by itself or by its style. */
function listOf({ list, level, style }: Paragraph): { id: string; level: number } | null {
  const id = list ?? style.list?.id ?? '0'
  // Number 0 takes a paragraph out of the list of its style.
  if (id === '0' || id === '') return null
  return { id, level: Math.min(WORD_LEVELS - 1, Math.max(0, level ?? style.list?.level ?? 0)) }
}
