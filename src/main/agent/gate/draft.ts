import { AppError } from '../../../shared/errors'
import { severest, type WriteClass } from '../../../shared/tool/classes'
import type { WriteTool } from '../../../shared/tool/define'
import { type Preview, previewSchema } from '../../../shared/tool/preview'
import type { Planned } from '../../../shared/tool/runtime'
import { planHash, typedConfirmation } from '../../changes/plan-hash'

/** A plan with its final class, as it is shown, hashed and stored. */
export interface Draft {
  readonly class: WriteClass
  readonly raisedBecause: string[]
  readonly input: unknown
  readonly plan: unknown
  readonly preview: Preview
  readonly planHash: string
  readonly typeToConfirm: string | null
}

/** Makes a draft of what a tool planned; a plan may raise the class and never lowers it. */
export function draftOf(tool: WriteTool, input: unknown, planned: Planned<unknown>): Draft {
  // The form in which it is stored: what is hashed now is what is read back later.
  const plan = asJson(planned.plan)
  const preview = previewSchema.safeParse(asJson(planned.preview))
  if (!tool.plan.safeParse(plan).success || !preview.success) {
    throw new AppError('internal', `What ${tool.name} planned does not have its plan’s shape.`)
  }
  const raised =
    planned.raise === undefined ? tool.class : severest<WriteClass>(tool.class, planned.raise.class)
  const shown = {
    tool: tool.name,
    class: raised,
    input: asJson(input),
    plan,
    preview: preview.data,
  }
  return {
    class: raised,
    raisedBecause: planned.raise !== undefined && raised !== tool.class ? [planned.raise.reason] : [],
    input: shown.input,
    plan,
    preview: preview.data,
    planHash: planHash(shown),
    typeToConfirm: typedConfirmation(raised, preview.data),
  }
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
