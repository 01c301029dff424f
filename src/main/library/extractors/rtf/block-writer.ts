import { foldSpace } from '../normalize'
import type { Block } from '../structure/block'
import { blockText } from '../structure/block-text'
import { ListCollector } from '../structure/nested-lists'

/** What a paragraph is said to be. */
type Paragraph = { heading: number | null; list: number | null; style: number | null; inTable: boolean }

/** What a text box interrupts. */
type Around = {
  readonly words: string[]
  readonly paragraph: Paragraph
  readonly rows: string[][]
  readonly row: string[]
  readonly label: string | null
  readonly nested: Nested
  readonly item: Item | null
}

/** A table inside a cell: its rows, the one that is being written, and where its next cell begins among the words. */
type Nested = { rows: string[][]; row: string[]; from: number | null }

type Item = { readonly level: number; readonly blocks: Block[] }

/** Makes blocks of the words of a Rich Text file: paragraphs, items, tables, text boxes and notes. */
export class BlockWriter {
  /** The paragraph that is being written. */
  paragraph: Paragraph = plainParagraph()
  /** What stands before the next item; null where the program wrote none. */
  label: string | null = null
  readonly #blocks = new ListCollector()
  #words: string[] = []
  /** The words around a footnote while it is read. */
  #wordsAround: string[] = []
  readonly #notes: string[] = []
  readonly #around: Around[] = []
  readonly #headingStyles = new Map<number, number>()
  #rows: string[][] = []
  #row: string[] = []
  #nested: Nested = noneNested()
  /** The table that a cell of the row consists of. */
  #framed: string[][] = []
  /** The item before, which a paragraph of its list without a label goes on; null where there is none. */
  #item: Item | null = null

  /** Says which style is that of headings of a level. */
  defineHeading(style: number, level: number): void {
    this.#headingStyles.set(style, level)
  }

  write(text: string): void {
    if (this.paragraph.inTable && this.label !== null && text.trim() !== '') {
      if (this.label !== '') this.#words.push(`${this.label} `)
      this.label = null
    }
    this.#words.push(text)
  }

  beginParagraph(): void {
    this.paragraph = plainParagraph()
  }

  /** The blocks, once everything is written. */
  end(): Block[] {
    // A last row that nothing ends.
    if (this.#row.length > 0 && this.#words.length > 0) this.#row.push(this.#takeWords())
    this.endParagraph()
    this.#endTable()
    for (const [index, note] of this.#notes.entries()) {
      this.#blocks.add({ kind: 'paragraph', text: `[${index + 1}] ${note}` })
    }
    return this.#blocks.end()
  }

  /** The words of a text box are read before the paragraph that it stands beside. */
  beginTextBox(): void {
    this.#around.push({
      ...{ words: this.#words, paragraph: this.paragraph, label: this.label },
      ...{ rows: this.#rows, row: this.#row, nested: this.#nested, item: this.#item },
    })
    this.#words = []
    this.paragraph = plainParagraph()
    this.label = null
    this.#rows = []
    this.#row = []
    this.#nested = noneNested()
    this.#item = null
  }

  endTextBox(): void {
    this.endParagraph()
    this.#endTable()
    const around = this.#around.pop()
    if (around === undefined) return
    this.#words = around.words
    this.paragraph = around.paragraph
    this.label = around.label
    this.#rows = around.rows
    this.#row = around.row
    this.#nested = around.nested
    this.#item = around.item
  }

  beginNote(): void {
    this.#wordsAround = this.#words
    this.#words = []
  }

  endNote(): void {
    this.#notes.push(this.#takeWords())
    this.#words = this.#wordsAround
    // Not raised, as the mark itself is.
    this.#words.push(`[${this.#notes.length}]`)
  }

  /** A table begins inside a cell, unless one is going on there. */
  beginNested(): void {
    this.#nested.from ??= this.#words.length
  }

  endNestedCell(): void {
    this.#nested.row.push(this.#takeWords(this.#nested.from ?? 0))
  }

  #takeWords(from = 0): string {
    return this.#words.splice(from).join('').trim()
  }

  endParagraph(): void {
    const { heading, list, style, inTable } = this.paragraph
    const text = this.#takeWords()
    const label = this.label
    this.label = null
    if (!inTable) this.#endTable()
    if (text === '') return
    const level = heading ?? (style === null ? null : (this.#headingStyles.get(style) ?? null))
    if (level !== null) this.#add({ kind: 'heading', level, text: label ? `${label} ${text}` : text })
    else if (list !== null && label === null && this.#item?.level === list) {
      this.#item.blocks.push({ kind: 'paragraph', text })
    } else if (list !== null || label !== null) this.#addItem(list ?? 0, label, text)
    else this.#add({ kind: 'paragraph', text })
  }

  #addItem(level: number, label: string | null, text: string): void {
    const blocks: Block[] = [{ kind: 'paragraph', text }]
    this.#item = label === null ? null : { level, blocks }
    this.#blocks.addItem(label ? { level, ordered: true, label, blocks } : { level, ordered: false, blocks })
  }

  #add(block: Block): void {
    this.#item = null
    this.#blocks.add(block)
  }

  /** The rows of a table inside a cell are lines of it, as {@link blockText} has them. */
  endNestedRow(): void {
    const row = this.#nested.row
    this.#nested.row = []
    if (row.some((cell) => cell !== '')) {
      this.#nested.rows.push(row)
      this.#words.push(`${row.join(' ')};\n`)
    }
    this.#nested.from = this.#words.length
  }

  endCell(): void {
    const text = this.#takeWords().replace(/;$/, this.#nested.rows.length > 0 ? '' : ';')
    this.#row.push(text)
    const nested: Block = { kind: 'table', rows: this.#nested.rows }
    // A cell that holds a table and nothing else may be there for its place on the page only.
    if (text !== '' && foldSpace(text) === foldSpace(blockText(nested))) this.#framed = this.#nested.rows
    this.#nested.rows = []
    this.#nested.from = null
  }

  endRow(): void {
    const isFrame = this.#framed.length > 0 && this.#row.filter((cell) => cell !== '').length === 1
    if (isFrame) for (const row of this.#framed) this.#rows.push(row)
    else this.#rows.push(this.#row)
    this.#framed = []
    this.#row = []
  }

  #endTable(): void {
    if (this.#row.length > 0) this.endRow()
    if (this.#rows.length > 0) this.#add({ kind: 'table', rows: this.#rows })
    this.#rows = []
  }
}

function plainParagraph(): Paragraph {
  return { heading: null, list: null, style: null, inTable: false }
}

function noneNested(): Nested {
  return { rows: [], row: [], from: null }
}
