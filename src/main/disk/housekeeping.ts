import { hourMs } from '../../shared/durations'
import { isDiskFull } from '../../shared/system-failures'

/** Does house-keeping: on a disk that takes nothing now it is left for later, so that everything can be read. */
export async function whereWritable(
  report: (error: unknown) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    report(error)
  }
}

/** Does house-keeping once an hour until what it answers is called; what fails is reported and tried an hour later. */
export function keepHouseHourly(parts: {
  /** Keeps changes from being under way meanwhile. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>
  /** True while somebody reads stored contents or is about to name some: none may go meanwhile. */
  readonly isNeeded: () => boolean
  readonly report: (error: unknown) => void
  /** What removes stored contents. */
  readonly works: readonly (() => Promise<unknown>)[]
  /** What removes none, and is done whoever needs them. */
  readonly always: readonly (() => Promise<unknown>)[]
}): () => void {
  const { inTurn, isNeeded, report, works, always } = parts
  let stopped = false
  let underWay = false

  const lookAfter = async (work: () => Promise<unknown>, mayBeDone = () => true): Promise<void> => {
    const inThisTurn = async () => {
      if (!stopped && mayBeDone()) await work()
    }
    try {
      await whereWritable(report, () => inTurn(inThisTurn))
    } catch (error) {
      report(error)
    }
  }
  const look = async (): Promise<void> => {
    // A turn that is long in coming is waited for once.
    if (underWay) return
    underWay = true
    for (const work of always) await lookAfter(work)
    for (const work of works) await lookAfter(work, () => !isNeeded())
    underWay = false
  }

  const timer = setInterval(() => void look(), hourMs)
  timer.unref()
  return () => {
    stopped = true
    clearInterval(timer)
  }
}
