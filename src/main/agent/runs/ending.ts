import type { ErrorShape } from '../../../shared/errors'
import type { LoopEnd } from '../loop'
import { cutOff } from './interrupted'
import { type KnownEnd, knownEnds, nothingKnown } from './known-end'
import type { RunParts } from './parts'
import type { Recorder } from './recorder'

/** Stores how runs ended. */
export interface RunEnding {
  /** Beside the events that say it, in their transaction. */
  store(recorder: Recorder, end: NonNullable<LoopEnd>['end']): void
  /** With its last event. */
  finish(recorder: Recorder, end: NonNullable<LoopEnd>): void
  /** Ends a run whose events could not be stored; the page and the command line are told in any case. */
  conclude(recorder: Recorder, error: ErrorShape): void
}

/** Makes what stores them. */
export function createRunEnding({
  table,
  runs,
  unseen,
  services: { gate },
  report,
  now,
}: Pick<RunParts, 'table' | 'runs' | 'unseen' | 'services' | 'report'> & {
  readonly now: () => number
}): RunEnding {
  const store: RunEnding['store'] = ({ conversationId, runId }, end) => {
    runs.finish(runId, end, now())
    table.used(conversationId, now())
    // Who stopped it has seen it.
    if (end !== 'stopped') unseen.mark(conversationId, end)
  }
  const known = ({ state, runId }: Recorder): KnownEnd => {
    try {
      return knownEnds(state(), runId, gate)
    } catch (error) {
      // On a disk that can't even be read the end is told all the same, and that nobody knows.
      report(error)
      return nothingKnown
    }
  }
  return {
    store,
    finish: (recorder, end) =>
      recorder.record([{ type: 'run_finished', ...end }], () => store(recorder, end.end)),
    conclude(recorder, error) {
      const { turnEnd, rest } = cutOff(recorder.state(), recorder.runId, error, known(recorder))
      recorder.conclude(turnEnd === null ? rest : [turnEnd, ...rest], () => store(recorder, 'failed'))
    },
  }
}
