import { create } from 'zustand'
import type { Note, NoteHit, NoteLine, NoteSort } from '../../shared/contract/notes'
import { assertNever, toAppError } from '../../shared/errors'
import { nameOrder } from '../../shared/formatters'
import { type NoteLinkMark, noteFinder } from '../../shared/markdown/note-links'
import { client } from '../app/client'
import { deleteByHand } from './batches'
import { type Drafts, keepDrafts } from './kept-drafts'
import { draftOfNote, type NoteDraft, noteDrafts, placeOf } from './note-drafts'
import { attempt } from './toasts'

/** Words that are typed are looked for once nobody types for so long (milliseconds). */
const refreshPauseMs = 250

interface NotesState {
  /** Null before they are asked for. */
  readonly lines: readonly NoteLine[] | null
  readonly sort: NoteSort
  /** Only notes that have it. */
  readonly tag: string | null
  readonly query: string
  /** What was found; null while nothing is looked for, and before the first answer. */
  readonly hits: readonly NoteHit[] | null
  /** Whether more fit than were found. */
  readonly more: boolean
  /** The note that is shown, whole; null while there is none, and before it is here. */
  readonly open: Note | null
  /** The notes that link to the one of this id; null before they are asked for. */
  readonly linking: {
    readonly id: string
    readonly notes: readonly NoteLine[]
    readonly more: boolean
  } | null
  /** The one that was asked for and is not there. */
  readonly missing: string | null
  /** The note that was made of a run's answer in this window, by the run, while the note is there. */
  readonly ofAnswers: Readonly<Record<string, string>>
  /** What was not saved yet, by note; `new` for one that is being made. */
  readonly drafts: Drafts<NoteDraft>
}

/** The notes, the one that is open, and what is not saved of them. */
export const useNotes = create<NotesState>(() => ({
  lines: null,
  sort: 'updated',
  tag: null,
  query: '',
  hits: null,
  more: false,
  open: null,
  linking: null,
  missing: null,
  ofAnswers: {},
  drafts: noteDrafts.read(),
}))

const { setState: set, getState: get } = useNotes

const kept = keepDrafts(useNotes, noteDrafts, placeOf)

/** What is being written is kept until it is saved or given up, also over a reload of the page. */
export const { change: changeNoteDraft, drop: dropNoteDraft } = kept

let wanted: string | null = null
let searching = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads all of them, without what they say. */
export async function loadNotes(): Promise<void> {
  set({ lines: await client.notes.list({}) })
}

/** The same where they were asked for before, after a new connection. */
export async function reloadNotes(): Promise<void> {
  if (get().lines === null) return
  const open = wanted === null ? [] : [loadOpen(wanted), loadLinking(wanted)]
  await Promise.all([loadNotes(), ...open, search()])
}

/** Every note for a list of names; asked for where they are not here. */
export async function noteLines(): Promise<readonly NoteLine[]> {
  if (get().lines === null) await loadNotes()
  return get().lines ?? []
}

/** The note that a link leads to; null where none is called so, and undefined before the notes are here. */
export function useNoteOfLink(link: Pick<NoteLinkMark, 'target' | 'title'>): NoteLine | null | undefined {
  return useNotes(({ lines }) => (lines === null ? undefined : noteOfLink(lines, link)))
}

const finders = new WeakMap<readonly NoteLine[], ReturnType<typeof noteFinder<NoteLine>>>()

/** See {@link noteFinder}. */
export function noteOfLink(
  lines: readonly NoteLine[],
  link: Pick<NoteLinkMark, 'target' | 'title'>,
): NoteLine | null {
  const find = finders.get(lines) ?? noteFinder(lines)
  finders.set(lines, find)
  return find(link)
}

/** Notes in the order of a column. */
export function sorted(lines: readonly NoteLine[], sort: NoteSort, locale: string): readonly NoteLine[] {
  const byTitle = nameOrder(locale)
  switch (sort) {
    case 'updated':
      return lines.toSorted((a, b) => b.updatedAt - a.updatedAt)
    case 'created':
      return lines.toSorted((a, b) => b.createdAt - a.createdAt)
    case 'title':
      return lines.toSorted((a, b) => byTitle.compare(a.title, b.title))
    default:
      return assertNever(sort)
  }
}

/** Every tag with how many notes have it, the most used first. */
export function tagsOf(lines: readonly NoteLine[]): readonly { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const tag of lines.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
}

/** Orders the list otherwise. */
export function sortNotes(sort: NoteSort): void {
  set({ sort })
}

/** Shows the notes of one tag, or all. */
export function showTag(tag: string | null): void {
  set({ tag })
  void attempt(search())
}

/** Looks for words; nothing typed shows all again. */
export function searchNotes(query: string): void {
  const wasEmpty = get().query.trim() === ''
  set({ query, ...(query.trim() === '' ? { hits: null, more: false } : {}) })
  clearTimeout(timer)
  if (query.trim() !== '') timer = setTimeout(() => void attempt(search()), wasEmpty ? 0 : refreshPauseMs)
}

async function search(): Promise<void> {
  const { query, tag } = get()
  if (query.trim() === '') return
  const mine = ++searching
  const { hits, more } = await client.notes.search({ words: query, ...(tag === null ? {} : { tag }) })
  if (mine === searching && get().query === query) set({ hits, more })
}

/** Shows a note; null shows none. */
export async function openNote(id: string | null): Promise<void> {
  wanted = id
  if (get().open?.id !== id) set({ open: null })
  set({ missing: null })
  if (id !== null) await Promise.all([loadOpen(id), loadLinking(id)])
}

let asking = 0

/** Asks which notes link to one, where that is still the newest question. */
async function loadLinking(id: string): Promise<void> {
  const mine = ++asking
  try {
    const found = await client.notes.linkingTo({ id })
    if (mine === asking && wanted === id) set({ linking: { id, ...found } })
  } catch (error) {
    // A note that is not there is told of where it is shown.
    if (toAppError(error).code !== 'not_found') throw error
  }
}

let linkingTimer: ReturnType<typeof setTimeout> | undefined

/** Any note that comes, changes or goes may be one that links to the open one. */
function linkingAgain(): void {
  clearTimeout(linkingTimer)
  linkingTimer = setTimeout(() => {
    if (wanted !== null) void attempt(loadLinking(wanted))
  }, refreshPauseMs)
}

let opening = 0

/** Asks for one and shows it, where that is still the newest answer of what is wanted. */
async function loadOpen(id: string): Promise<void> {
  const mine = ++opening
  try {
    const note = await client.notes.get({ id })
    if (mine === opening) takeOpen(note)
  } catch (error) {
    if (toAppError(error).code !== 'not_found') throw error
    forgetAnswer(id)
    if (mine === opening && wanted === id) set({ open: null, missing: id })
  }
}

/** A note as it is stored, where it is the one that is shown; what was asked for before is older. */
function takeOpen(note: Note): void {
  opening++
  if (wanted === note.id) set({ open: note, missing: null })
}

/** Takes a note from the stream. */
export function takeNote(line: NoteLine): void {
  const { lines, open } = get()
  if (lines !== null) set({ lines: [line, ...lines.filter(({ id }) => id !== line.id)] })
  if (wanted === line.id && open?.revision !== line.revision) void attempt(loadOpen(line.id))
  searchAgain()
  linkingAgain()
}

/** A note is gone. */
export function dropNote(id: string): void {
  const { lines } = get()
  if (lines !== null) set({ lines: lines.filter((line) => line.id !== id) })
  forgetAnswer(id)
  if (wanted === id) set({ open: null, missing: id })
  searchAgain()
  linkingAgain()
}

/** A note that is gone can be made of its answer again. */
function forgetAnswer(id: string): void {
  const left = Object.entries(get().ofAnswers).filter(([, note]) => note !== id)
  set({ ofAnswers: Object.fromEntries(left) })
}

function searchAgain(): void {
  if (get().hits === null) return
  clearTimeout(timer)
  timer = setTimeout(() => void attempt(search()), refreshPauseMs)
}

/**
 * Saves what was written and answers the note; null where somebody changed or deleted it meanwhile: then the note that is
 * shown is the one that is there, and what was written stays a draft.
 */
export async function saveNote(draft: NoteDraft): Promise<Note | null> {
  const { id, revision, title, content, tags } = draft
  const written = { title, content, tags: [...tags] }
  const settle = savingOf(draft)
  if (id === null) {
    const note = await client.notes.create(written)
    settle(note)
    return note
  }
  const saved = await client.notes.save({ id, revision, written })
  if (saved.note === null) set({ open: null, missing: id })
  else takeOpen(saved.note)
  if (saved.status === 'changed') return null
  settle(saved.note)
  return saved.note
}

/** Keeps what a run answered as a note, which tells by its words what was read from outside for them. */
export async function keepAnswer(
  { title, content }: { readonly title: string; readonly content: string },
  wordsOf: { readonly runId: string; readonly conversationId: string },
): Promise<Note> {
  const note = await client.notes.create({ title, content, tags: [], wordsOf })
  set(({ ofAnswers }) => ({ ofAnswers: { ...ofAnswers, [wordsOf.runId]: note.id } }))
  return note
}

/** Before a draft is sent; what it answers is called with the note that came of it, from which goes on what was written since. */
function savingOf(draft: NoteDraft): (note: Note) => void {
  const place = placeOf(draft)
  // What is saved without having been written here, such as a box that is ticked, leaves what is.
  if (get().drafts[place] !== draft) return () => undefined
  const settle = kept.saving(place)
  return ({ id, revision }) => settle((writtenOn) => ({ ...writtenOn, id, place: undefined, revision }))
}

let ticking: Promise<unknown> = Promise.resolve()

/** Saves the open note with another text, one change after the other; answers as {@link saveNote} does. */
export function rewriteNote(id: string, rewrite: (content: string) => string | null): Promise<Note | null> {
  const next = ticking.then(async () => {
    const { open } = get()
    const content = open?.id === id ? rewrite(open.content) : null
    return open === null || content === null ? open : saveNote({ ...draftOfNote(open), content })
  })
  ticking = next.catch(() => undefined)
  return next
}

/** Asks for the removal of a note; nothing happens before the dialog's yes. */
export function deleteNote(id: string): Promise<boolean> {
  return deleteByHand('delete_notes', { note_ids: [id] })
}
