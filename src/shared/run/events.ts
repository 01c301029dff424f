import { z } from 'zod'
import { errorShapeSchema } from '../errors'
import { toolResultSchema } from '../tool/result'
import { attachmentSchema, blockSchema, citationSchema, stopReasonSchema, usageSchema } from './blocks'
import { clearedByServerSchema, contextReductionSchema } from './reduction'
import { madeTitleSchema } from './title'

/** How a run ended. */
export const runEndSchema = z.enum(['completed', 'stopped', 'failed'])

/** A budget that a run has used up. */
export const spentBudgetSchema = z.object({
  /** `cost` is in the currency of the prices that a person entered. */
  kind: z.enum(['tokens', 'cost']),
  limit: z.number(),
  used: z.number(),
})
/** See {@link spentBudgetSchema}. */
export type SpentBudget = z.infer<typeof spentBudgetSchema>

/** What happened, without when and where. */
export const runEventBodySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('user_message'),
    messageId: z.string(),
    text: z.string(),
    attachments: z.array(attachmentSchema),
  }),
  /** A person's message that waits until the run takes it; it joins as a `user_message` of the same id. */
  z.object({
    type: z.literal('message_queued'),
    messageId: z.string(),
    text: z.string(),
    attachments: z.array(attachmentSchema),
  }),
  /** A queued message was taken back. */
  z.object({ type: z.literal('message_unqueued'), messageId: z.string() }),
  /** What comes follows this message from now on, or begins the conversation anew; what followed it is kept. */
  z.object({ type: z.literal('branch_shown'), leafId: z.string().nullable() }),
  z.object({
    type: z.literal('run_started'),
    assistant: z.string(),
    /** Absent for the usual assistant. */
    assistantId: z.string().optional(),
    model: z.string(),
  }),
  z.object({ type: z.literal('turn_started'), messageId: z.string(), turn: z.number() }),
  z.object({
    type: z.literal('text_delta'),
    messageId: z.string(),
    block: z.number(),
    text: z.string(),
    repeats: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('thinking_delta'), messageId: z.string(), block: z.number(), text: z.string() }),
  z.object({
    type: z.literal('citation'),
    messageId: z.string(),
    block: z.number(),
    citation: citationSchema,
  }),
  z.object({
    type: z.literal('tool_use_started'),
    messageId: z.string(),
    block: z.number(),
    toolUseId: z.string(),
    name: z.string(),
  }),
  z.object({
    type: z.literal('tool_input_delta'),
    messageId: z.string(),
    block: z.number(),
    json: z.string(),
  }),
  /** Holds the turn's whole content; the deltas before it may then be forgotten. */
  z.object({
    type: z.literal('turn_finished'),
    messageId: z.string(),
    content: z.array(blockSchema),
    stopReason: stopReasonSchema,
    usage: usageSchema,
    durationMs: z.number(),
    clearedByServer: clearedByServerSchema.optional(),
  }),
  /** The stream broke; `content` is what had come. */
  z.object({
    type: z.literal('turn_failed'),
    messageId: z.string(),
    content: z.array(blockSchema),
    error: errorShapeSchema,
  }),
  /** The model's server can't answer now; it is asked again at `until`, or when a person says so. */
  z.object({
    type: z.literal('retry_waiting'),
    /** The attempt that comes, from 2. */
    attempt: z.number(),
    attempts: z.number(),
    /** Milliseconds since 1970. */
    until: z.number(),
    error: errorShapeSchema,
  }),
  z.object({ type: z.literal('retry_started') }),
  /** The conversation is being summed up; `context_reduced` follows, or the run's end. */
  z.object({ type: z.literal('compaction_started') }),
  /** From the next turn on less of the conversation is sent. */
  z.object({ type: z.literal('context_reduced'), reduction: contextReductionSchema }),
  z.object({ type: z.literal('tool_started'), toolUseId: z.string() }),
  z.object({ type: z.literal('tool_proposed'), toolUseId: z.string(), proposalId: z.string() }),
  z.object({
    type: z.literal('tool_finished'),
    toolUseId: z.string(),
    result: toolResultSchema,
    outcome: z.enum(['done', 'failed', 'rejected', 'not_run']),
    durationMs: z.number(),
    /** What the tool had a model do. */
    usage: usageSchema.optional(),
  }),
  z.object({
    type: z.literal('run_finished'),
    end: runEndSchema,
    error: errorShapeSchema.optional(),
    /** Whether trying again can help; the page then offers it. */
    retryable: z.boolean(),
    /** Set when the cap on turns ended the run. */
    turnCap: z.boolean().optional(),
    /** Set when a budget ended the run. */
    budget: spentBudgetSchema.optional(),
  }),
  /** After the end of the run: the model was asked for the conversation’s title. */
  madeTitleSchema.extend({ type: z.literal('title_made') }),
])
/** See {@link runEventBodySchema}. */
export type RunEventBody = z.infer<typeof runEventBodySchema>

/** An event as it is stored and published; `seq` orders all events of all conversations. */
export const runEventSchema = z.object({
  seq: z.number(),
  conversationId: z.string(),
  runId: z.string(),
  /** Milliseconds since 1970; for display only, never for order. */
  at: z.number(),
  body: runEventBodySchema,
})
/** See {@link runEventSchema}. */
export type RunEvent = z.infer<typeof runEventSchema>
