import { z } from 'zod'
import type { Note } from '../../shared/contract/notes'
import { createDraftStorage, type Drafts, newPlace } from './kept-drafts'

/** A note as it is being written. */
export interface NoteDraft {
  /** Null for a new one. */
  readonly id: string | null
  /** Of a new one, where it is kept beside other new ones; absent for the first. */
  readonly place?: string | undefined
  /** The one that the writing began from; 0 for a new note. */
  readonly revision: number
  readonly title: string
  readonly content: string
  readonly tags: readonly string[]
  /** Whether anything was written since it was opened. */
  readonly written: boolean
}

/** Where they are stored. */
export const noteDrafts = createDraftStorage<NoteDraft>(
  'countersign-note-drafts',
  z.object({
    id: z.string().nullable(),
    place: z.string().optional(),
    revision: z.number(),
    title: z.string(),
    content: z.string(),
    tags: z.array(z.string()),
    written: z.boolean(),
  }),
)

/** What a person begins to write from; an empty note where there is none. */
export function draftOfNote(note: Note | null): NoteDraft {
  if (note === null) return { id: null, revision: 0, title: '', content: '', tags: [], written: false }
  const { id, revision, title, content, tags } = note
  return { id, revision, title, content, tags, written: false }
}

/** Where a draft is kept: the end of its address. */
export function placeOf({ id, place }: NoteDraft): string {
  return id ?? place ?? newPlace
}

/** Whether a place is one of a note that does not exist yet. */
export function isNewPlace(place: string): boolean {
  return place === newPlace || place.startsWith(`${newPlace}-`)
}

/** A place for a new note at which nothing is written: one that was begun before stays where it is. */
export function freePlace(drafts: Drafts<NoteDraft>): string {
  const isFree = (place: string) => {
    const draft = drafts[place]
    return draft === undefined || (draft.title + draft.content).trim() + draft.tags.join('') === ''
  }
  let place = newPlace
  for (let number = 2; !isFree(place); number++) place = `${newPlace}-${number}`
  return place
}

/** What a person begins to write a new note from, at a place. */
export function newDraftAt(place: string): NoteDraft {
  return { ...draftOfNote(null), place }
}
