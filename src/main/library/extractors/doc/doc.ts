import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { type Bytes, boundedBytes } from '../compound/bytes'
import { openCompoundFile } from '../compound/compound-file'
import { readSummary } from '../compound/summary'
import { notesAtEnd } from '../docx/notes'
import type { Block } from '../structure/block'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument } from '../types'
import { type FileInformation, PLACES, readFileInformation } from './file-information'
import { readFonts } from './fonts'
import { readFormats } from './formats'
import { readLists } from './lists'
import { findNotes, readNotes } from './notes'
import { readOldText } from './old-word'
import { createPiecedText, readPieces } from './pieces'
import { readStory, type StoryContext } from './read-story'
import { readStyleSheet } from './style-sheet'

/**
 * Reads a document of Word 97 to 2003 (MS-DOC): text, headings, lists, tables, notes, comments, text boxes; no headers and
 * footers. Of Word 6 and 95, which kept their formats otherwise, the text alone. Throws `unsupported` for one with a
 * password, `corrupt` where its text is missing.
 */
export function extractDoc(bytes: Uint8Array): ExtractedDocument {
  const root = openCompoundFile(bytes)
  const stream = (name: string) => {
    const found = root.stream(name)
    return found === null ? null : boundedBytes(found)
  }
  const { title } = readSummary(root)
  const document = stream('WordDocument')
  if (document === null) throw missing()
  const information = readFileInformation(document)
  if (information.isProtected) throw new AppError('unsupported', say('document.protected'))
  const tables = stream(information.tables)
  const blocks = information.isOld
    ? readOldText(document, information)
    : readBlocks({ document, tables: tables ?? missing(), data: stream('Data') }, information)
  const { text, headings } = writeBlocks(blocks)
  return {
    title: title ?? headings.find((heading) => heading.level === 1)?.title ?? null,
    mime: 'application/msword',
    text,
    pages: [],
    headings,
    warnings: [],
  }
}

interface Streams {
  readonly document: Bytes
  readonly tables: Bytes
  readonly data: Bytes | null
}

function readBlocks(streams: Streams, information: FileInformation): Block[] {
  const { document, tables } = streams
  const { range, stories } = information
  const pieces = readPieces(tables, range(PLACES.pieces))
  if (pieces.length === 0) throw missing()
  const numbering = readLists(tables, range(PLACES.lists), range(PLACES.listUses))
  const places = findNotes(tables, information)
  const marks = new Map(places.map(({ at, mark }) => [at, mark]))
  const context: StoryContext = {
    text: createPiecedText(document, pieces),
    characters: readFormats('characters', streams, range(PLACES.characterPages)),
    paragraphs: readFormats('paragraphs', streams, range(PLACES.paragraphPages)),
    styles: readStyleSheet(tables, range(PLACES.styles), numbering),
    numbering,
    fonts: readFonts(tables, range(PLACES.fonts)),
    markAt: (character) => marks.get(character),
  }
  const { used, notes } = readNotes(places, (story) => readStory(context, story))
  return [
    ...readStory(context, stories.main),
    ...readStory(context, stories.boxes),
    ...notesAtEnd(used, notes),
  ]
}

function missing(): never {
  throw new AppError('corrupt', say('document.word_damaged'))
}
