import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { ToolContext } from '../../../shared/tool/runtime'
import type { RegisteredWrite } from './apply'

/**
 * A plan with what it brings in; as it is where its tool brings in nothing. Throws `conflict` where another version of
 * the tool planned it.
 */
export async function gathered(
  { tool, implementation }: RegisteredWrite,
  stored: unknown,
  context: ToolContext,
): Promise<unknown> {
  if (implementation.gather === undefined) return stored
  const plan = tool.plan.safeParse(stored)
  if (!plan.success) {
    throw new AppError('conflict', say('proposal.other_version'), { cause: plan.error })
  }
  return await implementation.gather(plan.data, context)
}
