import { z } from 'zod'
import type { Note } from '../../shared/contract/notes'
import { createDraftStorage } from './kept-drafts'

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

/** Where they are stored. */
export const noteDrafts = createDraftStorage<NoteDraft>(
  'countersign-note-drafts',
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
