import type { Numbering } from '../docx/numbering'
import { type ParagraphStyle, plainStyle } from '../docx/styles'
import { symbolIn } from '../docx/symbol'
import { createOpenTables } from '../docx/tables'
import { createText, type ParagraphFormat } from '../docx/text'
import type { Block } from '../structure/block'
import { createOpenParagraphs } from '../structure/open-paragraphs'
import { createPlaces } from '../structure/places'
import { lowered, raised } from '../structure/scripts'
import { createOpenFields } from './fields'
import { CODES, type Formatted, formatAt, type Modifiers, unmodified } from './formats'
import { listNumber, NOT_COUNTED } from './lists'
import type { PiecedText } from './pieces'
import { createStoryTables } from './story-tables'

/** What the text of a document is read by. */
export interface StoryContext {
  readonly text: PiecedText
  readonly characters: readonly Formatted[]
  readonly paragraphs: readonly Formatted[]
  readonly styles: ReadonlyMap<string, ParagraphStyle>
  readonly numbering: Numbering
  /** The names of fonts by their numbers. */
  readonly fonts: readonly string[]
  /** The mark of the note or comment that is referred to by a character; undefined where none is. */
  markAt(character: number): string | undefined
}

/** Tables inside each other beyond this are a mistake of the file. */
const MAX_TABLE_DEPTH = 20

/** Characters that stand for something else (MS-DOC, 2.4.1 and 2.8.26). */
const CELL_MARK = '\x07'
const special = /(?![\t\n])\p{Cc}/u

/** Reads the paragraphs, lists and tables between two characters of the text. */
export function readStory(context: StoryContext, { start, end }: { start: number; end: number }): Block[] {
  const { text, characters, paragraphs: formats, styles, numbering, fonts } = context
  const places = createPlaces()
  const paragraphs = createOpenParagraphs<ParagraphFormat>()
  const tables = createOpenTables()
  const storyTables = createStoryTables({ places, tables })
  const body = createText({ places, paragraphs, tables, numbering })
  const fields = createOpenFields(paragraphs)

  openParagraph()
  for (let index = text.firstPiece(start); index < text.pieces.length; index++) {
    const piece = text.pieces[index]
    if (piece === undefined || piece.start >= end) break
    const from = Math.max(start, piece.start)
    const to = Math.min(end, piece.end)
    for (let at = from; at < to; ) {
      const place = piece.at + (at - piece.start) * piece.width
      const { format, end: reach } = formatAt(characters, place)
      const rest = Math.ceil((reach - place) / piece.width)
      const next = Math.min(to, at + Math.max(1, rest))
      writeRun(text.text(piece, at, next), at, place, piece.width, format?.modifiers ?? unmodified)
      at = next
    }
  }
  body.endParagraph()
  storyTables.goTo(0)

  function writeRun(run: string, from: number, place: number, width: number, modifiers: Modifiers): void {
    const isDeleted = isSet(modifiers, CODES.deleted)
    const symbol = modifiers.get(CODES.symbol)
    const script = modifiers.get(CODES.script) ?? 0
    const write = (words: string) => {
      if (fields.isInstruction) fields.instruct(words)
      else if (!isDeleted && words !== '') {
        paragraphs.write(script === 1 ? raised(words) : script === 2 ? lowered(words) : words)
      }
    }
    let written = 0
    for (let at = 0; at < run.length; at++) {
      const sign = run.charAt(at)
      const isSymbol = symbol !== undefined && sign === '('
      if (!isSymbol && !special.test(sign)) continue
      write(run.slice(written, at))
      written = at + 1
      if (isSymbol) write(symbolIn(fonts[symbol & 0xffff] ?? '', symbol >>> 16))
      else writeSign(sign, from + at, place + at * width, write)
    }
    write(run.slice(written))
  }

  function writeSign(sign: string, at: number, place: number, write: (words: string) => void): void {
    switch (sign) {
      case '\r':
      case '\f':
      case CELL_MARK:
        endParagraph(sign, formatAt(formats, place).format)
        break
      case '\x0b':
      case '\x0e':
        write('\n')
        break
      case '\x13':
        fields.begin()
        break
      case '\x14':
        fields.separate()
        break
      case '\x15':
        fields.end()
        break
      case '\x1e':
        write('\u2011')
        break
      case '\x02':
      case '\x05':
        write(context.markAt(at) ?? '')
        break
      default:
    }
  }

  function openParagraph(): void {
    paragraphs.open({ style: plainStyle, outline: null, list: null, level: null })
  }

  function endParagraph(sign: string, format: Formatted | undefined): void {
    const modifiers = format?.modifiers ?? unmodified
    const inTable = sign === CELL_MARK || isSet(modifiers, CODES.inTable)
    const depth = inTable ? Math.min(MAX_TABLE_DEPTH, Math.max(1, modifiers.get(CODES.depth) ?? 1)) : 0
    if (depth === 0) fields.clear()
    storyTables.goTo(depth)
    const open = paragraphs.format()
    if (open !== undefined) {
      open.style = styles.get(String(format?.style ?? 0)) ?? plainStyle
      open.outline = modifiers.get(CODES.outline) ?? null
      open.level = modifiers.get(CODES.listLevel) ?? null
      open.list = open.level === NOT_COUNTED ? '0' : listNumber(modifiers.get(CODES.list))
    }
    const endsRow = isSet(modifiers, depth > 1 ? CODES.endsInnerRow : CODES.endsRow)
    if (!endsRow || paragraphs.words().length > 0) body.endParagraph()
    else paragraphs.end()
    if (endsRow) storyTables.endRow()
    else if (depth > 1 ? isSet(modifiers, CODES.endsInnerCell) : sign === CELL_MARK) storyTables.endCell()
    openParagraph()
  }

  return places.close()
}

/** Whether a switch is on; 128 leaves it as the style has it, 129 turns that round (MS-DOC, 2.9.327). */
function isSet(modifiers: Modifiers, code: number): boolean {
  const value = modifiers.get(code) ?? 0
  return value === 1 || value === 129
}
