import { z } from 'zod'
import type { Note } from '../../shared/contract/notes'
import { pageHost } from '../app/host'

/** A note as it is being written. */
export interface NoteDraft {
  /** Null for a new one. */
  readonly id: string | null
  /** The one that the writing began from; 0 for a new note. */
  readonly revision: number
  readonly title: string
  readonly content: string
  readonly tags: readonly string[]
  /** Whether anything was written since it was opened. */
  readonly written: boolean
}

/** The draft's place of a note that does not exist yet. */
export const newNote = 'new'

const key = 'countersign-note-drafts'
/** Older ones than these are let go. */
const mostDrafts = 20

const draftsSchema = z.record(
  z.string(),
  z.object({
    id: z.string().nullable(),
    revision: z.number(),
    title: z.string(),
    content: z.string(),
    tags: z.array(z.string()),
    written: z.boolean(),
  }),
)

/** What a person begins to write from; an empty note where there is none. */
export function draftOf(note: Note | null): NoteDraft {
  if (note === null) return { id: null, revision: 0, title: '', content: '', tags: [], written: false }
  const { id, revision, title, content, tags } = note
  return { id, revision, title, content, tags, written: false }
}

/** A tab's own in a browser, where others may be open beside it; a window of the application comes back with its. */
function storage(): Storage {
  return pageHost === undefined ? sessionStorage : localStorage
}

/** What was written and not saved when the page was left, by note. */
export function storedNoteDrafts(): Readonly<Record<string, NoteDraft>> {
  try {
    return draftsSchema.parse(JSON.parse(storage().getItem(key) ?? '{}'))
  } catch {
    // What is stored in another form is what another version wrote; there is nothing to show of it.
    return {}
  }
}

/** Keeps what is written over a reload of the page. */
export function storeNoteDrafts(drafts: Readonly<Record<string, NoteDraft>>): void {
  try {
    storage().setItem(key, JSON.stringify(Object.fromEntries(Object.entries(drafts).slice(-mostDrafts))))
  } catch {
    // A browser that is full, or keeps nothing: what is written stays on the page.
  }
}
