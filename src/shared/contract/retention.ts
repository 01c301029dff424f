import { z } from 'zod'
import { procedure } from './base'

/** Room for the trash of a day on a small disk, and more than any disk has. */
const bytesFrom = 100_000_000
const bytesTo = 100_000_000_000_000
/** Ten years. */
const daysTo = 3650

/** How long and how much is kept for undo. */
export const retentionLimitsSchema = z.strictObject({
  days: z.number().int().min(1).max(daysTo),
  /** Bytes of the trash and of what changes replaced, together. */
  bytes: z.number().int().min(bytesFrom).max(bytesTo),
})
/** See {@link retentionLimitsSchema}. */
export type RetentionLimits = z.infer<typeof retentionLimitsSchema>

/** Long enough to notice a mistake, little enough for a small disk. */
export const usualRetention: RetentionLimits = { days: 30, bytes: 5_000_000_000 }

/** What is kept for undo now. */
const retentionUsageSchema = z.object({
  limits: retentionLimitsSchema,
  bytes: z.number(),
  entries: z.number(),
  /** When the oldest was last needed (milliseconds since 1970); null when nothing is kept. */
  oldestAt: z.number().nullable(),
})
/** See {@link retentionUsageSchema}. */
export type RetentionUsage = z.infer<typeof retentionUsageSchema>

/** One thing that would be gone for good. */
const retainedThingSchema = z.object({
  id: z.string(),
  /** Its name, or the change that replaced it; null when no change knows it. */
  label: z.string().nullable(),
  bytes: z.number(),
  at: z.number(),
})

/** What would be gone for good under other limits, or if everything were cleared. */
const retentionLossSchema = z.object({
  entries: z.number(),
  bytes: z.number(),
  /** Changes that could not be undone any more. */
  changes: z.number(),
  /** The first of them, oldest first. */
  things: z.array(retainedThingSchema),
  /** Names exactly these things: a decision gives it back, so that what was shown is what goes. */
  shown: z.string(),
  /** What must be typed; null when nothing would be lost. */
  typeToConfirm: z.string().nullable(),
})
/** See {@link retentionLossSchema}. */
export type RetentionLoss = z.infer<typeof retentionLossSchema>

/** New limits, or null to let go of everything that no open proposal needs. */
const wish = z.strictObject({ limits: retentionLimitsSchema.nullable() })

/** What is kept so that changes can be undone; only a person has a say in it. */
export const retentionContract = {
  limits: procedure.output(retentionLimitsSchema),
  usage: procedure.output(retentionUsageSchema),
  /** Changes nothing. */
  preview: procedure.input(wish).output(retentionLossSchema),
  /** Fails with `conflict` where other things would go than were shown. */
  apply: procedure
    .input(wish.extend({ shown: z.string(), typed: z.string().optional() }))
    .output(retentionUsageSchema),
}
