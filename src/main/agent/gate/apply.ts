import type { Actor } from '../../../shared/actor'
import type { Change } from '../../../shared/contract/changes'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { WriteTool } from '../../../shared/tool/define'
import type { Answer, ToolContext } from '../../../shared/tool/runtime'
import type { RegisteredTool } from '../registry'
import type { Draft } from './draft'
import type { Effect } from './effects'

/** A write tool with what implements it. */
export type RegisteredWrite = Extract<RegisteredTool, { kind: 'write' }>

/** Who wanted a change, who countersigned it, and how. */
export interface Countersignature {
  readonly actor: Actor
  readonly approvedBy: Actor
  readonly approval: Change['approval']
  /** The remembered approval that it is applied under. */
  readonly grantId: string | null
  /** What was approved, where it is not all that was proposed. */
  readonly amended: string | null
  readonly proposalId: string | null
  readonly runId: string | null
  readonly conversationId: string | null
}

/** The effect of applying exactly this plan. */
export function applying(
  { tool, implementation }: RegisteredWrite,
  draft: Pick<Draft, 'class' | 'plan' | 'preview'>,
  signature: Countersignature,
  context: ToolContext,
  ending: Pick<Effect<Answer<unknown>>, 'applied' | 'failed' | 'closed'>,
): Effect<Answer<unknown>> {
  return {
    tool,
    implementation,
    context,
    entry: {
      ...signature,
      class: draft.class,
      summary: draft.preview.summary,
      preview: draft.preview,
      undoes: null,
      undoesPartOf: null,
      redoes: null,
      batch: null,
    },
    async perform(effectContext) {
      const plan = tool.plan.safeParse(draft.plan)
      if (!plan.success) {
        throw new AppError('conflict', say('proposal.other_version'), {
          cause: plan.error,
        })
      }
      const answer = await implementation.apply(plan.data, effectContext)
      return { ...answer, state: fittingState(tool, answer.state) }
    },
    ...ending,
  }
}

/** What a tool answered, in the shape that its catalog entry promises. */
export function fittingState(tool: Pick<WriteTool, 'name' | 'output'>, state: unknown): unknown {
  const parsed = tool.output.safeParse(state)
  if (parsed.success) return parsed.data
  throw new AppError('internal', `What ${tool.name} answered does not have its output’s shape.`, {
    cause: parsed.error,
  })
}
