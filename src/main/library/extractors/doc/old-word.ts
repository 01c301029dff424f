import type { Bytes } from '../compound/bytes'
import { codePageEncoding, codePageOfLanguage } from '../rtf/code-pages'
import type { Block } from '../structure/block'
import { type FileInformation, PLACES } from './file-information'
import { createPiecedText, type Piece, readPieces } from './pieces'

/** Where the block says where the text begins (Word 6 and 95). */
const TEXT_BEGINS = 0x18
const SAVED_FAST = 0x0004
/** Where the block says on which system it was written. */
const SYSTEM = 0x12
const MACINTOSH = 1
const MAC_ROMAN = 10000

/** Reads the text of a document of Word 6 or 95 as paragraphs; the cells of a row are one, with tabs between them. */
export function readOldText(document: Bytes, information: FileInformation): Block[] {
  const { main } = information.stories
  const whole: Piece = { start: 0, end: main.end, at: document.u32(TEXT_BEGINS), width: 1 }
  const isFast = (document.u16(0x0a) & SAVED_FAST) !== 0
  const pieces = isFast ? readPieces(document, information.range(PLACES.pieces)) : [whole]
  const isMac = document.u8(SYSTEM) === MACINTOSH
  const codePage = isMac ? MAC_ROMAN : codePageOfLanguage(information.language)
  const text = createPiecedText(
    document,
    pieces.map((piece) => ({ ...piece, width: 1 })),
    codePageEncoding(codePage),
  )
  const words = text.pieces
    .filter(({ start }) => start < main.end)
    .map((piece) => text.text(piece, piece.start, Math.min(piece.end, main.end)))
    .join('')
  return withoutFields(words)
    .replaceAll('\x07\x07', '\r')
    .replaceAll('\x07', '\t')
    .replaceAll('\x0b', '\n')
    .replaceAll('\x1e', '\u2011')
    .split(/[\r\f]/)
    .map((paragraph) => ({ kind: 'paragraph', text: paragraph.replace(/(?![\t\n])\p{Cc}/gu, '') }))
}

/** Fields inside each other beyond this are a mistake of the file. */
const MAX_FIELDS = 100
const SIGNS = /(\p{Cc})/u

/** What a field is to do is no text, what came of it is; they stand inside each other, and none goes on into the next paragraph. */
function withoutFields(text: string): string {
  const open: boolean[] = []
  const parts: string[] = []
  for (const part of text.split(SIGNS)) {
    if (part === '\r') open.length = 0
    if (part === '\x13') {
      if (open.length < MAX_FIELDS) open.push(false)
    } else if (part === '\x14' && open.length > 0) open[open.length - 1] = true
    else if (part === '\x15') open.pop()
    else if (!open.includes(false)) parts.push(part)
  }
  return parts.join('')
}
