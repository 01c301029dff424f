import type { NotesService } from '../../main/notes/service'
import type { ModuleRuntime } from '../../shared/tool/runtime'
import type notesModule from './module'
import { appendToNote } from './runtime/append-to-note'
import { createNote } from './runtime/create-note'
import { deleteNotes } from './runtime/delete-notes'
import { editNote } from './runtime/edit-note'
import { listNotes, readNote, searchNotes } from './runtime/reading'
import { updateNote } from './runtime/update-note'

/** The tools for notes over the service that keeps them. */
export default ({ notes }: { readonly notes: NotesService }): ModuleRuntime<typeof notesModule> => ({
  list_notes: listNotes(notes),
  search_notes: searchNotes(notes),
  read_note: readNote(notes),
  create_note: createNote(notes),
  update_note: updateNote(notes),
  edit_note: editNote(notes),
  append_to_note: appendToNote(notes),
  delete_notes: deleteNotes(notes),
})
