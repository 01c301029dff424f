import { z } from 'zod'
import { attachmentSchema, saysSomething } from '../run/blocks'
import { conversationStateSchema, messageSchema, queuedMessageSchema, runStateSchema } from '../run/state'
import { pictureSchema } from '../tool/picture'
import { procedure } from './base'
import { conversationListContract, conversationSummarySchema } from './conversation-list'
import { pictureBytesSchema } from './pictures'

/** The most characters of one message, so that a paste cannot fill the database; about 250,000 tokens. */
const messageLimitCharacters = 1_000_000

/** The most things that are attached to one message. */
export const attachmentLimit = 50

const saidNothing = { error: 'Write a message, or attach something.', path: ['text'] }

/** What a page says of attachments; what it says was read of them is not believed. */
const attachments = z
  .array(attachmentSchema)
  .superRefine((sent, { addIssue }) => {
    // The one document that the message is about is chosen, not attached.
    if (
      sent.filter(({ kind }) => kind !== 'limit').length <= attachmentLimit &&
      sent.length <= attachmentLimit + 1
    )
      return
    addIssue({ code: 'too_big', origin: 'array', maximum: attachmentLimit, input: sent })
  })
  .default([])

/** Limits of a picture that is attached. */
export const attachedPictureLimits = {
  /** Bytes of the file that a person chooses: more than cameras write. */
  fileBytes: 64_000_000,
  /** Bytes that the page hands over once it has made it small. */
  bytes: 10_000_000,
  /** Pixels of the longer edge, beyond which the API scales pictures down itself (platform.claude.com, "Vision"). */
  longEdge: 1568,
} as const

/** The most messages that are asked for at once. */
const pageLimitMessages = 200

const byId = z.strictObject({ id: z.string() })
const messagePlace = { conversationId: z.string(), messageId: z.string() }
/** Absent for the one that worked last on the shown branch, and the usual one where none did. */
const assistantId = z.string().max(100).optional()
const startedSchema = z.object({ conversationId: z.string(), runId: z.string() })

/** Conversations and the runs in them. */
export const conversationsContract = {
  ...conversationListContract,
  /**
   * The state to start from, with the newest messages of the shown branch; apply later run events to it. It has its title
   * with it: the list lacks those in the trash.
   */
  snapshot: procedure.input(byId).output(conversationStateSchema.extend({ title: z.string() })),
  /** Some messages of the shown branch by their places in it, from 0. */
  page: procedure
    .input(
      z.strictObject({
        id: z.string(),
        from: z.number().int().min(0),
        count: z.number().int().min(1).max(pageLimitMessages),
      }),
    )
    .output(
      z.object({
        messages: z.array(messageSchema),
        /** How many messages the shown branch has. */
        total: z.number(),
        versions: conversationStateSchema.shape.versions,
        runs: z.record(z.string(), runStateSchema),
      }),
    ),
  /** A person looks at it. */
  seen: procedure.input(byId).output(conversationSummarySchema),
  /**
   * Starts a run; without an id in a new conversation. While a run is at work the message is refused, or with `queue`
   * waits and joins at the run's next turn, unless it is for another assistant than the run's.
   */
  send: procedure
    .input(
      z
        .strictObject({
          conversationId: z.string().nullable(),
          text: z.string().max(messageLimitCharacters),
          attachments,
          queue: z.boolean().default(false),
          assistantId,
        })
        .refine(saysSomething, saidNothing),
    )
    .output(z.object({ conversationId: z.string(), runId: z.string(), queued: z.boolean() })),
  /** Draws a picture as a model takes it and keeps it; it is a message's once it is sent with one. */
  drawPicture: procedure
    .input(z.strictObject({ data: z.base64().max(Math.ceil((attachedPictureLimits.bytes * 4) / 3) + 4) }))
    .output(z.object({ picture: pictureSchema, bytes: pictureBytesSchema })),
  /** Takes a message back that has not joined yet; answers what it was. */
  unqueue: procedure
    .input(z.strictObject({ conversationId: z.string(), messageId: z.string() }))
    .output(queuedMessageSchema),
  /** Starts a run with the messages that were kept when the last one ended. */
  sendQueued: procedure
    .input(z.strictObject({ conversationId: z.string(), assistantId }))
    .output(startedSchema),
  /** Asks a model's server again at once instead of waiting on. */
  tryNow: procedure.input(z.strictObject({ runId: z.string() })).output(z.object({ tried: z.boolean() })),
  /** Sends a message again with other words, on a branch of its own; what followed it is kept. */
  edit: procedure
    .input(
      z
        .strictObject({
          ...messagePlace,
          text: z.string().max(messageLimitCharacters),
          attachments,
          assistantId,
        })
        .refine(saysSomething, saidNothing),
    )
    .output(startedSchema),
  /** Has the message before an answer answered again, on a branch of its own; the answer is kept. */
  regenerate: procedure.input(z.strictObject({ ...messagePlace, assistantId })).output(startedSchema),
  /** Shows the branch that a message is on; refused while a run is at work in the conversation. */
  showMessage: procedure
    .input(z.strictObject(messagePlace))
    .output(z.object({ index: z.number(), total: z.number() })),
  stop: procedure.input(z.strictObject({ runId: z.string() })).output(z.object({ stopped: z.boolean() })),
  /** Goes on after a failed or stopped run with what is there; by its assistant where none is named. */
  retry: procedure.input(z.strictObject({ runId: z.string(), assistantId })).output(startedSchema),
}
