import { z } from 'zod'
import { actorSchema } from '../actor'
import { tagSchema, tagsSchema } from '../tags'
import { oneLine } from '../text/one-line'
import { procedure } from './base'
import { excerptSchema } from './excerpt'

/** Limits of a note. */
export const noteLimits = {
  /** Characters, in one line. */
  title: 300,
  /** Characters: what a person still looks through, and a model is given in a few parts. */
  content: 200_000,
  /** Notes that one call deletes: a proposal names each of them, and is shown whole. */
  deleted: 200,
  /** Notes that a search answers in the window: more is not looked through. */
  found: 100,
  /** Titles that a note had before by which it is still found: more than anybody remembers. */
  formerTitles: 20,
  /** Notes that link to one which are listed below it. */
  linking: 100,
} as const

/** How notes are ordered. */
export const noteSortSchema = z.enum(['updated', 'created', 'title'])
/** See {@link noteSortSchema}. */
export type NoteSort = z.infer<typeof noteSortSchema>

/** A note's title. */
export const noteTitleSchema = z.string().overwrite(oneLine).min(1).max(noteLimits.title)
/** What a note says, in Markdown. */
export const noteContentSchema = z.string().max(noteLimits.content)

/** What is known of a note beside what it says. */
const noteAboutSchema = z.object({
  id: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  /** Names of what the runs that wrote it had read from outside; whoever reads it, reads that. */
  outside: z.array(z.string()),
  /** Titles that it had before, the last one first. */
  formerTitles: z.array(z.string()),
  createdBy: actorSchema,
  /** Who changed it last. */
  changedBy: actorSchema,
  /** Milliseconds since 1970, as the next. */
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Counts its changes, from 1. */
  revision: z.number(),
})

/** A note. */
export const noteSchema = noteAboutSchema.extend({ content: z.string() })
/** See {@link noteSchema}. */
export type Note = z.infer<typeof noteSchema>

/** A note in a list. */
export const noteLineSchema = noteAboutSchema.extend({
  /** How it begins, in one line without the marks of Markdown. */
  beginning: z.string(),
  /** Of all that it says. */
  characters: z.number(),
})
/** See {@link noteLineSchema}. */
export type NoteLine = z.infer<typeof noteLineSchema>

/** A note that has the words that were looked for. */
const noteHitSchema = z.object({
  note: noteLineSchema,
  title: excerptSchema,
  excerpt: excerptSchema,
})
/** See {@link noteHitSchema}. */
export type NoteHit = z.infer<typeof noteHitSchema>

/** What a person writes in a note. */
const writtenNoteSchema = z.strictObject({
  title: noteTitleSchema,
  content: noteContentSchema,
  tags: tagsSchema,
})
/** See {@link writtenNoteSchema}. */
export type WrittenNote = z.infer<typeof writtenNoteSchema>

/** What became of what a person saved. */
const savedNoteSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), note: noteSchema }),
  /** Somebody changed it since the revision that was seen; nothing was changed. Null where it was deleted. */
  z.object({ status: z.literal('changed'), note: noteSchema.nullable() }),
])

/** Notes; every change goes through the gate as the person's own gesture. */
export const notesContract = {
  /** All of them, without what they say. */
  list: procedure
    .input(z.strictObject({ sort: noteSortSchema.default('updated') }))
    .output(z.array(noteLineSchema)),
  get: procedure.input(z.strictObject({ id: z.string() })).output(noteSchema),
  /** Looks for words in titles, tags and what notes say, best first; whether there are `more` than the limit. */
  search: procedure
    .input(
      z.strictObject({
        words: z.string().max(1000),
        tag: tagSchema.optional(),
        limit: z.number().int().min(1).max(noteLimits.found).default(noteLimits.found),
      }),
    )
    .output(z.object({ hits: z.array(noteHitSchema), more: z.boolean() })),
  /** Notes whose text links to one, changed last first; whether there are `more` than the limit. */
  linkingTo: procedure
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ notes: z.array(noteLineSchema), more: z.boolean() })),
  create: procedure
    .input(
      writtenNoteSchema.extend({
        /** The run whose words it repeats: what that had read from outside goes with them. */
        wordsOf: z.strictObject({ runId: z.string(), conversationId: z.string() }).optional(),
      }),
    )
    .output(noteSchema),
  save: procedure
    .input(
      z.strictObject({
        id: z.string(),
        /** The revision that the person saw. */
        revision: z.number(),
        written: writtenNoteSchema,
      }),
    )
    .output(savedNoteSchema),
}
