import type { z } from 'zod'
import { fileChangeSchema, fileInverseSchema } from '../../../shared/tool/file-change'

/** What every tool that changes files plans and keeps for undo; its outcome is known when it is planned. */
export function changing<Outcome extends z.ZodType>(outcome: Outcome) {
  return {
    plan: fileChangeSchema.extend({ outcome }),
    inverse: fileInverseSchema,
    output: outcome,
  }
}
