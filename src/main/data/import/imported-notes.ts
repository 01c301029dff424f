import type { Actor } from '../../../shared/actor'
import type { Note } from '../../../shared/contract/notes'
import { inSpells } from '../../async/stepwise'
import type { NotesService } from '../../notes/service'
import type { ImportedNote } from './imported'

/** Notes that go in one transaction: some milliseconds' work. */
const notesAtOnce = 20

/** Notes that an import brings in, and those that it took the place of. */
export interface ImportedNotes {
  /** Stores a note with its dates. */
  writeNote(id: string, note: ImportedNote, by: Actor): void
  /** The revisions of those of these notes that are there, by their ids. */
  noteRevisions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Brings notes back exactly as they were, and takes others out, some at a time. */
  moveNotes(moves: { readonly back: readonly Note[]; readonly out: readonly string[] }): Promise<void>
}

/** Stores them by the service that keeps notes. */
export function createImportedNotes(notes: NotesService): ImportedNotes {
  function* revisions(ids: readonly string[]): Generator<void, Map<string, number>> {
    const found = new Map<string, number>()
    for (const id of ids) {
      const note = notes.find(id)
      if (note !== null) found.set(id, note.revision)
      yield
    }
    return found
  }
  function* moving({ back, out }: { back: readonly Note[]; out: readonly string[] }): Generator<void, void> {
    for (const note of back) {
      notes.restore([note])
      yield
    }
    for (let from = 0; from < out.length; from += notesAtOnce) {
      notes.remove(out.slice(from, from + notesAtOnce))
      yield
    }
  }
  return {
    writeNote(id, { title, content, tags, outside, formerTitles, createdAt, updatedAt }, by) {
      const about = { createdBy: by, changedBy: by, createdAt, updatedAt, revision: 1 }
      notes.restore([{ id, title, content, tags, outside, formerTitles, ...about }])
    },
    noteRevisions: (ids) => inSpells(revisions(ids)),
    moveNotes: (moves) => inSpells(moving(moves)),
  }
}
