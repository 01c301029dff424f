import { z } from 'zod'
import { actorSchema } from '../actor'

/** What is stored of a record that tools change by plans, such as a contact or a task, beside its own fields. */
export const recordFields = {
  id: z.string(),
  /** What a run had read from outside that wrote it, by name; empty for what a person wrote. */
  outside: z.array(z.string()),
  madeBy: actorSchema,
  changedBy: actorSchema,
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Counts its changes. */
  revision: z.number(),
} as const

const { id, outside, madeBy, createdAt } = recordFields

/** The same of what is attached to a record and never changed, such as a link or a comment. */
export const attachedRecordFields = { id, outside, madeBy, createdAt } as const
