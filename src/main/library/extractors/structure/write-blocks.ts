import { AppError, assertNever } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { MAX_DOCUMENT_CHARACTERS } from '../limits'
import { foldSpace, normalizeText, titleLine, withoutSoftHyphens } from '../normalize'
import type { Heading, PageRange } from '../types'
import type { Block } from './block'

/** Blocks written as Markdown, with exact places. */
export type WrittenText = {
  readonly text: string
  readonly headings: readonly Heading[]
  /** Empty when no block began a page. */
  readonly pages: readonly PageRange[]
}

/** Lists and quotes inside each other beyond this are written flat: no reader counts further. */
const MAX_INDENTS = 12

/** Letters of what stands before an item that are written. */
const MAX_LABEL = 40

type List = Extract<Block, { kind: 'list' }>

/** Writes blocks as Markdown; throws `too_large` past the limit of one document. */
export function writeBlocks(blocks: Iterable<Block>): WrittenText {
  const writer = new BlockWriter()
  for (const block of blocks) writer.write(block, '', '')
  return writer.end()
}

class BlockWriter {
  readonly #parts: string[] = []
  readonly #headings: Heading[] = []
  readonly #pages: { page: number; start: number; end: number }[] = []
  #length = 0
  /** The next block follows after a line end, not after a blank line. */
  #tight = false

  end(): WrittenText {
    this.#endPage()
    return { text: this.#parts.join(''), headings: this.#headings, pages: this.#pages }
  }

  /** `first` stands before the block's first line, `rest` before its other lines. */
  write(block: Block, first: string, rest: string): void {
    switch (block.kind) {
      case 'heading':
        this.#heading(block.level, block.text, first)
        break
      case 'paragraph':
        this.#lines(inertFence(block.text), first, rest)
        break
      case 'code':
        this.#code(block.text, block.language, first, rest)
        break
      case 'list':
        this.#list(block, first, rest)
        break
      case 'quote':
        this.#nested(block.blocks, `${first}> `, `${rest}> `, first, rest)
        break
      case 'table':
        this.#table(block.rows, first, rest)
        break
      case 'page':
        this.#page()
        break
      default:
        assertNever(block)
    }
  }

  #heading(level: number, text: string, first: string): void {
    const title = titleLine(wordsOf(text))
    if (title === null) return
    const depth = Math.min(6, Math.max(1, level))
    this.#begin()
    this.#headings.push({ level: depth, title, start: this.#length + first.length })
    this.#append(`${first}${'#'.repeat(depth)} ${title}`)
  }

  #lines(text: string, first: string, rest: string): void {
    const words = wordsOf(text).trim()
    if (words === '') return
    this.#begin()
    this.#append(first + (rest === '' ? words : words.replaceAll('\n', `\n${rest}`)))
  }

  #code(text: string, language: string | undefined, first: string, rest: string): void {
    const code = normalizeText(text).replace(/^\n+/, '').trimEnd()
    if (code === '') return
    const fence = fenceFor(code)
    this.#lines(`${fence}${language ?? ''}\n${code}\n${fence}`, first, rest)
  }

  #list({ ordered, items, labels }: List, first: string, rest: string): void {
    let mark = first
    let next = 1
    let sign = '.'
    let isFirst = true
    for (const [index, item] of items.entries()) {
      const label = titleLine(labels?.[index], MAX_LABEL) ?? (ordered ? `${next}.` : '')
      const number = plainNumber(label)
      // Readers of Markdown count on from the first number of a list; another sign behind a number begins a list anew.
      if (number !== null && isFirst) sign = label.slice(-1)
      else if (number !== null && number !== next) sign = sign === '.' ? ')' : '.'
      const bullet = number === null ? '- ' : `${number}${sign} `
      const blocks = number === null && label !== '' ? labelled(item, label) : item
      if (!isFirst) this.#tight = true
      const before = this.#length
      this.#nested(blocks, mark + bullet, rest + ' '.repeat(bullet.length), mark, rest)
      this.#tight = false
      if (this.#length === before) continue
      if (number !== null) next = number + 1
      isFirst = false
      mark = rest
    }
  }

  /** Blocks inside a list item or quote; too deep, they are written without another indent. */
  #nested(blocks: readonly Block[], first: string, rest: string, flatFirst: string, flatRest: string): void {
    const flat = rest.length > MAX_INDENTS * 2
    let begin = flat ? flatFirst : first
    const others = flat ? flatRest : rest
    for (const block of blocks) {
      const before = this.#length
      // A list directly below the words of its item is one list to every reader, unless it begins with another number.
      if (block.kind === 'list' && begin === others) this.#tight = (plainNumber(block.labels?.[0]) ?? 1) === 1
      this.write(block, begin, others)
      if (this.#length > before) begin = others
    }
  }

  #table(rows: readonly (readonly string[])[], first: string, rest: string): void {
    const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
    const width = filled.reduce((most, row) => Math.max(most, usedWidth(row)), 0)
    if (width === 0) return
    if (width === 1) {
      for (const [cell = ''] of filled) this.#lines(inertFence(cell), first, rest)
      return
    }
    this.#begin()
    filled.forEach((row, index) => {
      // Joined, because a text that is put together from many small ones is kept as all of them.
      const cells = Array.from({ length: width }, (_, column) => tableCell(row[column] ?? ''))
      this.#append(`${index === 0 ? first : `\n${rest}`}| ${cells.join(' | ')} |`)
      if (index === 0) this.#append(`\n${rest}|${' --- |'.repeat(width)}`)
    })
  }

  #page(): void {
    this.#endPage()
    if (this.#length > 0) this.#append('\n\n')
    this.#pages.push({ page: this.#pages.length + 1, start: this.#length, end: this.#length })
  }

  #endPage(): void {
    const last = this.#pages.at(-1)
    if (last !== undefined) last.end = this.#length
  }

  /** Parts from what stands before: by a blank line, or by a line end between items. */
  #begin(): void {
    const atStart = this.#length === 0 || this.#pages.at(-1)?.start === this.#length
    if (!atStart) this.#append(this.#tight ? '\n' : '\n\n')
    this.#tight = false
  }

  #append(part: string): void {
    this.#parts.push(part)
    this.#length += part.length
    if (this.#length > MAX_DOCUMENT_CHARACTERS) {
      throw new AppError('too_large', say('document.too_much_text', { limit: MAX_DOCUMENT_CHARACTERS }))
    }
  }
}

/** The number of a label that is a mark of an ordered list in Markdown (CommonMark 0.31.2, 5.2). */
function plainNumber(label: string | undefined): number | null {
  const digits = /^(\d{1,9})[.)]$/.exec(label ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/** An item with what stands before its words. */
function labelled(item: readonly Block[], label: string): readonly Block[] {
  const [head, ...others] = item
  if (head === undefined) return item
  return head.kind === 'paragraph' || head.kind === 'heading'
    ? [{ ...head, text: `${label} ${head.text}` }, ...others]
    : [{ kind: 'paragraph', text: label }, ...item]
}

/** A fence that is longer than any in the code. */
function fenceFor(code: string): string {
  if (!code.includes('```')) return '```'
  let longest = 0
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}

/** A paragraph that begins like a code fence must not turn what follows into code. */
function inertFence(text: string): string {
  return text.includes('```') || text.includes('~~~')
    ? text.replace(/^( {0,3})(`{3}|~{3})/gm, '$1\\$2')
    : text
}

function usedWidth(row: readonly string[]): number {
  let width = row.length
  while (width > 0 && row[width - 1]?.trim() === '') width--
  return width
}

function wordsOf(text: string): string {
  return withoutSoftHyphens(normalizeText(text))
}

function tableCell(text: string): string {
  // Wide tables are empty for the most part.
  if (text === '') return ''
  const line = foldSpace(wordsOf(text)).trim()
  return line.includes('|') ? line.replaceAll('|', '\\|') : line
}
