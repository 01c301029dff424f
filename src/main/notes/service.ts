import { createHash } from 'node:crypto'
import type { Actor } from '../../shared/actor'
import {
  type Note,
  type NoteHit,
  type NoteLine,
  type NoteSort,
  noteSchema,
} from '../../shared/contract/notes'
import type { RetentionLimits } from '../../shared/contract/retention'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { BlobStore } from '../changes/blobs'
import { createKeptTexts } from '../changes/kept-texts'
import { retentionLimits } from '../changes/retention'
import {
  deleteNotes,
  everyNote,
  findNote,
  findNoteLine,
  insertNote,
  listNotes,
  type NoteFields,
  type NotePage,
  searchNotes,
  writeNote,
} from '../db/notes'
import type { Database } from '../db/open'
import { faultPoint } from '../disk/fault-point'
import { newId } from '../identifier'
import type { Publish } from '../publish'

export type { NoteFields } from '../db/notes'

/** A text that undo may need, by its hash; `size` in bytes. */
export interface KeptText {
  readonly sha256: string
  readonly size: number
}

/** Notes as their tools, their screen and the export see them. */
export interface NotesService {
  newId(): string
  /** Null where there is none. */
  find(id: string): Note | null
  /** Throws `not_found`. */
  note(id: string): Note
  list(query: {
    readonly tag?: string | undefined
    readonly sort: NoteSort
    readonly limit: number
    readonly cursor?: string | undefined
  }): NotePage
  search(words: string, options: { readonly tag?: string | undefined; readonly limit: number }): NoteHit[]
  /** Every note in the order in which they were made. */
  every(): Iterable<Note>
  create(id: string, fields: NoteFields, by: Actor): Note
  /** Writes another text; throws `not_found`. */
  write(id: string, fields: NoteFields, by: Actor): Note
  /** Takes notes out; those that are not there stay so. */
  remove(ids: readonly string[]): void
  /** Brings notes back exactly as they were; those that are there stay as they are. */
  restore(notes: readonly Note[]): void
  /** How long, and how much, is kept of what was replaced and deleted. */
  keptForUndo(): RetentionLimits
  /** Keeps a text for undo, under the limits of everything that is kept for it. */
  keepText(text: string): Promise<KeptText>
  /** Keeps a whole note, with its dates. */
  keepNote(note: Note): Promise<KeptText>
  /** The hash by which a text is kept. */
  hashOfText(text: string): string
  /** What was kept; throws `unavailable` once it is gone. */
  keptText(sha256: string): Promise<string>
  keptNote(sha256: string): Promise<Note>
}

/** Makes the service over the table of notes. */
export function createNotes({
  db,
  blobs,
  publish,
  now,
}: {
  readonly db: Database
  readonly blobs: Pick<BlobStore, 'putBytes' | 'read'>
  readonly publish: Publish
  /** Milliseconds since 1970. */
  readonly now: () => number
}): NotesService {
  const announce = (id: string): void => {
    const line: NoteLine | null = findNoteLine(db, id)
    publish(line === null ? { type: 'note_removed', id } : { type: 'note', note: line })
  }
  const require = (id: string): Note => {
    const note = findNote(db, id)
    if (note === null) throw new AppError('not_found', say('note.none', { id }), { field: 'note_id' })
    return note
  }
  const { keep, kept } = createKeptTexts(blobs, () => say('note.no_longer_kept'))
  return {
    newId,
    find: (id) => findNote(db, id),
    note: require,
    list: (query) => listNotes(db, query),
    search: (words, options) => searchNotes(db, words, options),
    every: () => everyNote(db),
    create(id, fields, by) {
      const at = now()
      const since = { createdBy: by, changedBy: by, createdAt: at, updatedAt: at, revision: 1 }
      insertNote(db, { id, ...fields, ...since })
      faultPoint('note inserted')
      announce(id)
      return require(id)
    },
    write(id, fields, by) {
      require(id)
      writeNote(db, id, fields, by, now())
      faultPoint('note changed')
      announce(id)
      return require(id)
    },
    remove(ids) {
      deleteNotes(db, ids)
      faultPoint('note removed')
      for (const id of ids) announce(id)
    },
    restore(notes) {
      for (const note of notes) if (findNote(db, note.id) === null) insertNote(db, note)
      faultPoint('note restored')
      for (const { id } of notes) announce(id)
    },
    keptForUndo: () => retentionLimits(db),
    keepText: keep,
    keepNote: (note) => keep(JSON.stringify(note)),
    hashOfText: (text) => createHash('sha256').update(text).digest('hex'),
    keptText: kept,
    async keptNote(sha256) {
      return noteSchema.parse(JSON.parse(await kept(sha256)))
    },
  }
}
