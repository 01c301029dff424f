import type { NotesService } from '../../main/notes/service'
import type { ModuleRuntime } from '../../shared/tool/runtime'
import type notesModule from './module'
import { appendToNote } from './runtime/append-to-note'
import { createNote } from './runtime/create-note'
import { deleteNotes } from './runtime/delete-notes'
import { editNote } from './runtime/edit-note'
import { listNotes, readNote, searchNotes } from './runtime/reading'
import { combinedNotes } from './runtime/together'
import { updateNote } from './runtime/update-note'

/** The tools for notes over the service that keeps them. */
export default ({ notes }: { readonly notes: NotesService }): ModuleRuntime<typeof notesModule> => {
  const combined = combinedNotes(notes)
  return {
    list_notes: listNotes(notes),
    search_notes: searchNotes(notes),
    read_note: readNote(notes),
    create_note: { ...combined, ...createNote(notes) },
    update_note: { ...combined, ...updateNote(notes) },
    edit_note: { ...combined, ...editNote(notes) },
    append_to_note: { ...combined, ...appendToNote(notes) },
    delete_notes: { ...combined, ...deleteNotes(notes) },
  }
}
