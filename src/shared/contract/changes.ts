import { z } from 'zod'
import { actorSchema } from '../actor'
import { writeClassSchema } from '../tool/classes'
import { previewSchema } from '../tool/preview'
import { toolResultSchema } from '../tool/result'
import { procedure } from './base'

/** Where a proposal stands; only `pending` can be decided. */
export const proposalStatusSchema = z.enum([
  'pending',
  /** Decided, its effect under way; found after a crash it is rolled back. */
  'approved',
  'applied',
  'rejected',
  /** What it was planned against changed; nothing was done. */
  'conflict',
  /** Applying failed; what it had begun was rolled back. */
  'failed',
  'expired',
  /** Its run ended before a decision. */
  'withdrawn',
])
/** See {@link proposalStatusSchema}. */
export type ProposalStatus = z.infer<typeof proposalStatusSchema>

/** A stored change that waits, or waited, for a countersignature. */
export const proposalSchema = z.object({
  id: z.string(),
  /** Short number for people: `#12`. */
  number: z.number(),
  tool: z.string(),
  toolTitle: z.string(),
  module: z.string(),
  class: writeClassSchema,
  /** Why the class is higher than the tool's own. */
  raisedBecause: z.array(z.string()),
  input: z.unknown(),
  preview: previewSchema,
  /** Hash of tool, class, plan and preview; a decision names it, so that what was shown is what runs. */
  planHash: z.string(),
  /** What must be typed to approve, or null when a click is enough. */
  typeToConfirm: z.string().nullable(),
  status: proposalStatusSchema,
  actor: actorSchema,
  runId: z.string().nullable(),
  conversationId: z.string().nullable(),
  toolUseId: z.string().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
  decidedAt: z.number().nullable(),
  decidedBy: actorSchema.nullable(),
  /** The reason of a rejection, a conflict or a failure. */
  reason: z.string().nullable(),
  changeId: z.string().nullable(),
  /** The proposal that this one was made from by "propose again". */
  replaces: z.string().nullable(),
})
/** See {@link proposalSchema}. */
export type Proposal = z.infer<typeof proposalSchema>

/** What came of a decision. */
export const decisionOutcomeSchema = z.object({
  proposal: proposalSchema,
  result: toolResultSchema.nullable(),
})

/** Where an entry of the ledger stands. */
export const changeStatusSchema = z.enum([
  /** Its effect is under way; found after a crash it is rolled back. */
  'applying',
  'applied',
  'rolled_back',
  'undone',
])

/** One entry of the ledger: something that was changed, and what undoes it. */
export const changeSchema = z.object({
  id: z.string(),
  number: z.number(),
  tool: z.string(),
  toolTitle: z.string(),
  module: z.string(),
  class: writeClassSchema,
  summary: z.string(),
  preview: previewSchema,
  status: changeStatusSchema,
  actor: actorSchema,
  /** Who countersigned: a person, or the standing approval of a process. */
  approvedBy: actorSchema,
  /** How: a decision on a proposal, a standing approval, or the person's own gesture. */
  approval: z.enum(['decision', 'standing', 'gesture']),
  proposalId: z.string().nullable(),
  runId: z.string().nullable(),
  conversationId: z.string().nullable(),
  /** The change that this one undoes. */
  undoes: z.string().nullable(),
  /** The change that undid this one. */
  undoneBy: z.string().nullable(),
  at: z.number(),
})
/** See {@link changeSchema}. */
export type Change = z.infer<typeof changeSchema>

/** What checking the audit chain found. */
export const auditCheckSchema = z.object({
  intact: z.boolean(),
  records: z.number(),
  /** The number of the first record that does not fit, where one was found. */
  firstBroken: z.number().nullable(),
  detail: z.string(),
})
/** See {@link auditCheckSchema}. */
export type AuditCheck = z.infer<typeof auditCheckSchema>

/** The inbox. `id` may be the id or the short number. */
export const proposalsContract = {
  list: procedure
    .input(
      z.strictObject({
        status: z.enum(['pending', 'all']).default('pending'),
        conversationId: z.string().optional(),
        limit: z.number().int().min(1).max(1000).default(200),
      }),
    )
    .output(z.array(proposalSchema)),
  get: procedure.input(z.strictObject({ id: z.string() })).output(proposalSchema),
  /** Once only: a second decision on the same proposal is told who decided. */
  approve: procedure
    .input(z.strictObject({ id: z.string(), planHash: z.string(), typed: z.string().optional() }))
    .output(decisionOutcomeSchema),
  reject: procedure
    .input(z.strictObject({ id: z.string(), reason: z.string().max(2000).default('') }))
    .output(decisionOutcomeSchema),
  /** Plans a conflicted, expired or failed proposal anew against what is there now. */
  proposeAgain: procedure.input(z.strictObject({ id: z.string() })).output(proposalSchema),
}

/** The ledger. `id` may be the id or the short number. */
export const changesContract = {
  list: procedure
    .input(
      z.strictObject({
        /** Only entries with a smaller number: the next page. */
        before: z.number().optional(),
        runId: z.string().optional(),
        search: z.string().max(500).optional(),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.array(changeSchema)),
  get: procedure.input(z.strictObject({ id: z.string() })).output(changeSchema),
  /** Brings back what was there; the undo is a change of its own and can be undone. */
  undo: procedure.input(z.strictObject({ id: z.string() })).output(changeSchema),
  /** Undoes every change of a run, last first; stops at the first that can't be undone and says so. */
  undoRun: procedure
    .input(z.strictObject({ runId: z.string() }))
    .output(
      z.object({
        undone: z.array(changeSchema),
        stoppedAt: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  verify: procedure.output(auditCheckSchema),
}
