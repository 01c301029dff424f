import iconv from 'iconv-lite'
import { type Bytes, boundedBytes } from '../compound/bytes'
import { utf16Text } from '../utf16'
import type { StreamRange } from './file-information'

/** Text that lies in one run of the document's stream (MS-DOC, 2.4.1). */
export interface Piece {
  /** The first of its characters and the one behind its last, counted over all stories. */
  readonly start: number
  readonly end: number
  /** Where in the stream its first character is. */
  readonly at: number
  /** Bytes of a character. */
  readonly width: 1 | 2
}

/** The text of a document in its pieces. */
export interface PiecedText {
  /** In order; none overlaps another. */
  readonly pieces: readonly Piece[]
  /** Which piece is the first that reaches beyond a character. */
  firstPiece(character: number): number
  /** The characters of a part of a piece. */
  text(piece: Piece, start: number, end: number): string
}

const PIECE_BYTES = 8
/** The bit that says that a character has one byte; the place is doubled then (MS-DOC, 2.9.73). */
const ONE_BYTE = 0x40000000

/** Begins a part of the list of pieces that holds formats, and the one that holds the pieces (MS-DOC, 2.9.38). */
const FORMATS = 1
const TABLE = 2

/** Reads where the text lies; pieces that overlap the one before are left out. */
export function readPieces(tables: Bytes, { at, length }: StreamRange): Piece[] {
  const list = boundedBytes(tables.part(at, length))
  let from = 0
  while (list.u8(from) === FORMATS && from < list.length) from += 3 + list.u16(from + 1)
  if (list.u8(from) !== TABLE) return []
  const table = from + 5
  const size = Math.min(list.u32(from + 1), list.length - table)
  const count = Math.floor((size - 4) / (4 + PIECE_BYTES))
  const pieces: Piece[] = []
  for (let index = 0; index < count; index++) {
    const start = list.u32(table + index * 4)
    const end = list.u32(table + (index + 1) * 4)
    const place = list.u32(table + (count + 1) * 4 + index * PIECE_BYTES + 2)
    if (end <= start || start < (pieces.at(-1)?.end ?? 0)) continue
    const isOneByte = (place & ONE_BYTE) !== 0
    const width = isOneByte ? 1 : 2
    pieces.push({ start, end, at: isOneByte ? (place & ~ONE_BYTE) / 2 : place, width })
  }
  return pieces
}

/** Makes text of pieces; characters of one byte are in an encoding, which Word 97 and later have fixed. */
export function createPiecedText(
  document: Bytes,
  pieces: readonly Piece[],
  encoding = 'windows-1252',
): PiecedText {
  return {
    pieces,
    firstPiece(character) {
      let [low, high] = [0, pieces.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((pieces[middle]?.end ?? 0) <= character) low = middle + 1
        else high = middle
      }
      return low
    },
    text(piece, start, end) {
      const bytes = document.part(piece.at + (start - piece.start) * piece.width, (end - start) * piece.width)
      return piece.width === 2 ? utf16Text(bytes) : iconv.decode(bytes, encoding)
    },
  }
}
