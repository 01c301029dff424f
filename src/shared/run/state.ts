import { z } from 'zod'
import { errorShapeSchema } from '../errors'
import { attachmentSchema, blockSchema, stopReasonSchema, usageSchema } from './blocks'
import { runEndSchema, spentBudgetSchema } from './events'
import { clearedByServerSchema, contextReductionSchema } from './reduction'
import { madeTitleSchema } from './title'

/** One message of a conversation. */
export const messageSchema = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('user'),
    id: z.string(),
    runId: z.string(),
    at: z.number(),
    text: z.string(),
    attachments: z.array(attachmentSchema),
  }),
  z.object({
    role: z.literal('assistant'),
    id: z.string(),
    runId: z.string(),
    at: z.number(),
    blocks: z.array(blockSchema),
    /** True while the turn streams. */
    streaming: z.boolean(),
    stopReason: stopReasonSchema.optional(),
    usage: usageSchema.optional(),
    durationMs: z.number().optional(),
    error: errorShapeSchema.optional(),
    /** What was left out of the conversation from this turn on. */
    reductions: z.array(contextReductionSchema).optional(),
    /** Set where the model's server left out more of this turn's request by itself. */
    clearedByServer: clearedByServerSchema.optional(),
  }),
])
/** See {@link messageSchema}. */
export type Message = z.infer<typeof messageSchema>
/** A message of the assistant. */
export type AssistantMessage = Extract<Message, { role: 'assistant' }>

/** One run: from a person's message to the end of the assistant's work on it. */
export const runStateSchema = z.object({
  id: z.string(),
  assistant: z.string(),
  /** Absent for the usual assistant. */
  assistantId: z.string().optional(),
  model: z.string(),
  turns: z.number(),
  status: z.enum(['running', ...runEndSchema.options]),
  error: errorShapeSchema.optional(),
  retryable: z.boolean(),
  turnCap: z.boolean(),
  budget: spentBudgetSchema.optional(),
  /** Set while the model's server is given time before it is asked again. */
  retry: z
    .object({ attempt: z.number(), attempts: z.number(), until: z.number(), error: errorShapeSchema })
    .optional(),
  /** True while the conversation is being summed up for the model. */
  compacting: z.boolean().optional(),
  /** Reductions that no turn has followed yet. */
  reductions: z.array(contextReductionSchema).optional(),
  /** Set when the model was asked for the conversation’s title after this run. */
  title: madeTitleSchema.optional(),
})
/** See {@link runStateSchema}. */
export type RunState = z.infer<typeof runStateSchema>

/** A message that waits until the run at work, or the next one, takes it. */
export const queuedMessageSchema = z.object({
  id: z.string(),
  at: z.number(),
  text: z.string(),
  attachments: z.array(attachmentSchema),
})
/** See {@link queuedMessageSchema}. */
export type QueuedMessage = z.infer<typeof queuedMessageSchema>

/** Everything the chat screen shows of one conversation, and all the loop needs to go on with it: one branch of it. */
export const conversationStateSchema = z.object({
  conversationId: z.string(),
  /** The last event that is part of this state. */
  seq: z.number(),
  messages: z.array(messageSchema),
  /** In the order in which they will join. */
  queued: z.array(queuedMessageSchema),
  /** How many messages of the branch lie before the first of `messages`. */
  earlier: z.number(),
  /** For each message that is one of several in its place: all of them in the order in which they came. */
  versions: z.record(z.string(), z.array(z.string())),
  /** What follows the last message on branches that are not shown, in the order in which it came. */
  hidden: z.array(z.string()),
  runs: z.record(z.string(), runStateSchema),
})
/** See {@link conversationStateSchema}. */
export type ConversationState = z.infer<typeof conversationStateSchema>

/** A conversation in which nothing has happened. */
export function emptyConversation(conversationId: string): ConversationState {
  return { conversationId, seq: 0, messages: [], queued: [], earlier: 0, versions: {}, hidden: [], runs: {} }
}
