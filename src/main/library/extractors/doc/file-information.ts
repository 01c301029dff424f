import type { Bytes } from '../compound/bytes'

/** A range of a stream. */
export interface StreamRange {
  /** Bytes from the stream's beginning. */
  readonly at: number
  /** Bytes. */
  readonly length: number
}

/** The texts of a document, in the order in which they follow each other (MS-DOC, 2.3). */
export type Story = 'main' | 'footnotes' | 'headers' | 'comments' | 'endnotes' | 'boxes' | 'headerBoxes'

/** What the File Information Block says of a document (MS-DOC, 2.5). */
export interface FileInformation {
  /** Whether it is of Word 6 or 95, whose block is another one. */
  readonly isOld: boolean
  /** Behind a password, or made unreadable without one. */
  readonly isProtected: boolean
  /** The name of the stream with its tables. */
  readonly tables: '0Table' | '1Table'
  /** The language of the program that wrote it (MS-LCID). */
  readonly language: number
  /** Characters from the first one: where each story begins and ends. */
  readonly stories: Readonly<Record<Story, { readonly start: number; readonly end: number }>>
  /** Where in the tables each part is, by the places that MS-DOC, 2.5.6 counts. */
  range(place: number): StreamRange
}

/** Places of parts in the table of the File Information Block (MS-DOC, 2.5.6). */
export const PLACES = {
  styles: 1,
  footnoteMarks: 2,
  footnotes: 3,
  commentMarks: 4,
  comments: 5,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  pieces: 33,
  commentAuthors: 36,
  endnoteMarks: 46,
  endnotes: 47,
  lists: 73,
  listUses: 74,
} as const

/** The first number of Word 97, which some write for 0xc1 (MS-DOC, 2.5.2); those before kept other blocks. */
const WORD_97 = 0xc0
const ENCRYPTED = 0x0100
const SECOND_TABLE = 0x0200
const OBFUSCATED = 0x8000

/** Where the numbers of characters and the table of parts begin, in Word 97 and later. */
const COUNTS = 0x4c
const PARTS = 0x9a
/** Where the number of the main text's characters and the pieces are in Word 6 and 95. */
const OLD_COUNTS = 0x34
const OLD_PIECES = 0x160

const stories: readonly (Story | null)[] = [
  'main',
  'footnotes',
  'headers',
  // Macros, in versions before.
  null,
  'comments',
  'endnotes',
  'boxes',
  'headerBoxes',
]

/** Reads the block at the beginning of the stream `WordDocument`. */
export function readFileInformation(document: Bytes): FileInformation {
  const isOld = document.u16(2) < WORD_97
  const flags = document.u16(0x0a)
  const counts = isOld ? OLD_COUNTS : COUNTS
  const ranges = new Map<Story, { start: number; end: number }>()
  let end = 0
  for (const [index, story] of stories.entries()) {
    const start = end
    // More characters than bytes is a lie.
    end += Math.min(document.u32(counts + index * 4), document.length)
    if (story !== null) ranges.set(story, { start, end })
  }
  const of = (story: Story) => ranges.get(story) ?? { start: 0, end: 0 }
  return {
    isOld,
    isProtected: (flags & (ENCRYPTED | OBFUSCATED)) !== 0,
    tables: (flags & SECOND_TABLE) === 0 ? '0Table' : '1Table',
    language: document.u16(6),
    stories: {
      main: of('main'),
      footnotes: of('footnotes'),
      headers: of('headers'),
      comments: of('comments'),
      endnotes: of('endnotes'),
      boxes: of('boxes'),
      headerBoxes: of('headerBoxes'),
    },
    range(place) {
      if (isOld && place !== PLACES.pieces) return { at: 0, length: 0 }
      const at = isOld ? OLD_PIECES : PARTS + place * 8
      return { at: document.u32(at), length: document.u32(at + 4) }
    },
  }
}
