import type { Ongoing } from '../../../shared/tool/runtime'

/**
 * What goes on after an approval for as long as it takes, and can be stopped: bringing in what a plan needs, doing what
 * can't be taken back (a command, a request), reading what a person allowed.
 */
export interface ApprovedWork {
  /** Begins that of a proposal; `end` it whatever comes. */
  begin(of: { readonly proposalId: string; readonly runId: string | null }): {
    readonly signal: AbortSignal
    end(): void
  }
  /** Counts what has no proposal, which its own call stops. */
  during<T>(work: Promise<T>): Promise<T>
  /** Whether any goes on, or what it brought in is not applied yet: nothing names that meanwhile. */
  isUnderWay(): boolean
  /** Takes what goes on although the proposal is applied, until it ends; `over` is told then. */
  outlive(proposalId: string, ongoing: Ongoing, over: () => void): void
  /** Whether something goes on that outlives the applying of this proposal. */
  outlives(proposalId: string): boolean
  /** Stops that of a proposal, also what outlives it; false where there is none. */
  stop(proposalId: string): boolean
  /** Stops that of a run; false where there is none. */
  stopRun(runId: string): boolean
  stopAll(): void
}

/** Starts with nothing under way. */
export function createApprovedWork(): ApprovedWork {
  const ofProposals = new Map<string, { readonly runId: string | null; readonly stop: AbortController }>()
  const outliving = new Map<string, Ongoing>()
  let withoutProposal = 0
  const stopWhere = (wanted: (proposalId: string, runId: string | null) => boolean): boolean => {
    const found = [...ofProposals].filter(([id, { runId }]) => wanted(id, runId))
    for (const [, { stop }] of found) stop.abort()
    return found.length > 0
  }
  return {
    begin({ proposalId, runId }) {
      const stop = new AbortController()
      ofProposals.set(proposalId, { runId, stop })
      return { signal: stop.signal, end: () => ofProposals.delete(proposalId) }
    },
    during(work) {
      withoutProposal++
      return work.finally(() => withoutProposal--)
    },
    isUnderWay: () => ofProposals.size + withoutProposal > 0,
    outlive(proposalId, ongoing, over) {
      outliving.set(proposalId, ongoing)
      void ongoing.ended.then(() => {
        outliving.delete(proposalId)
        over()
      })
    },
    outlives: (proposalId) => outliving.has(proposalId),
    stop(proposalId) {
      const lasting = outliving.get(proposalId)
      lasting?.stop()
      return stopWhere((id) => id === proposalId) || lasting !== undefined
    },
    stopRun: (runId) => stopWhere((_, of) => of === runId),
    stopAll: () => void stopWhere(() => true),
  }
}
