import type { Ongoing } from '../../../shared/tool/runtime'

/**
 * What goes on after an approval for as long as it takes, and can be stopped: bringing in what a plan needs, doing what
 * can't be taken back (a command, a request), reading what a person allowed. It is that of a proposal, or of the change
 * that it makes where nobody was asked, each by its id.
 */
export interface ApprovedWork {
  /** Begins that of a proposal, or of a change, which `stop` stops; `end` it whatever comes. */
  begin(
    of: { readonly id: string; readonly runId: string | null },
    stop?: AbortController,
  ): {
    readonly signal: AbortSignal
    end(): void
  }
  /** Counts what has no proposal, which its own call stops. */
  during<T>(work: Promise<T>): Promise<T>
  /** Whether any goes on, or what it brought in is not applied yet: nothing names that meanwhile. */
  isUnderWay(): boolean
  /** Takes what goes on although the change that began it is applied, until it ends; `over` is told then. */
  outlive(changeId: string, ongoing: Ongoing, over: () => void): void
  /** Whether something of this proposal or change goes on, also where it outlives the applying of it. */
  goesOn(id: string): boolean
  /** Stops that of a proposal or a change, also what outlives it; false where there is none. */
  stop(id: string): boolean
  /** Stops that of a run; false where there is none. */
  stopRun(runId: string): boolean
  stopAll(): void
}

/** Starts with nothing under way. */
export function createApprovedWork(): ApprovedWork {
  const underWay = new Map<string, { readonly runId: string | null; readonly stop: AbortController }>()
  const outliving = new Map<string, Ongoing>()
  let withoutProposal = 0
  const stopWhere = (wanted: (id: string, runId: string | null) => boolean): boolean => {
    const found = [...underWay].filter(([id, { runId }]) => wanted(id, runId))
    for (const [, { stop }] of found) stop.abort()
    return found.length > 0
  }
  return {
    begin({ id, runId }, stop = new AbortController()) {
      underWay.set(id, { runId, stop })
      return { signal: stop.signal, end: () => underWay.delete(id) }
    },
    during(work) {
      withoutProposal++
      return work.finally(() => withoutProposal--)
    },
    isUnderWay: () => underWay.size + withoutProposal > 0,
    outlive(changeId, ongoing, over) {
      outliving.set(changeId, ongoing)
      void ongoing.ended.then(() => {
        outliving.delete(changeId)
        over()
      })
    },
    goesOn: (id) => outliving.has(id) || underWay.has(id),
    stop(wanted) {
      const lasting = outliving.get(wanted)
      lasting?.stop()
      return stopWhere((id) => id === wanted) || lasting !== undefined
    },
    stopRun: (runId) => stopWhere((_, of) => of === runId),
    stopAll: () => void stopWhere(() => true),
  }
}
