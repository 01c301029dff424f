import { z } from 'zod'
import { actorSchema } from '../actor'
import { errorShapeSchema } from '../errors'
import { saidByTextSchema, saidSchema } from '../sentences/sentence'
import { choiceSchema, chooseBySchema, editedSchema } from '../tool/choice'
import { toolClassSchema, writeClassSchema } from '../tool/classes'
import { previewSchema, recoverySchema } from '../tool/preview'
import { toolResultSchema } from '../tool/result'
import { procedure } from './base'
import { batchLimit } from './library'
import { rememberOptionSchema, rememberSchema } from './standing-grants'
import { comparedUndoSchema, undoDecisionSchema, undoItemSchema } from './undo-choices'

/** Where a proposal stands; only `pending` can be decided. */
export const proposalStatusSchema = z.enum([
  'pending',
  /** Decided, its effect under way; found after a crash it is rolled back. */
  'approved',
  'applied',
  'rejected',
  /** What it was planned against changed; nothing was done. */
  'conflict',
  /** Applying failed; what it had begun was rolled back, or its reason says what was not. */
  'failed',
  'expired',
  /** Its run ended before a decision, or another was made in its place. */
  'withdrawn',
])
/** See {@link proposalStatusSchema}. */
export type ProposalStatus = z.infer<typeof proposalStatusSchema>

/** Another proposal of the same run that must be applied first. */
const neededProposalSchema = z.object({
  id: z.string(),
  number: z.number(),
  status: proposalStatusSchema,
  summary: z.string(),
  /** What the summary says. */
  said: saidByTextSchema.optional(),
  /** True once it is applied, itself or by a proposal that replaced it. */
  met: z.boolean(),
})
/** See {@link neededProposalSchema}. */
export type NeededProposal = z.infer<typeof neededProposalSchema>

/** What was approved where it is not all that was proposed, or not as it was proposed. */
export const amendmentSchema = z.object({
  choice: choiceSchema.nullable(),
  /** True when a person changed the content before approving it. */
  edited: z.boolean(),
  /** One sentence: how many of how many, and what. */
  note: z.string(),
  by: actorSchema,
  class: toolClassSchema,
  /** What was applied, as it is shown. */
  preview: previewSchema,
  planHash: z.string(),
})
/** See {@link amendmentSchema}. */
export type Amendment = z.infer<typeof amendmentSchema>

/** A stored change, or a reading that is not a matter of course, that waits, or waited, for a countersignature. */
export const proposalSchema = z.object({
  id: z.string(),
  /** Short number for people: `#12`. */
  number: z.number(),
  tool: z.string(),
  toolTitle: z.string(),
  module: z.string(),
  /** `read` for a question whether something may be read: its yes changes nothing and makes no entry in the ledger. */
  class: toolClassSchema,
  /** Why it is asked more strictly than the tool's own class says, or asked at all. */
  raisedBecause: z.array(z.string()),
  /** What these, and the reason below, say; of a line also what its summary says. */
  said: saidByTextSchema.optional(),
  input: z.unknown(),
  preview: previewSchema,
  /** Hash of tool, class, plan and preview; a decision names it, so that what was shown is what runs. */
  planHash: z.string(),
  /** What must be typed to approve, or null when a click is enough. */
  typeToConfirm: z.string().nullable(),
  status: proposalStatusSchema,
  /** Set while what it began goes on although it is applied: `stop` ends it. */
  goesOn: z.literal(true).optional(),
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
  /** What must be applied first; rejected together with it. */
  needs: z.array(neededProposalSchema),
  /** Scopes for "don't ask again", the narrowest first; empty where it can't be remembered. */
  remember: z.array(rememberOptionSchema),
  /** How it can be approved in part; null when only as a whole. */
  chooseBy: chooseBySchema.nullable(),
  /** Whether its content can be edited before it is approved. */
  editable: z.boolean(),
  /** What was approved instead of the whole of it. */
  amendment: amendmentSchema.nullable(),
})
/** See {@link proposalSchema}. */
export type Proposal = z.infer<typeof proposalSchema>

/** What a change shows, by its kind, and how many rows that is. */
const outlineSchema = z.object({
  kind: z.enum(['content', 'diff', 'binary', 'fields', 'removal']),
  rows: z.number(),
})
/** See {@link outlineSchema}. */
export type Outline = z.infer<typeof outlineSchema>

/**
 * A proposal as lists and events carry it: what it shows is fetched when it is looked at, and with it the hash that a
 * decision must name.
 */
export const proposalLineSchema = proposalSchema
  .omit({ input: true, preview: true, planHash: true, remember: true, amendment: true })
  .extend({
    summary: z.string(),
    /** How many changes its preview has. */
    changes: z.number(),
    /** Of how much its preview warns: what does is looked at before it is approved. */
    warnings: z.number(),
    /** The first of them, to leave room for what is not fetched yet. */
    outline: z.array(outlineSchema),
  })
/** See {@link proposalLineSchema}. */
export type ProposalLine = z.infer<typeof proposalLineSchema>

/** What came of a decision. */
const decisionOutcomeSchema = z.object({
  proposal: proposalSchema,
  result: toolResultSchema.nullable(),
})

/** Where an entry of the ledger stands. */
const changeStatusSchema = z.enum([
  /** Its effect is under way; found after a crash it is rolled back. */
  'applying',
  'applied',
  'rolled_back',
  /** It can't be taken back, and a crash or a failure came in the middle: it may have happened in part. */
  'interrupted',
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
  /**
   * How: a decision on a proposal, the standing approval of a process, the person's own gesture, a remembered
   * approval, or the policy for the tool.
   */
  approval: z.enum(['decision', 'standing', 'gesture', 'grant', 'policy']),
  /** The remembered approval that it was applied under. */
  grantId: z.string().nullable(),
  /** Set when not all that was proposed was approved, or not as it was proposed: what was, in one sentence. */
  amended: z.string().nullable(),
  proposalId: z.string().nullable(),
  runId: z.string().nullable(),
  conversationId: z.string().nullable(),
  /** The change that this one undoes. */
  undoes: z.string().nullable(),
  /** The change of which this one took back some things; that one stands for the others. */
  undoesPartOf: z.string().nullable(),
  /** The change that undid this one. */
  undoneBy: z.string().nullable(),
  /** Whether some of its things were taken back one by one, and still are. */
  undoneInPart: z.boolean(),
  /** True once what undo would bring back was let go, because its time or its room was over. */
  undoEnded: z.boolean(),
  /** Set where this undid an undo: the change that it did again. */
  redoes: z.string().nullable(),
  /** Set while it can be stopped: it is done without a proposal, or what it began goes on although it is applied. */
  goesOn: z.literal(true).optional(),
  /** Shared by the entries that one undo of several changes made. */
  batch: z.string().nullable(),
  at: z.number(),
})
/** See {@link changeSchema}. */
export type Change = z.infer<typeof changeSchema>

/** An entry as a list of them shows it: what was changed is loaded when it is opened. */
const changeLineSchema = changeSchema.omit({ preview: true }).extend({
  /** What the summary says. */
  said: saidByTextSchema.optional(),
  /** How what was changed comes back. */
  recovery: recoverySchema,
  /** Whether there is more to show of what was changed. */
  detailed: z.boolean(),
})
/** See {@link changeLineSchema}. */
export type ChangeLine = z.infer<typeof changeLineSchema>

/** A change that undoing several left as it is. */
const keptChangeSchema = z.object({
  change: changeLineSchema,
  /** One sentence. */
  reason: z.string(),
  /** What it says. */
  said: saidByTextSchema.optional(),
  /** Whether it, or some of it, can be undone all the same, by choices that `compareUndo` tells. */
  canChoose: z.boolean(),
  /** The later change that it carries and that was kept; null where it was kept for its own sake. */
  under: z.string().nullable(),
})
/** See {@link keptChangeSchema}. */
export type KeptChange = z.infer<typeof keptChangeSchema>

/** What undoing several changes in one go came to: lines, as all that they show may be more than a message holds. */
const undoneTogetherSchema = z.object({
  /** Names the entries that this made: with it they are taken back in one go. Null where none was made. */
  batch: z.string().nullable(),
  undone: z.array(changeLineSchema),
  kept: z.array(keptChangeSchema),
})
/** See {@link undoneTogetherSchema}. */
export type UndoneTogether = z.infer<typeof undoneTogetherSchema>

/** What checking the audit chain found. */
const auditCheckSchema = z.object({
  intact: z.boolean(),
  records: z.number(),
  /** The number of the first record that does not fit, where one was found. */
  firstBroken: z.number().nullable(),
  detail: z.string(),
  said: saidSchema.optional(),
})
/** See {@link auditCheckSchema}. */
export type AuditCheck = z.infer<typeof auditCheckSchema>

const proposalsQuerySchema = z.strictObject({
  status: z.enum(['pending', 'all']).default('pending'),
  /** Only proposals with a smaller number: the next page. */
  before: z.number().optional(),
  conversationId: z.string().optional(),
  limit: z.number().int().min(1).max(1000).default(200),
})

/** The inbox. `id` may be the id or the short number. */
export const proposalsContract = {
  list: procedure.input(proposalsQuerySchema).output(z.array(proposalLineSchema)),
  /** The same with everything that they show. */
  listWhole: procedure.input(proposalsQuerySchema).output(z.array(proposalSchema)),
  get: procedure.input(z.strictObject({ id: z.string() })).output(proposalSchema),
  /** Once only: a second decision on the same proposal is told who decided. */
  approve: procedure
    .input(
      z.strictObject({
        id: z.string(),
        planHash: z.string(),
        typed: z.string().optional(),
        /** Only these parts. */
        choice: choiceSchema.optional(),
        /** This in place of what was proposed. */
        edited: editedSchema.optional(),
        /** The `planHash` that `amend` answered: refuses when it would be applied otherwise than it was shown. */
        amendedHash: z.string().optional(),
        remember: rememberSchema.optional(),
      }),
    )
    .output(decisionOutcomeSchema),
  /** Shows what approving a part, or an edited content, would apply; stores nothing. */
  amend: procedure
    .input(
      z.strictObject({
        id: z.string(),
        planHash: z.string(),
        choice: choiceSchema.optional(),
        edited: editedSchema.optional(),
      }),
    )
    .output(amendmentSchema.omit({ by: true }).extend({ typeToConfirm: z.string().nullable() })),
  /** The text that `edited` takes the place of; `unsupported` where there is none. */
  textToEdit: procedure
    .input(z.strictObject({ id: z.string(), planHash: z.string() }))
    .output(z.object({ text: z.string() })),
  /**
   * Stops what an approved proposal is bringing in from outside (what is whole by then is applied), is doing, or has
   * begun and goes on.
   */
  stop: procedure.input(z.strictObject({ id: z.string() })).output(z.object({ stopped: z.boolean() })),
  reject: procedure
    .input(z.strictObject({ id: z.string(), reason: z.string().max(2000).default('') }))
    .output(decisionOutcomeSchema),
  /** Rejects a conflicted, expired or failed proposal, which is no longer offered to be proposed again. */
  giveUp: procedure.input(z.strictObject({ id: z.string() })).output(decisionOutcomeSchema),
  /** Looks whether what a waiting proposal was planned against moved since: why a yes would not go through; else null. */
  lookAtBase: procedure
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ moved: errorShapeSchema.nullable() })),
  /** Plans one anew against what is there now that is conflicted, expired or failed, or whose base moved. */
  proposeAgain: procedure.input(z.strictObject({ id: z.string() })).output(proposalSchema),
}

/** What the ledger is asked for; what is absent does not narrow it. */
const changesQuerySchema = z.strictObject({
  /** Only entries with a smaller number: the next page. */
  before: z.number().optional(),
  runId: z.string().optional(),
  conversationId: z.string().optional(),
  /** Only entries of these tools. */
  tools: z.array(z.string()).max(1000).optional(),
  class: writeClassSchema.optional(),
  status: changeStatusSchema.optional(),
  /** Only what this kind of actor did; what assistants did for missions is theirs, and can be asked for alone. */
  actor: z.enum([...actorSchema.shape.kind.options, 'mission']).optional(),
  /** Milliseconds since 1970; from this moment on. */
  since: z.number().optional(),
  /** Milliseconds since 1970; up to, not including, this moment. */
  until: z.number().optional(),
  /** Words of the summary, the tool, or anything that the entry shows of what was changed. */
  search: z.string().max(500).optional(),
  limit: z.number().int().min(1).max(500).default(100),
})

const together = {
  decisions: z.array(undoDecisionSchema).max(10_000).default([]),
  /** The `batch` of an undo that this goes on with, so that both are taken back in one go. */
  batch: z.string().optional(),
}

/** The ledger. `id` may be the id or the short number. */
export const changesContract = {
  list: procedure.input(changesQuerySchema).output(z.array(changeLineSchema)),
  /** The same with everything that the entries show, to be kept elsewhere. */
  listWhole: procedure.input(changesQuerySchema).output(z.array(changeSchema)),
  get: procedure.input(z.strictObject({ id: z.string() })).output(changeSchema),
  /** Stops what it is doing, or has begun and goes on, such as a command that runs. */
  stop: procedure.input(z.strictObject({ id: z.string() })).output(z.object({ stopped: z.boolean() })),
  /** Brings back what was there; the undo is a change of its own and can be undone. */
  undo: procedure
    .input(
      z.strictObject({
        id: z.string(),
        /** For everything that was changed since; without them such an undo is refused with `conflict`. */
        decisions: z.array(undoDecisionSchema.omit({ changeId: true })).default([]),
      }),
    )
    .output(changeSchema),
  /** The things of a change of many that can be undone one by one; none where only all of it can. */
  undoItems: procedure
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ items: z.array(undoItemSchema) })),
  /** Undoes these things of a change of many: a change of its own, which can be undone; the others stay. */
  undoSome: procedure
    .input(z.strictObject({ id: z.string(), references: z.array(z.string()).min(1).max(batchLimit) }))
    .output(changeSchema),
  /** What stands in the way of an undo that was refused because of later changes. */
  compareUndo: procedure.input(z.strictObject({ id: z.string() })).output(comparedUndoSchema),
  /**
   * Undoes every change of a run, last first. What was changed since is kept, with what lies under it, unless it is
   * decided on; everything else is undone.
   */
  undoRun: procedure.input(z.strictObject({ runId: z.string(), ...together })).output(undoneTogetherSchema),
  /** The same for every change of a conversation. */
  undoConversation: procedure
    .input(z.strictObject({ conversationId: z.string(), ...together }))
    .output(undoneTogetherSchema),
  /** The same for these changes; what does not hold any more is passed over. */
  undoSeveral: procedure
    .input(z.strictObject({ ids: z.array(z.string()).min(1).max(1000), ...together }))
    .output(undoneTogetherSchema),
  /** Takes back what one undo of several changes did: does them again, or undoes them again. */
  undoBatch: procedure.input(z.strictObject({ id: z.string(), ...together })).output(undoneTogetherSchema),
  verify: procedure.output(auditCheckSchema),
}
