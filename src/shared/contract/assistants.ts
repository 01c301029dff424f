import { z } from 'zod'
import { pictureSchema } from '../tool/picture'
import { policySchema } from '../tool/policy'
import { toolSetSchema } from '../tool/tool-set'
import { procedure } from './base'
import { pictureBytesSchema } from './pictures'
import { effortSchema, highestCost, mostTokens, settingsSchema, thinkingSchema } from './settings'

/** Limits of an assistant's fields, which the editor tells before main refuses them. */
export const assistantLimits = {
  /** Characters. */
  name: 60,
  /** Characters; about 5,000 tokens, which every turn sends again. */
  instructions: 20_000,
  /** Tokens of one run; less is used up by the tools' own descriptions. */
  leastTokens: 10_000,
  mostTokens,
  mostCost: highestCost,
  /** Bytes of a picture's file. */
  pictureBytes: 10_000_000,
  /** Characters of a file that is imported: the picture is small, the instructions are limited. */
  file: 2_000_000,
} as const

/** What an assistant is shown with. */
export const assistantPictureSchema = z.discriminatedUnion('kind', [
  /** Its first letter. */
  z.strictObject({ kind: z.literal('letter') }),
  z.strictObject({ kind: z.literal('emoji'), emoji: z.string().min(1).max(32) }),
  z.strictObject({ kind: z.literal('stored'), picture: pictureSchema }),
])
/** See {@link assistantPictureSchema}. */
export type AssistantPicture = z.infer<typeof assistantPictureSchema>

/** What a person sets of an assistant. */
export const assistantFieldsSchema = z.strictObject({
  name: z.string().trim().min(1).max(assistantLimits.name),
  picture: assistantPictureSchema,
  instructions: z.string().max(assistantLimits.instructions),
  /** A model id as the server knows it; empty for the one of the settings. */
  model: z.string().trim().max(200),
  /** Null for the one of the settings. */
  effort: effortSchema.nullable(),
  /** Null for the one of the settings. */
  thinking: thinkingSchema.nullable(),
  tools: toolSetSchema,
  /** Where it searches and adds unless a collection is named. */
  collectionId: z.string().nullable(),
  /** Null for the one of the settings. */
  turnCap: settingsSchema.shape.turnCap.nullable(),
  /** Tokens of one run, read and written; null for the budget of the settings. */
  tokenBudget: z.number().int().min(assistantLimits.leastTokens).max(assistantLimits.mostTokens).nullable(),
  /** What one run may cost, in the currency of the prices in the settings; null for the budget there. */
  costBudget: z.number().positive().max(assistantLimits.mostCost).nullable(),
})
/** See {@link assistantFieldsSchema}. */
export type AssistantFields = z.infer<typeof assistantFieldsSchema>

/** An assistant as it is stored; what it may do with each tool is among the policies. */
export const assistantSchema = assistantFieldsSchema.extend({
  id: z.string(),
  /** Counts its changes: whoever changes it says which one was seen. */
  revision: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Set while it is in the trash. */
  trashedAt: z.number().nullable(),
})
/** See {@link assistantSchema}. */
export type Assistant = z.infer<typeof assistantSchema>

/** The policies that are set with an assistant, by tool; null goes back to what the class says. */
const policyChoicesSchema = z.record(z.string().max(100), policySchema.nullable())

/** The limits of one run that an assistant may have of its own. */
export const runLimits = ['turnCap', 'tokenBudget', 'costBudget'] as const
/** See {@link runLimits}. */
export type RunLimit = (typeof runLimits)[number]

/** What of an imported file did not come in as it stands there, or is to be looked at. */
const importNoteSchema = z.discriminatedUnion('kind', [
  /** They were automatic there; here they are proposed. */
  z.object({ kind: z.literal('proposed_instead'), tools: z.array(z.string()) }),
  z.object({ kind: z.literal('unknown_tools'), tools: z.array(z.string()) }),
  z.object({ kind: z.literal('unknown_collection'), name: z.string() }),
  /** They were looser there; here those of the settings hold. */
  z.object({ kind: z.literal('limits_of_settings'), limits: z.array(z.enum(runLimits)) }),
  /** It works with this model instead of the one of the settings. */
  z.object({ kind: z.literal('own_model'), model: z.string() }),
  z.object({ kind: z.literal('renamed'), from: z.string(), to: z.string() }),
])
/** See {@link importNoteSchema}. */
export type ImportNote = z.infer<typeof importNoteSchema>

const byId = z.strictObject({ id: z.string() })

/** Assistants: what each is told, has and may. */
export const assistantsContract = {
  /** The usual one first, those in the trash too. */
  list: procedure.output(z.array(assistantSchema)),
  create: procedure
    .input(z.strictObject({ fields: assistantFieldsSchema, policies: policyChoicesSchema.default({}) }))
    .output(assistantSchema),
  /** Fails with `conflict` where it was changed since. */
  change: procedure
    .input(
      z.strictObject({
        id: z.string(),
        revision: z.number(),
        fields: assistantFieldsSchema,
        policies: policyChoicesSchema.default({}),
      }),
    )
    .output(assistantSchema),
  duplicate: procedure.input(byId).output(assistantSchema),
  /** Moves it to the trash, with its policies. */
  remove: procedure.input(byId).output(assistantSchema),
  restore: procedure.input(byId).output(assistantSchema),
  /** Draws a picture small and keeps it; it is the assistant's once it is saved with it. */
  drawPicture: procedure
    .input(z.strictObject({ data: z.base64().max(Math.ceil((assistantLimits.pictureBytes * 4) / 3) + 4) }))
    .output(z.object({ picture: pictureSchema, bytes: pictureBytesSchema })),
  /** The assistant as one file. */
  exportFile: procedure.input(byId).output(z.object({ name: z.string(), text: z.string() })),
  importFile: procedure
    .input(z.strictObject({ text: z.string().max(assistantLimits.file) }))
    .output(z.object({ assistant: assistantSchema, notes: z.array(importNoteSchema) })),
}
