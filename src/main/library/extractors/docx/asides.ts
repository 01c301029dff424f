import { said } from '../comments/said'
import type { XmlAttributes } from '../package/xml'
import type { Block } from '../structure/block'
import type { OpenParagraphs } from '../structure/open-paragraphs'
import type { Places } from '../structure/places'
import type { NoteReference, Notes } from './notes'

/** Notes and comments of a part: what is read of them, and where its text refers to some. */
export type Asides = {
  /** Writes the mark of the note that is referred to here; notes keep the numbers that they have without the comments. */
  referToNote(kind: 'footnote' | 'endnote', attributes: XmlAttributes): void
  referToComment(attributes: XmlAttributes): void
  open(kind: string, attributes: XmlAttributes): void
  close(): void
  /** Those that were read, by their ids. */
  readonly notes: Notes
  /** Where the text refers to some, in its order. */
  readonly used: NoteReference[]
}

/** Starts before any; so many comments are referred to before this part. */
export function createAsides(
  { places, paragraphs }: { readonly places: Places; readonly paragraphs: OpenParagraphs<unknown> },
  commentsBefore: number,
): Asides {
  const notes = new Map<string, Block[]>()
  const used: NoteReference[] = []
  let comments = 0
  let author = ''
  let openId: string | null = null

  function refer(id: string, mark: string): void {
    used.push({ id, mark })
    paragraphs.write(mark)
  }

  return {
    referToNote(kind, attributes) {
      refer(noteId(kind, attributes), `[${used.length - comments + 1}]`)
    },
    referToComment(attributes) {
      refer(noteId('comment', attributes), `[C${commentsBefore + ++comments}]`)
    },
    open(kind, attributes) {
      // Separators are notes too, of a type.
      openId = attributes['w:type'] === undefined ? noteId(kind, attributes) : null
      author = attributes['w:author']?.trim() ?? ''
      places.open()
    },
    close() {
      const blocks = places.close()
      if (openId !== null) notes.set(openId, said(author, blocks))
      openId = null
    },
    notes,
    used,
  }
}

/** The same for a note and for what refers to it. */
function noteId(kind: string, attributes: XmlAttributes): string {
  return `${kind} ${attributes['w:id'] ?? ''}`
}
