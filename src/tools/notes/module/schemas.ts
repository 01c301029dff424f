import { z } from 'zod'
import { actorSchema } from '../../../shared/actor'
import { keptContentsSchema } from '../../../shared/tool/kept'

/** How tools name a note. */
export const noteId = z
  .string()
  .min(1)
  .max(100)
  .describe('The note’s id, as list_notes and search_notes give it')

/** What is written in a note, as plans keep it; `outside` names what its writers had read from outside. */
const plannedFields = z.object({
  title: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  outside: z.array(z.string()),
})
/** See {@link plannedFields}. */
export type PlannedFields = z.infer<typeof plannedFields>

/** A plan to make a note, with the id that it will have. */
export const plannedCreation = z.object({
  note_id: z.string(),
  creates: plannedFields,
  by: actorSchema,
})
/** A plan to change a note: the revision and the text that it begins from, and what will be. */
export const plannedChange = z.object({
  note_id: z.string(),
  revision: z.number(),
  before: plannedFields,
  after: plannedFields,
  by: actorSchema,
})
/** See {@link plannedChange}. */
export type PlannedChange = z.infer<typeof plannedChange>
/** A plan to delete notes. */
export const plannedDeletion = z.object({
  deletes: z.array(
    z.object({
      note_id: z.string(),
      title: z.string(),
      revision: z.number(),
      /** Bytes of its text. */
      size: z.number(),
      lines: z.number(),
      outside: z.array(z.string()),
    }),
  ),
})
/** See {@link plannedDeletion}. */
export type PlannedDeletion = z.infer<typeof plannedDeletion>

/** What of a note goes back when a change is undone; the text by the hash under which it is kept. */
const undoneFields = z.object({ title: z.string(), content: z.string(), tags: z.array(z.string()) })
/** See {@link undoneFields}. */
export type UndoneFields = z.infer<typeof undoneFields>

/** Undoing a change of a note. */
export const changedNote = keptContentsSchema.extend({
  note_id: z.string(),
  before: undoneFields,
  after: undoneFields,
  outside_before: z.array(z.string()),
  outside_after: z.array(z.string()),
  /** What the note was called before, as that was before the change; earlier versions did not keep it. */
  former_titles: z.array(z.string()).optional(),
})
/** See {@link changedNote}. */
export type ChangedNote = z.infer<typeof changedNote>

/** Undoing that a note came or went: whether it is to be there afterwards. */
const presentNote = z.object({
  note_id: z.string(),
  title: z.string(),
  present: z.boolean(),
  /** Of the whole note as it is kept; null for one that only has to go. */
  record: z.string().nullable(),
  /** Of the whole note as it came, so that what was changed since is noticed. */
  was: z.string().nullable(),
})
/** See {@link presentNote}. */
export type PresentNote = z.infer<typeof presentNote>
/** The same of several notes. */
export const notePresence = keptContentsSchema.extend({
  notes: z.array(presentNote),
  /** What stood in the way was decided on. */
  settled: z.boolean().optional(),
})
/** See {@link notePresence}. */
export type NotePresence = z.infer<typeof notePresence>

/** A note as the tools' state names it. */
export const namedNote = { note_id: z.string(), title: z.string() }
/** A note as the tools' state gives it in a list. */
export const listedNote = z.object({
  ...namedNote,
  tags: z.array(z.string()),
  beginning: z.string(),
  characters: z.number(),
  /** Milliseconds since 1970, as the next. */
  created_at: z.number(),
  updated_at: z.number(),
})
/** What became of a note that was written. */
export const writtenNote = z.object({
  ...namedNote,
  tags: z.array(z.string()),
  lines: z.number(),
  characters: z.number(),
})
