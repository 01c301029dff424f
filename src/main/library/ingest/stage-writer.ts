import { enterStages, type StageEntry } from '../../db/document-stages'
import type { Database } from '../../db/open'

/** Says in its row where the work on a document is; false when it was cancelled meanwhile, or the work was stopped. */
export type EnterStage = (entry: StageEntry, signal: AbortSignal) => Promise<boolean>

type Waiting = {
  readonly entry: StageEntry
  readonly signal: AbortSignal
  readonly settle: PromiseWithResolvers<boolean>
}

/** Writes those of one turn of the event loop in one transaction: each one may have to wait for the index's. */
export function createStageWriter(db: Database): EnterStage {
  let waiting: Waiting[] = []

  const write = () => {
    // Of stopped work nothing may be written any more: its row may have begun anew, with another content.
    for (const { signal, settle } of waiting) if (signal.aborted) settle.resolve(false)
    const all = waiting.filter(({ signal }) => !signal.aborted)
    waiting = []
    try {
      const goOn = enterStages(
        db,
        all.map(({ entry }) => entry),
      )
      for (const [index, { settle }] of all.entries()) settle.resolve(goOn[index] === true)
    } catch (error) {
      for (const { settle } of all) settle.reject(error)
    }
  }

  return (entry, signal) => {
    const settle = Promise.withResolvers<boolean>()
    if (waiting.length === 0) setImmediate(write)
    waiting.push({ entry, signal, settle })
    return settle.promise
  }
}
