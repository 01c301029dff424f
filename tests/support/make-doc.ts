import { makeCompoundFile } from './make-compound-file'

/** Changes of a format: codes (MS-DOC, 2.6) and the bytes of their values. */
export type DocModifiers = readonly (readonly [code: number, ...bytes: number[]])[]

/** A paragraph of a document of Word 97, or a cell or the end of a row of a table. */
export interface DocParagraph {
  /** With `\x13`, `\x14` and `\x15` around fields, and the like. */
  readonly text: string
  /** What ends it: a paragraph, or a cell or row. */
  readonly end?: '\r' | '\x07' | '\f'
  /** The number of its style. */
  readonly style?: number
  readonly modifiers?: DocModifiers
  /** Formats of its characters, from the first of them on. */
  readonly runs?: readonly { readonly from: number; readonly to: number; readonly modifiers: DocModifiers }[]
}

/** A document of Word 97. */
export interface DocParts {
  readonly paragraphs: readonly DocParagraph[]
  readonly footnotes?: readonly { readonly at: number; readonly text: string }[]
  readonly endnotes?: readonly { readonly at: number; readonly text: string }[]
  readonly comments?: readonly { readonly at: number; readonly text: string; readonly author: string }[]
  /** The text of text boxes. */
  readonly boxes?: string
  /** By their numbers: which built-in one, or its name, on which it is based, and what it makes of paragraphs. */
  readonly styles?: readonly {
    readonly builtIn?: number
    readonly name?: string
    readonly basedOn?: number
    readonly modifiers?: DocModifiers
  }[]
  /** Lists, which paragraphs name from 1 on: the levels of each. */
  readonly lists?: readonly (readonly {
    readonly format: number
    readonly text: string
    readonly start?: number
  }[])[]
  readonly fonts?: readonly string[]
  /** The characters from which on the text has one byte a character; all of it has two without. */
  readonly narrowFrom?: number
  readonly flags?: number
}

const TEXT_AT = 1024
const PAGE = 512
const PARTS_AT = 0x9a

/** Makes a document of Word 97 (MS-DOC). */
export function makeDoc(parts: DocParts): Buffer {
  const { paragraphs, footnotes = [], endnotes = [], comments = [], boxes = '', styles = [] } = parts
  const main = paragraphs.map(({ text, end = '\r' }) => text + end)
  const story = (notes: readonly { readonly text: string }[]) =>
    notes.length === 0 ? '' : `${notes.map(({ text }) => `\x02${text}\r`).join('')}\r`
  const stories = [main.join(''), story(footnotes), '', '', story(comments), story(endnotes), boxes, '']
  const text = stories.join('')
  const narrowFrom = Math.min(parts.narrowFrom ?? text.length, text.length)
  const wide = Buffer.from(text.slice(0, narrowFrom), 'utf16le')
  const narrow = Buffer.from(text.slice(narrowFrom), 'latin1')
  const placeOf = (character: number) =>
    character <= narrowFrom ? TEXT_AT + character * 2 : TEXT_AT + wide.length + character - narrowFrom

  const table = createTable()
  table.add(33, pieces(text.length, narrowFrom, wide.length))
  const pagesFrom = Math.ceil((TEXT_AT + wide.length + narrow.length) / PAGE)
  const pages: Buffer[] = []
  let character = 0
  const paragraphRuns: Run[] = []
  const characterRuns: Run[] = []
  for (const [index, paragraph] of paragraphs.entries()) {
    const length = main[index]?.length ?? 0
    const format = Buffer.concat([shorts(paragraph.style ?? 0), modifierBytes(paragraph.modifiers)])
    paragraphRuns.push({ start: placeOf(character), end: placeOf(character + length), bytes: format })
    for (const { from, to, modifiers } of paragraph.runs ?? []) {
      const bytes = modifierBytes(modifiers)
      characterRuns.push({ start: placeOf(character + from), end: placeOf(character + to), bytes })
    }
    character += length
  }
  for (const [place, runs, isParagraphs] of [
    [13, paragraphRuns, true],
    [12, characterRuns, false],
  ] as const) {
    const numbers: number[] = []
    for (const run of runs) {
      numbers.push(pagesFrom + pages.length)
      pages.push(page(run, isParagraphs))
    }
    const starts = [...runs.map(({ start }) => start), runs.at(-1)?.end ?? 0]
    table.add(place, Buffer.concat([longs(...starts), longs(...numbers)]))
  }
  table.add(1, styleSheet(styles))
  addNotes(table, [2, 3], footnotes, 2, text.length)
  addNotes(table, [46, 47], endnotes, 2, text.length)
  addNotes(table, [4, 5], comments, 30, text.length)
  table.add(36, Buffer.concat(comments.map(({ author }) => counted(author))))
  table.add(15, fontTable(parts.fonts ?? []))
  addLists(table, parts.lists ?? [])

  const document = Buffer.alloc(pagesFrom * PAGE)
  document.writeUInt16LE(0xa5ec, 0)
  document.writeUInt16LE(0xc1, 2)
  document.writeUInt16LE(parts.flags ?? 0x0200, 0x0a)
  for (const [index, each] of stories.entries()) document.writeUInt32LE(each.length, 0x4c + index * 4)
  for (const [place, { at, length }] of table.places) {
    document.writeUInt32LE(at, PARTS_AT + place * 8)
    document.writeUInt32LE(length, PARTS_AT + place * 8 + 4)
  }
  wide.copy(document, TEXT_AT)
  narrow.copy(document, TEXT_AT + wide.length)
  return makeCompoundFile({ WordDocument: Buffer.concat([document, ...pages]), '1Table': table.bytes() })
}

interface Run {
  readonly start: number
  readonly end: number
  readonly bytes: Buffer
}

function createTable() {
  const all: Buffer[] = []
  let length = 0
  const places = new Map<number, { at: number; length: number }>()
  return {
    places,
    /** Adds a part; what stands behind it does not count as its length. */
    add(place: number, bytes: Buffer, behind = Buffer.alloc(0)) {
      places.set(place, { at: length, length: bytes.length })
      all.push(bytes, behind)
      length += bytes.length + behind.length
    },
    bytes: () => Buffer.concat(all),
  }
}

function pieces(characters: number, narrowFrom: number, wideBytes: number): Buffer {
  const isWhole = narrowFrom === characters
  const ends = isWhole ? [0, characters] : [0, narrowFrom, characters]
  const places = isWhole ? [TEXT_AT] : [TEXT_AT, ((TEXT_AT + wideBytes) * 2) | 0x40000000]
  const list = Buffer.concat([
    longs(...ends),
    ...places.map((place) => Buffer.concat([shorts(0), longs(place), shorts(0)])),
  ])
  // A part that holds formats stands before.
  return Buffer.concat([Buffer.from([1, 2, 0, 0xaa, 0xbb, 2]), longs(list.length), list])
}

/** A page with one stretch of text and its format. */
function page({ start, end, bytes }: Run, isParagraph: boolean): Buffer {
  const made = Buffer.alloc(PAGE)
  made.writeUInt32LE(start, 0)
  made.writeUInt32LE(end, 4)
  const length = isParagraph
    ? bytes.length % 2 === 1
      ? Buffer.from([(bytes.length + 1) / 2])
      : Buffer.from([0, bytes.length / 2])
    : Buffer.from([bytes.length])
  const at = PAGE - 2 - Math.ceil((length.length + bytes.length) / 2) * 2
  made.writeUInt8(at / 2, 8)
  length.copy(made, at)
  bytes.copy(made, at + length.length)
  made.writeUInt8(1, PAGE - 1)
  return made
}

function styleSheet(styles: NonNullable<DocParts['styles']>): Buffer {
  const definitions = styles.map(({ builtIn = 0x0ffe, name = '', basedOn = 0x0fff, modifiers }, index) => {
    const format = Buffer.concat([shorts(index), modifierBytes(modifiers)])
    const definition = Buffer.concat([
      shorts(builtIn, 1 | (basedOn << 4), 1, 0, 0),
      counted(name),
      shorts(0, format.length),
      format,
    ])
    return Buffer.concat([shorts(definition.length), definition])
  })
  return Buffer.concat([shorts(6, styles.length, 10, 0), ...definitions])
}

function addNotes(
  table: ReturnType<typeof createTable>,
  [marks, texts]: readonly [number, number],
  notes: readonly { readonly at: number; readonly text: string }[],
  entry: number,
  end: number,
): void {
  if (notes.length === 0) return
  const entries = notes.map((_note, index) => {
    const bytes = Buffer.alloc(entry)
    if (entry > 20) bytes.writeUInt16LE(index, 20)
    return bytes
  })
  table.add(marks, Buffer.concat([longs(...notes.map(({ at }) => at), end), ...entries]))
  let from = 0
  const starts = notes.map(({ text }) => {
    from += text.length + 2
    return from
  })
  table.add(texts, longs(0, ...starts, from + 1))
}

function addLists(table: ReturnType<typeof createTable>, lists: NonNullable<DocParts['lists']>): void {
  if (lists.length === 0) return
  const definitions = lists.map((_levels, index) => {
    const bytes = Buffer.alloc(28)
    bytes.writeUInt32LE(100 + index, 0)
    return bytes
  })
  const levels = lists.flatMap((each) =>
    Array.from({ length: 9 }, (_level, at) => {
      const { format, text, start = 1 } = each[at] ?? { format: 255, text: '' }
      const bytes = Buffer.alloc(28)
      bytes.writeUInt32LE(start, 0)
      bytes.writeUInt8(format, 4)
      return Buffer.concat([bytes, counted(text)])
    }),
  )
  table.add(73, Buffer.concat([shorts(lists.length), ...definitions]), Buffer.concat(levels))
  const uses = lists.map((_levels, index) => {
    const bytes = Buffer.alloc(16)
    bytes.writeUInt32LE(100 + index, 0)
    return bytes
  })
  table.add(74, Buffer.concat([longs(lists.length), ...uses, longs(...lists.map(() => 0xffffffff))]))
}

function fontTable(fonts: readonly string[]): Buffer {
  const each = fonts.map((name) => {
    const bytes = Buffer.alloc(40)
    const written = Buffer.from(`${name}\0`, 'utf16le')
    bytes.writeUInt8(39 + written.length, 0)
    return Buffer.concat([bytes, written])
  })
  return Buffer.concat([shorts(fonts.length, 0), ...each])
}

function modifierBytes(modifiers: DocModifiers = []): Buffer {
  return Buffer.concat(modifiers.map(([code, ...value]) => Buffer.concat([shorts(code), Buffer.from(value)])))
}

/** A text behind its number of characters. */
function counted(text: string): Buffer {
  return Buffer.concat([shorts(text.length), Buffer.from(text, 'utf16le')])
}

function shorts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2)
  return bytes
}

function longs(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}
