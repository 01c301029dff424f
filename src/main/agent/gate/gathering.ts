import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { ToolContext } from '../../../shared/tool/runtime'
import type { RegisteredWrite } from './apply'

/** What is being brought in for approved proposals, each of which can be stopped. */
export interface Gatherings {
  /** Begins one; `end` it whatever comes. */
  begin(gathering: { readonly proposalId: string; readonly runId: string | null }): {
    readonly signal: AbortSignal
    end(): void
  }
  /** Counts one without a proposal, which its own call stops. */
  during<T>(gathering: Promise<T>): Promise<T>
  /** Whether something is being brought in, or was and is not applied yet: nothing names it meanwhile. */
  isUnderWay(): boolean
  /** Stops that of a proposal; false where there is none. */
  stop(proposalId: string): boolean
  /** Stops those of a run; false where there are none. */
  stopRun(runId: string): boolean
  stopAll(): void
}

/** Starts with nothing being brought in. */
export function createGatherings(): Gatherings {
  const under = new Map<string, { readonly runId: string | null; readonly stop: AbortController }>()
  let alone = 0
  const stopWhere = (wanted: (proposalId: string, runId: string | null) => boolean): boolean => {
    const found = [...under].filter(([id, { runId }]) => wanted(id, runId))
    for (const [, { stop }] of found) stop.abort()
    return found.length > 0
  }
  return {
    begin({ proposalId, runId }) {
      const stop = new AbortController()
      under.set(proposalId, { runId, stop })
      return { signal: stop.signal, end: () => under.delete(proposalId) }
    },
    during(gathering) {
      alone++
      return gathering.finally(() => alone--)
    },
    isUnderWay: () => under.size + alone > 0,
    stop: (proposalId) => stopWhere((id) => id === proposalId),
    stopRun: (runId) => stopWhere((_, of) => of === runId),
    stopAll: () => void stopWhere(() => true),
  }
}

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
