import { type AppError, toAppError } from '../../../shared/errors'
import { presentNeeds } from './needs'
import { type GateParts, requireProposal } from './parts'

/**
 * How what a waiting proposal was planned against moved since: a yes to it would come to that. Null where it stands, and
 * where that can't be told before it is applied.
 */
export async function baseMoved(parts: GateParts, idOrNumber: string): Promise<AppError | null> {
  const { id, tool, plan, needs, status } = requireProposal(parts, idOrNumber)
  const found = parts.registry.resolve(tool)
  if (status !== 'pending' || found?.kind !== 'write') return null
  // What it builds on is still to make what it was planned against.
  if (presentNeeds(parts.db, needs).some(({ met }) => !met)) return null
  const parsed = found.tool.plan.safeParse(plan)
  if (!parsed.success) return null
  try {
    await found.implementation.requireBase?.(parsed.data)
    return null
  } catch (error) {
    const why = toAppError(error)
    // It may have been carried out meanwhile. What else stands in its way, such as a disk that is away, may come back.
    return why.code === 'conflict' && requireProposal(parts, id).status === 'pending' ? why : null
  }
}
