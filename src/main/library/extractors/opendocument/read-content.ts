import { said } from '../comments/said'
import { readXml, type XmlAttributes } from '../package/xml'
import { withoutEmptyColumns } from '../spreadsheet/read-sheet'
import type { Block } from '../structure/block'
import { blockText } from '../structure/block-text'
import { type Counts, countNext, MAX_LEVELS } from '../structure/count-levels'
import { linked } from '../structure/link'
import { ListCollector } from '../structure/nested-lists'
import { createContentStyles } from './content-styles'
import { type Formulas, objectOf } from './formulas'
import { createOpenLists } from './lists'
import { type CutKind, createOpenTables } from './tables'

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
  const places: ListCollector[] = [new ListCollector()]
  const tables = createOpenTables(onCut)
  const styles = createContentStyles()
  if (stylesBytes !== null) readXml(stylesBytes, { open: styles.openNamed })
  const lists = createOpenLists(styles)
  const headings: Counts = []
  const notes: { mark: string; blocks: Block[] }[] = []
  /** Comments on the cells of the sheet that is read. */
  let cellComments: Block[] = []
  /** The comments that are read, each in the one before: who made it, and how many paragraphs it stands in. */
  const openComments: { readonly author: string[]; readonly paragraphs: number }[] = []
  let comments = 0
  let isAuthor = false
  let words: string[] = []
  const outer: { words: string[]; heading: number | null; isCounted: boolean; style: string }[] = []
  let heading: number | null = null
  let isCounted = false
  let paragraphs = 0
  let leftOut = 0
  let inBody = false
  let isNotes = false
  let isSpreadsheet = false
  let isTitle = false
  let style = ''
  let code: string[] | null = null
  let link: { start: number; address: string } | null = null

  const place = () => places.at(-1) as ListCollector

  /** Of the notes and comments that are open, in how many lists each stands: its paragraphs are none of their items. */
  const listsAround: number[] = []
  /** The code that each stands in. */
  const codeAround: (string[] | null)[] = []
  const openAside = () => {
    codeAround.push(code)
    code = null
    places.push(new ListCollector())
    listsAround.push(lists.depth)
  }
  const endAside = (): Block[] => {
    endCode()
    code = codeAround.pop() ?? null
    listsAround.pop()
    return (places.pop() as ListCollector).end()
  }

  readXml(bytes, {
    open(name, attributes) {
      if (name === 'body') inBody = true
      if (!inBody) {
        styles.open(name, attributes)
        return
      }
      if (LEFT_OUT.has(name)) leftOut++
      if (leftOut > 0) return
      switch (name) {
        case 'h':
        case 'p':
          if (paragraphs > 0) outer.push({ words, heading, isCounted, style })
          paragraphs++
          words = []
          style = styles.named(attributes['text:style-name'])
          heading = name === 'h' ? Number(attributes['text:outline-level'] ?? 1) || 1 : isTitle ? 1 : null
          isCounted = name === 'h' && attributes['text:is-list-header'] !== 'true'
          break
        case 'a':
          link = { start: words.length, address: attributes['xlink:href'] ?? '' }
          break
        case 's':
          words.push(' '.repeat(Math.min(MAX_SPACES, Number(attributes['text:c'] ?? 1) || 1)))
          break
        case 'tab':
          words.push('\t')
          break
        case 'line-break':
          words.push('\n')
          break
        case 'list':
          lists.open(attributes)
          break
        case 'list-item':
        case 'list-header':
          lists.openItem(attributes, name === 'list-header')
          break
        case 'note-body':
          openAside()
          break
        case 'annotation':
          openComments.push({ author: [], paragraphs })
          openAside()
          break
        case 'creator':
          isAuthor = true
          break
        case 'table':
          endCode()
          openTable(attributes)
          break
        case 'table-row':
          tables.openRow(attributes)
          break
        case 'table-cell':
        case 'covered-table-cell':
          openCell(attributes)
          break
        case 'spreadsheet':
          isSpreadsheet = true
          break
        case 'frame':
          isTitle = attributes['presentation:class'] === 'title'
          break
        case 'object':
          if (paragraphs > 0) words.push(formulas.get(objectOf(attributes)) ?? '')
          break
        case 'page':
          place().add({ kind: 'page' })
          break
        case 'notes':
          isNotes = true
          places.push(new ListCollector())
          break
        default:
      }
    },
    text(text) {
      const comment = openComments.at(-1)
      if (comment?.paragraphs === paragraphs) {
        // Beside its paragraphs a comment says who made it, and when.
        if (isAuthor) comment.author.push(text)
        return
      }
      // White space between elements is none of the text (ODF 1.3, part 3, 6.1.2).
      if (inBody && leftOut === 0 && paragraphs > 0) words.push(text.replace(/\s+/g, ' '))
    },
    close(name) {
      if (!inBody) return
      if (LEFT_OUT.has(name)) {
        leftOut--
        return
      }
      if (leftOut > 0) return
      switch (name) {
        case 'h':
        case 'p':
          endParagraph()
          break
        case 'a':
          closeLink()
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
          endNote()
          break
        case 'annotation':
          endComment()
          break
        case 'creator':
          isAuthor = false
          break
        case 'table-cell':
        case 'covered-table-cell':
          endCell()
          break
        case 'table-row':
          tables.endRow()
          break
        case 'table':
          endTable()
          break
        case 'notes':
          endSpeakerNotes()
          break
        default:
      }
    },
  })

  function closeLink(): void {
    if (link !== null) words.push(linked(words.splice(link.start).join(''), link.address))
    link = null
  }

  function endParagraph(): void {
    paragraphs--
    const raw = words.join('')
    const text = raw.trim()
    const level = heading
    const [itsStyle, isItsCounted] = [style, isCounted]
    const around = outer.pop()
    words = around?.words ?? []
    heading = around?.heading ?? null
    isCounted = around?.isCounted ?? false
    style = around?.style ?? ''
    if (isCodeStyle(itsStyle) && paragraphs === 0) {
      code ??= []
      code.push(raw)
      return
    }
    endCode()
    if (text === '') return
    const isInList = lists.depth > (listsAround.at(-1) ?? 0) && tables.depth === 0
    if (level !== null) {
      const label = isInList ? lists.mark().label : isItsCounted ? headingLabel(level) : null
      place().add({ kind: 'heading', level, text: label ? `${label} ${text}` : text })
    } else if (isInList) place().addItem({ ...lists.mark(), blocks: [{ kind: 'paragraph', text }] })
    else if (/^Quot/.test(itsStyle)) place().add({ kind: 'quote', blocks: [{ kind: 'paragraph', text }] })
    else place().add({ kind: 'paragraph', text })
  }

  function headingLabel(level: number): string | null {
    const at = Math.trunc(level) - 1
    return at < 0 || at >= MAX_LEVELS ? null : countNext(headings, at, styles.outline())
  }

  function endCode(): void {
    if (code !== null) place().add({ kind: 'code', text: code.join('\n') })
    code = null
  }

  function endNote(): void {
    const blocks = endAside()
    const mark = `[${notes.length - comments + 1}]`
    notes.push({ mark, blocks })
    words.push(mark)
  }

  /** Stands with the notes where it is in a text, behind its sheet where it is on a cell, and else where it is. */
  function endComment(): void {
    const comment = openComments.pop()
    if (comment === undefined) return
    const author = comment.author.join('').trim()
    const isInText = comment.paragraphs > 0
    const blocks = endAside()
    if (blocks.length === 0) return
    if (isInText) {
      const mark = `[C${++comments}]`
      notes.push({ mark, blocks: said(author, blocks) })
      words.push(mark)
    } else if (tables.isSheet()) {
      const cell = tables.cellName()
      cellComments.push(...said(author === '' ? cell : `${author} (${cell})`, blocks))
    } else place().add({ kind: 'quote', blocks: said(author, blocks) })
  }

  function openTable(attributes: XmlAttributes): void {
    // A table of a spreadsheet stands in no text.
    const isSheet = tables.depth === 0 && paragraphs === 0 && places.length === 1 && isSpreadsheet
    tables.open(attributes, isSheet)
  }

  function openCell(attributes: XmlAttributes): void {
    if (tables.depth === 0) return
    tables.openCell(attributes)
    places.push(new ListCollector())
  }

  function endCell(): void {
    if (tables.depth === 0 || places.length < 2) return
    endCode()
    tables.endCell((places.pop() as ListCollector).end().map(blockText).join(' '))
  }

  function endTable(): void {
    const table = tables.end()
    if (table === null) return
    const { name, isSheet, rows } = table
    if (!isSheet) {
      place().add({ kind: 'table', rows })
      return
    }
    const onCells = cellComments
    cellComments = []
    if (rows.length + onCells.length === 0) return
    place().add({ kind: 'heading', level: 1, text: name })
    if (rows.length > 0) place().add({ kind: 'table', rows: withoutEmptyColumns(rows) })
    for (const block of onCells) place().add(block)
  }

  function endSpeakerNotes(): void {
    if (!isNotes || places.length < 2) return
    isNotes = false
    const blocks = (places.pop() as ListCollector).end()
    if (blocks.length > 0) place().add({ kind: 'quote', blocks })
  }

  endCode()
  const blocks = (places[0] as ListCollector).end()
  return [...blocks, ...notes.flatMap(noteBlocks)]
}

/** Names of the styles that office programs give to code; spaces are written as _20_. */
function isCodeStyle(style: string): boolean {
  return /^(?:Preformatted_20_Text|Source_20_Code|Code\b)/.test(style)
}

function noteBlocks({ mark, blocks }: { mark: string; blocks: readonly Block[] }): Block[] {
  const [first, ...others] = blocks
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', text: mark }, ...blocks]
  return [{ kind: 'paragraph', text: `${mark} ${first.text}` }, ...others]
}
