import { z } from 'zod'
import { procedure } from './base'
import { excerptSchema } from './excerpt'

/** A conversation in a list. */
export const conversationSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** A run is at work in it. */
  running: z.boolean(),
  /** How many of its proposals wait for a decision. */
  waiting: z.number(),
  /** How its last run ended, as long as nobody has looked at it since. */
  ended: z.enum(['completed', 'failed']).nullable(),
  pinned: z.boolean(),
  archived: z.boolean(),
  folderId: z.string().nullable(),
  /** The mission that made it; `tells` is when its end is told of, null once a person went on with it. */
  mission: z.object({ id: z.string(), tells: z.enum(['always', 'needed', 'never']).nullable() }).nullable(),
})
/** See {@link conversationSummarySchema}. */
export type ConversationSummary = z.infer<typeof conversationSummarySchema>

/** A folder that conversations are kept in. */
export const conversationFolderSchema = z.object({ id: z.string(), name: z.string() })
/** See {@link conversationFolderSchema}. */
export type ConversationFolder = z.infer<typeof conversationFolderSchema>

/** Days for which a conversation stays in the trash. */
export const trashDays = 30

/** A conversation in the trash. */
const trashedConversationSchema = z.object({
  id: z.string(),
  title: z.string(),
  trashedAt: z.number(),
  /** How many messages it has on all its branches. */
  messages: z.number(),
})
/** See {@link trashedConversationSchema}. */
export type TrashedConversation = z.infer<typeof trashedConversationSchema>

/** A message that has the words that were looked for. */
const messageHitSchema = z.object({
  conversationId: z.string(),
  title: z.string(),
  messageId: z.string(),
  role: z.enum(['user', 'assistant']),
  at: z.number(),
  /** A piece of the message in which the words are marked. */
  excerpt: excerptSchema,
})
/** See {@link messageHitSchema}. */
export type MessageHit = z.infer<typeof messageHitSchema>

/** The forms in which a conversation is exported. */
const exportFormats = ['markdown', 'json', 'html'] as const
/** One of {@link exportFormats}. */
export type ExportFormat = (typeof exportFormats)[number]

const byId = z.strictObject({ id: z.string() })
const idSchema = z.object({ id: z.string() })
const folderName = z.string().trim().min(1).max(100)
/** Characters of what is looked for in conversations. */
export const wordsLimitCharacters = 500

/** The list of conversations: order, trash, search, export. */
export const conversationListContract = {
  list: procedure.output(z.array(conversationSummarySchema)),
  rename: procedure
    .input(z.strictObject({ id: z.string(), title: z.string().trim().min(1).max(200) }))
    .output(conversationSummarySchema),
  /** Pins, archives or moves to a folder. */
  arrange: procedure
    .input(
      z.strictObject({
        id: z.string(),
        pinned: z.boolean().optional(),
        archived: z.boolean().optional(),
        folderId: z.string().nullable().optional(),
      }),
    )
    .output(conversationSummarySchema),
  /** Moves it to the trash; refused while a run is at work in it. */
  remove: procedure.input(byId).output(idSchema),
  restore: procedure.input(byId).output(conversationSummarySchema),
  /** What is in the trash, last first. */
  trash: procedure.output(z.array(trashedConversationSchema)),
  /** Deletes a conversation that is in the trash; it can't be brought back. */
  removeForGood: procedure.input(byId).output(idSchema),
  folders: procedure.output(z.array(conversationFolderSchema)),
  createFolder: procedure.input(z.strictObject({ name: folderName })).output(conversationFolderSchema),
  renameFolder: procedure
    .input(z.strictObject({ id: z.string(), name: folderName }))
    .output(conversationFolderSchema),
  /** Takes a folder away; the conversations in it stay. */
  removeFolder: procedure.input(byId).output(idSchema),
  /** Looks for words in the messages of all conversations, newest first. */
  search: procedure
    .input(
      z.strictObject({
        words: z.string().max(wordsLimitCharacters),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ hits: z.array(messageHitSchema), more: z.boolean() })),
  /** Looks for an exact text on the shown branch of a conversation; answers the places of the messages, from 0. */
  find: procedure
    .input(z.strictObject({ id: z.string(), words: z.string().min(1).max(wordsLimitCharacters) }))
    .output(z.object({ places: z.array(z.number()) })),
  /** The shown branch as a file; JSON has all branches. */
  export: procedure
    .input(z.strictObject({ id: z.string(), format: z.enum(exportFormats) }))
    .output(z.object({ name: z.string(), type: z.string(), content: z.string() })),
}
