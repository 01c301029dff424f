import { createHash } from 'node:crypto'
import type { Actor } from '../../shared/actor'
import {
  type Note,
  type NoteHit,
  type NoteLine,
  type NoteSort,
  noteLimits,
  noteSchema,
} from '../../shared/contract/notes'
import type { RetentionLimits } from '../../shared/contract/retention'
import { AppError } from '../../shared/errors'
import { noteFinder, noteLinksIn } from '../../shared/markdown/note-links'
import { say } from '../../shared/sentences/say'
import { foldedName } from '../../shared/text/one-line'
import { inSpells } from '../async/stepwise'
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
  namesOfNotes,
  notesNaming,
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
  /** Notes whose text links to one, changed last first; throws `not_found`. */
  linkingTo(id: string): Promise<{ readonly notes: NoteLine[]; readonly more: boolean }>
  /** Every note in the order in which they were made. */
  every(): Iterable<Note>
  create(id: string, fields: NoteFields, by: Actor): Note
  /**
   * Writes another text; throws `not_found`. A title that an undo takes back is kept as a former one only where a note
   * links to it, or it was one before what is undone: `formerTitles` are those of then.
   */
  write(id: string, fields: NoteFields, by: Actor, undone?: Pick<Note, 'formerTitles'>): Note
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

/** One that was kept before titles were has none. */
const keptNoteSchema = noteSchema.extend({ formerTitles: noteSchema.shape.formerTitles.default([]) })

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
    linkingTo: async (id) => inSpells(linking(db, require(id))),
    every: () => everyNote(db),
    create(id, fields, by) {
      const at = now()
      const since = { createdBy: by, changedBy: by, createdAt: at, updatedAt: at, revision: 1 }
      insertNote(db, { id, ...fields, formerTitles: [], ...since })
      faultPoint('note inserted')
      announce(id)
      return require(id)
    },
    write(id, fields, by, undone) {
      const note = require(id)
      const formerTitles =
        undone === undefined
          ? formerTitlesOf(note, fields)
          : formerTitlesUndone(note, fields, undone, () => isLinkedTo(db, note))
      writeNote(db, id, { ...fields, formerTitles }, by, now())
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
      return keptNoteSchema.parse(JSON.parse(await kept(sha256)))
    },
  }
}

/** What a note was called before once it is written so: never what it is called. */
function formerTitlesOf({ title, formerTitles }: Note, written: Pick<NoteFields, 'title'>): string[] {
  const name = foldedName(written.title)
  if (foldedName(title) === name) return formerTitles
  const others = formerTitles.filter((each) => ![name, foldedName(title)].includes(foldedName(each)))
  return [title, ...others].slice(0, noteLimits.formerTitles)
}

/** The same once a change is undone: with those of before it. */
function formerTitlesUndone(
  { title, formerTitles }: Note,
  written: Pick<NoteFields, 'title'>,
  before: Pick<Note, 'formerTitles'>,
  isLinkedTo: () => boolean,
): string[] {
  const name = foldedName(written.title)
  if (foldedName(title) === name) return formerTitles
  const names = new Set([name])
  const others = [...before.formerTitles, ...formerTitles].filter((each) => {
    const isNew = !names.has(foldedName(each))
    names.add(foldedName(each))
    return isNew
  })
  const all = names.has(foldedName(title)) || !isLinkedTo() ? others : [title, ...others]
  return all.slice(0, noteLimits.formerTitles)
}

/** Whether another note has a link with what a note is called now that leads to it. */
function isLinkedTo(db: Database, note: Note): boolean {
  const steps = linking(db, { ...note, formerTitles: [] })
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value.notes.length > 0
}

function* linking(
  db: Database,
  { id, title, formerTitles }: Note,
): Generator<void, { notes: NoteLine[]; more: boolean }> {
  const noteOf = noteFinder(namesOfNotes(db))
  const found: NoteLine[] = []
  for (const other of notesNaming(db, [title, ...formerTitles])) {
    yield
    const content = other === id ? '' : (findNote(db, other)?.content ?? '')
    if (!noteLinksIn(content).some((link) => noteOf(link)?.id === id)) continue
    const line = findNoteLine(db, other)
    if (line !== null) found.push(line)
    if (found.length > noteLimits.linking) break
  }
  return { notes: found.slice(0, noteLimits.linking), more: found.length > noteLimits.linking }
}
