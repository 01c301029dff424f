import type { Block } from '../structure/block'

/** Notes and comments by their kinds and ids. */
export type Notes = ReadonlyMap<string, readonly Block[]>

/** Where a text refers to a note or comment. */
export type NoteReference = { readonly id: string; readonly mark: string }

/** Whether a reference is one to a comment. */
export function isComment(id: string): boolean {
  return id.startsWith('comment ')
}

/** Notes and comments stand after the text, each with the mark that the text refers to it by. */
export function* notesAtEnd(used: readonly NoteReference[], notes: Notes): Generator<Block> {
  for (const { id, mark } of used) {
    const [first, ...others] = notes.get(id) ?? []
    if (first === undefined) continue
    const text = first.kind === 'paragraph' ? first.text.trim() : ''
    yield { kind: 'paragraph', text: `${mark} ${text}` }
    if (first.kind !== 'paragraph') yield first
    yield* others
  }
}
