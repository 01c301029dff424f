import { z } from 'zod'
import { errorShapeSchema } from '../errors'
import { saidByTextSchema } from '../sentences/sentence'
import { givenInputsSchema, sequenceDefinitionSchema, sequenceLimits } from '../sequences/definition'
import { toolClassSchema } from '../tool/classes'
import { changePreviewSchema, previewSchema, targetSchema } from '../tool/preview'
import { toolResultSchema } from '../tool/result'
import { procedure } from './base'

/** A sequence as it is stored, in its last version. */
export const sequenceSchema = z.object({
  id: z.string(),
  /** Counts its versions, from 1: whoever changes it says which one was seen. */
  revision: z.number(),
  definition: sequenceDefinitionSchema,
  /** Milliseconds since 1970, as the next. */
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Set while it is in the trash. */
  trashedAt: z.number().nullable(),
})
/** See {@link sequenceSchema}. */
export type Sequence = z.infer<typeof sequenceSchema>

/** One that was saved. */
const sequenceVersionSchema = z.object({
  version: z.number(),
  definition: sequenceDefinitionSchema,
  /** Milliseconds since 1970. */
  savedAt: z.number(),
})
/** See {@link sequenceVersionSchema}. */
export type SequenceVersion = z.infer<typeof sequenceVersionSchema>

/** A run of a sequence; what happened in it is in its conversation. */
const sequenceRunSchema = z.object({
  runId: z.string(),
  conversationId: z.string(),
  version: z.number(),
  inputs: givenInputsSchema,
  status: z.enum(['running', 'completed', 'stopped', 'failed']),
  /** Milliseconds since 1970, as the next. */
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  /** Whether its conversation is in the trash. */
  trashed: z.boolean(),
})
/** See {@link sequenceRunSchema}. */
export type SequenceRun = z.infer<typeof sequenceRunSchema>

/** What a dry run found of a step. */
const dryOutcomeSchema = z.discriminatedUnion('kind', [
  /** It only reads, or there is nothing to change. `before` names the steps whose changes it does not see. */
  z.object({ kind: z.literal('read'), result: toolResultSchema, before: z.array(z.number()) }),
  /** What it would change. */
  z.object({
    kind: z.literal('planned'),
    class: toolClassSchema,
    raisedBecause: z.array(z.string()),
    said: saidByTextSchema.optional(),
    preview: previewSchema,
  }),
  /** A person would be asked first. */
  z.object({ kind: z.literal('asks'), preview: previewSchema }),
  /** It would read by sending something to these hosts, or to the model where there are none; that was not done. */
  z.object({ kind: z.literal('sends'), hosts: z.array(z.string()) }),
  z.object({ kind: z.literal('failed'), error: errorShapeSchema }),
  /** It needs what only applying these steps gives. */
  z.object({ kind: z.literal('unknown'), steps: z.array(z.number()) }),
  /** A step before it ended the sequence. */
  z.object({ kind: z.literal('not_reached') }),
])
/** See {@link dryOutcomeSchema}. */
export type DryOutcome = z.infer<typeof dryOutcomeSchema>

/** A step in a dry run; steps are counted from 1. */
const dryStepSchema = z.object({
  stepId: z.string(),
  number: z.number(),
  title: z.string(),
  tool: z.string(),
  outcome: dryOutcomeSchema,
})
/** See {@link dryStepSchema}. */
export type DryStep = z.infer<typeof dryStepSchema>

/** What becomes of one thing, from what is there now to what would be after the last step. */
const combinedChangeSchema = z.object({
  target: targetSchema,
  changes: z.array(changePreviewSchema),
  /** The steps that change it. */
  steps: z.array(z.number()),
})
/** See {@link combinedChangeSchema}. */
export type CombinedChange = z.infer<typeof combinedChangeSchema>

/** What a sequence would do; nothing of it was applied or stored. */
const dryRunSchema = z.object({
  steps: z.array(dryStepSchema),
  combined: z.array(combinedChangeSchema),
})
/** See {@link dryRunSchema}. */
export type DryRun = z.infer<typeof dryRunSchema>

const byId = z.strictObject({ id: z.string() })

/** Sequences: steps that call tools, written by a person. */
export const sequencesContract = {
  /** All of them, those in the trash too. */
  list: procedure.output(z.array(sequenceSchema)),
  create: procedure.input(z.strictObject({ definition: sequenceDefinitionSchema })).output(sequenceSchema),
  /** Saves a version; fails with `conflict` where another one was saved since. */
  change: procedure
    .input(z.strictObject({ id: z.string(), revision: z.number(), definition: sequenceDefinitionSchema }))
    .output(sequenceSchema),
  duplicate: procedure.input(byId).output(sequenceSchema),
  /** Moves it to the trash. */
  remove: procedure.input(byId).output(sequenceSchema),
  restore: procedure.input(byId).output(sequenceSchema),
  /** Newest first. */
  versions: procedure.input(byId).output(z.array(sequenceVersionSchema)),
  /** Newest first. */
  runs: procedure.input(byId).output(z.array(sequenceRunSchema)),
  /** Begins a run of the last version, in a conversation of its own. Refuses a sequence with problems. */
  run: procedure
    .input(z.strictObject({ id: z.string(), revision: z.number(), inputs: givenInputsSchema }))
    .output(z.object({ conversationId: z.string(), runId: z.string() })),
  /** Says what a run would do, of a definition that may not be saved yet. Applies nothing. */
  dryRun: procedure
    .input(z.strictObject({ definition: sequenceDefinitionSchema, inputs: givenInputsSchema }))
    .output(dryRunSchema),
  /** The sequence as one file. */
  exportFile: procedure.input(byId).output(z.object({ name: z.string(), text: z.string() })),
  /** Makes a sequence of a file; it runs nothing. */
  importFile: procedure
    .input(z.strictObject({ text: z.string().max(sequenceLimits.file) }))
    .output(z.object({ sequence: sequenceSchema, missingTools: z.array(z.string()) })),
}
