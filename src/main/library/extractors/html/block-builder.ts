import { assertNever } from '../../../../shared/errors'
import { foldSpace } from '../normalize'
import type { Block } from '../structure/block'
import { itemLabels, type Numbering } from './numbering'
import { type TableCell, tableBlocks } from './table'

/** A block of a page and what tells whether it belongs to what people came to read. */
export type PageBlock = {
  readonly block: Block
  /** Characters of its words and between them, and those of them that are links. */
  readonly letters: number
  readonly linked: number
  /** Inside an element that the page calls its main part. */
  readonly isMain: boolean
  /** Inside what pages repeat around their content: menus, footers, asides. */
  readonly isAround: boolean
}

type Item = Block[]

/** What is open: where blocks go until it closes. */
type Container =
  | {
      readonly kind: 'list'
      /** Null where it has bullets. */
      readonly numbering: Numbering | null
      readonly items: Item[]
      /** The number that each item names; those without words count too. */
      readonly values: (number | null)[]
    }
  | { readonly kind: 'item'; readonly blocks: Block[]; readonly value: number | null }
  | { readonly kind: 'quote'; readonly blocks: Block[] }
  | { readonly kind: 'table'; readonly rows: TableCell[][]; isLayout: boolean }
  | { readonly kind: 'cell'; readonly blocks: Block[]; readonly columns: number; readonly rows: number }

/** An aside with more of its letters in links than this stands around the content; a box that explains has few. */
const MAX_ASIDE_LINKED_SHARE = 0.25

/** Elements inside each other beyond this add no structure of their own; hostile pages nest a million. */
const MAX_CONTAINERS = 40

/** Collects words and blocks in the order of a page; knows nothing of tags. */
export class BlockBuilder {
  readonly #root: PageBlock[] = []
  readonly #open: Container[] = []
  readonly #words: string[] = []
  /** Characters that are Markdown around the words of the present paragraph. */
  #markup = 0
  #letters = 0
  #linked = 0
  /** Of the outermost open container, whose block is judged as one. */
  #totalLetters = 0
  #totalLinked = 0
  #main = 0
  #around = 0

  /** Adds words to the present paragraph; white space is folded when it ends. */
  addText(text: string, isLink: boolean): void {
    // Between two tags there is mostly white space alone, which is none where a paragraph begins.
    if (this.#words.length === 0 && isBlank(text)) return
    this.#words.push(text)
    if (isLink) this.#linked += countLetters(text)
  }

  addLineBreak(): void {
    this.#words.push(LINE_BREAK)
  }

  /** Where the present paragraph is, to wrap what follows. */
  mark(): number {
    return this.#words.length
  }

  /** Puts Markdown, which counts as no words, around the words since a mark. */
  wrapSince(mark: number, wrap: (words: string, address: string) => string, address = ''): void {
    const words = this.#words.splice(mark).join('')
    const wrapped = wrap(words, address)
    this.#words.push(wrapped)
    this.#markup += wrapped.length - words.length
  }

  /** Ends the present paragraph. */
  endParagraph(): void {
    const text = this.#takeWords()
    if (text !== '') this.#add({ kind: 'paragraph', text })
  }

  /** Ends the present paragraph as a heading. */
  endHeading(level: number): void {
    const text = foldSpace(this.#takeWords())
    if (text !== '') this.#add({ kind: 'heading', level, text })
  }

  addCode(text: string, language: string | undefined): void {
    this.endParagraph()
    this.#letters += countLetters(text)
    this.#add({ kind: 'code', text, ...(language === undefined ? {} : { language }) })
  }

  enterMain(): void {
    this.endParagraph()
    this.#main++
  }

  leaveMain(): void {
    this.endParagraph()
    this.#main--
  }

  enterAround(): void {
    this.endParagraph()
    this.#around++
  }

  leaveAround(): void {
    this.endParagraph()
    this.#around--
  }

  /** Begins what may stand around the content or explain it; see {@link leaveAside}. */
  enterAside(): number {
    this.endParagraph()
    return this.#root.length
  }

  /** Ends what {@link enterAside} began: what has much of its words in links leads elsewhere. */
  leaveAside(start: number): void {
    this.endParagraph()
    const inside = this.#root.slice(start)
    const letters = inside.reduce((sum, block) => sum + block.letters, 0)
    const linked = inside.reduce((sum, block) => sum + block.linked, 0)
    if (linked <= MAX_ASIDE_LINKED_SHARE * letters) return
    inside.forEach((block, index) => {
      this.#root[start + index] = { ...block, isAround: true }
    })
  }

  get isInMain(): boolean {
    return this.#main > 0
  }

  /** Opens a container; false when there are too many, and its content then joins the one around it. */
  open(kind: Exclude<Container['kind'], 'list' | 'item' | 'cell'>): boolean {
    if (kind === 'table') {
      const around = this.#innermostTable()
      if (around !== undefined) around.isLayout = true
    }
    return this.#openAs(kind === 'table' ? { kind, rows: [], isLayout: false } : { kind, blocks: [] })
  }

  /** Opens a list as {@link open} does. */
  openList(numbering: Numbering | null): boolean {
    return this.#openAs({ kind: 'list', numbering, items: [], values: [] })
  }

  /** Opens an item as {@link open} does. */
  openItem(value: number | null): boolean {
    return this.#openAs({ kind: 'item', blocks: [], value })
  }

  /** Opens a cell, which may take several columns and rows, as {@link open} does. */
  openCell(spans: { readonly columns: number; readonly rows: number }): boolean {
    return this.#openAs({ kind: 'cell', blocks: [], ...spans })
  }

  #openAs(container: Container): boolean {
    this.endParagraph()
    if (this.#open.length >= MAX_CONTAINERS) return false
    if (this.#open.length === 0) {
      this.#totalLetters = 0
      this.#totalLinked = 0
    }
    this.#open.push(container)
    return true
  }

  /** Begins a row of the present table. */
  beginRow(): void {
    this.endParagraph()
    const last = this.#open.at(-1)
    if (last?.kind === 'table') last.rows.push([])
  }

  /** Closes the innermost container if it is of this kind. */
  close(kind: Container['kind']): void {
    this.endParagraph()
    const last = this.#open.at(-1)
    if (last?.kind !== kind) return
    this.#open.pop()
    switch (last.kind) {
      case 'item':
        this.#addItem(last.blocks, last.value)
        break
      case 'cell':
        this.#addCell(last)
        break
      case 'list':
        if (last.items.some((item) => item.length > 0)) this.#add(listBlock(last))
        break
      case 'quote':
        if (last.blocks.length > 0) this.#add({ kind: 'quote', blocks: last.blocks })
        break
      case 'table':
        for (const block of tableBlocks(last.rows, last.isLayout)) this.#add(block)
        break
      default:
        assertNever(last)
    }
  }

  /** What was built; open containers are closed. */
  end(): readonly PageBlock[] {
    this.endParagraph()
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) this.close(last.kind)
    return this.#root
  }

  #takeWords(): string {
    if (this.#words.length === 0) return ''
    const [first = ''] = this.#words
    const text = foldWords(this.#words.length === 1 ? first : this.#words.join(''))
    this.#words.length = 0
    this.#letters += text.length - this.#markup
    this.#markup = 0
    return text
  }

  #add(block: Block): void {
    this.#totalLetters += this.#letters
    this.#totalLinked += this.#linked
    const container = this.#open.at(-1)
    if (container === undefined) {
      this.#root.push({
        block,
        letters: this.#totalLetters,
        linked: this.#totalLinked,
        isMain: this.#main > 0,
        isAround: this.#around > 0,
      })
      this.#totalLetters = 0
      this.#totalLinked = 0
    } else addTo(container, block)
    this.#letters = 0
    this.#linked = 0
  }

  #addItem(blocks: Block[], value: number | null): void {
    const list = this.#open.at(-1)
    if (list?.kind === 'list') {
      list.items.push(blocks)
      list.values.push(value)
    } else if (blocks.length > 0) this.#add({ kind: 'list', ordered: false, items: [blocks] })
  }

  #addCell(cell: TableCell): void {
    const table = this.#open.at(-1)
    if (table?.kind !== 'table') {
      for (const block of cell.blocks) this.#add(block)
      return
    }
    if (table.rows.length === 0) table.rows.push([])
    table.rows.at(-1)?.push(cell)
  }

  #innermostTable(): Extract<Container, { kind: 'table' }> | undefined {
    return this.#open.findLast((container) => container.kind === 'table')
  }
}

function addTo(container: Container, block: Block): void {
  if (container.kind === 'list') {
    const above = container.items.at(-1)
    // A list between the items of another one, as old editors wrote it, belongs to the item above.
    if (block.kind === 'list' && above !== undefined) above.push(block)
    else {
      container.items.push([block])
      container.values.push(null)
    }
  } else if (container.kind === 'table') container.rows.push([{ blocks: [block], columns: 1, rows: 1 }])
  else container.blocks.push(block)
}

function listBlock({ numbering, items, values }: Extract<Container, { kind: 'list' }>): Block {
  const labels = numbering === null ? [] : itemLabels(numbering, values)
  const written = labels.filter((_, index) => items[index]?.length !== 0)
  const isPlain = written.every((label, index) => label === `${index + 1}.`)
  return { kind: 'list', ordered: numbering !== null, items, ...(isPlain ? {} : { labels }) }
}

/** Stands for `<br>` until a paragraph ends: a noncharacter, which no text holds (Unicode 23.7). */
const LINE_BREAK = '\ufdd0'

function foldWords(text: string): string {
  const folded = foldSpace(text)
  return (folded.includes(LINE_BREAK) ? folded.replace(/ ?\ufdd0(?: |\ufdd0)*/g, '\n') : folded).trim()
}

function isBlank(text: string): boolean {
  return text.charCodeAt(0) <= 32 && text.trim() === ''
}

/** Of the text as it will stand there: each run of white space as one space, none around it. */
function countLetters(text: string): number {
  const bare = text.trim()
  // Looking at each character of a text takes much longer than finding out that there is nothing to fold.
  return bare.includes('\n') || bare.includes('  ') ? foldSpace(bare).length : bare.length
}
