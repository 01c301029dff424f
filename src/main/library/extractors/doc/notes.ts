import { said } from '../comments/said'
import { type Bytes, boundedBytes } from '../compound/bytes'
import type { NoteReference } from '../docx/notes'
import type { Block } from '../structure/block'
import { utf16Text } from '../utf16'
import { type FileInformation, PLACES, type Story, type StreamRange } from './file-information'

/** A note or comment: where the text refers to it, by which mark, and where it stands. */
export interface NotePlace {
  readonly id: string
  readonly mark: string
  /** The character that refers to it. */
  readonly at: number
  readonly start: number
  readonly end: number
  /** Who made a comment; empty for a note. */
  readonly author: string
}

/** What stands beside each reference (MS-DOC, 2.8.10 and 2.8.7): two bytes for notes, thirty for comments. */
const NOTE_ENTRY = 2
const COMMENT_ENTRY = 30
/** Where in it the number of a comment's author is (MS-DOC, 2.9.6). */
const AUTHOR = 20

/** Finds the notes and comments of a document, in the order in which the text refers to them. */
export function findNotes(tables: Bytes, information: FileInformation): NotePlace[] {
  const { range, stories } = information
  const authors = readAuthors(boundedBytes(part(tables, range(PLACES.commentAuthors))))
  const read = (kind: string, marks: number, texts: number, story: Story, entry: number) => {
    const references = boundedBytes(part(tables, range(marks)))
    const places = boundedBytes(part(tables, range(texts)))
    const count = Math.max(0, Math.floor((references.length - 4) / (4 + entry)))
    const { start: from, end: to } = stories[story]
    const notes: Omit<NotePlace, 'mark'>[] = []
    for (let index = 0; index < count; index++) {
      // Notes follow each other: one that went back would have the same text read again and again.
      const begin = notes.at(-1)?.end ?? from
      const author = kind === 'comment' ? references.u16((count + 1) * 4 + index * entry + AUTHOR) : null
      notes.push({
        id: `${kind} ${index}`,
        at: references.u32(index * 4),
        start: begin,
        end: Math.max(begin, Math.min(to, from + places.u32((index + 1) * 4))),
        author: author === null ? '' : (authors[author] ?? ''),
      })
    }
    return notes
  }
  const notes = [
    ...read('footnote', PLACES.footnoteMarks, PLACES.footnotes, 'footnotes', NOTE_ENTRY),
    ...read('endnote', PLACES.endnoteMarks, PLACES.endnotes, 'endnotes', NOTE_ENTRY),
  ].sort((a, b) => a.at - b.at)
  const comments = read('comment', PLACES.commentMarks, PLACES.comments, 'comments', COMMENT_ENTRY)
  return [
    ...notes.map((note, index) => ({ ...note, mark: `[${index + 1}]` })),
    ...comments.map((comment, index) => ({ ...comment, mark: `[C${index + 1}]` })),
  ].sort((a, b) => a.at - b.at)
}

/** Notes as they stand behind the text: what each says, and which mark refers to it. */
export function readNotes(
  places: readonly NotePlace[],
  read: (range: { start: number; end: number }) => Block[],
): { used: NoteReference[]; notes: Map<string, readonly Block[]> } {
  const notes = new Map<string, readonly Block[]>()
  for (const place of places) notes.set(place.id, said(place.author, read(place)))
  return { used: places.map(({ id, mark }) => ({ id, mark })), notes }
}

/** Names that follow each other, each behind its number of characters (MS-DOC, 2.5.6, fcGrpXstAtnOwners). */
function readAuthors(bytes: Bytes): string[] {
  const authors: string[] = []
  for (let at = 0; at + 2 <= bytes.length; at += 2 + bytes.u16(at) * 2) {
    authors.push(utf16Text(bytes.part(at + 2, bytes.u16(at) * 2)))
  }
  return authors
}

function part(tables: Bytes, { at, length }: StreamRange): Buffer {
  return tables.part(at, length)
}
