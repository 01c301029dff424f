import type { AppError } from '../../shared/errors'
import type { RunEventBody } from '../../shared/run/events'
import { createRunEnding } from './runs/ending'
import { asOfNow } from './runs/late-decisions'
import { type ActiveRun, createOccupiedConversations, type OccupiedConversations } from './runs/occupied'
import type { RunParts } from './runs/parts'
import { createRecorder, type Recorder } from './runs/recorder'
import { createResumeRun } from './runs/resume'
import { createStartRun, type StartRun } from './runs/start'
import { createRunWork } from './runs/work'

/** The runs of this host: at most one is at work in each conversation. */
export interface RunsAtWork
  extends Pick<
    OccupiedConversations,
    'begun' | 'isRunning' | 'isBusy' | 'refuseBusy' | 'refuseWhenClosing' | 'idle' | 'close'
  > {
  start: StartRun
  /** Ends what was cut off, and goes on with what waits for a decision, which only a host that stays can. */
  resume(stays: boolean, restoredAt?: number): void
  of(conversationId: string): ActiveRun | undefined
  /** A recorder of events outside of a run's work. */
  recorderOf(conversationId: string, runId: string): Recorder
  /** Stores what came of a run after its end, whichever is at work in its conversation by now. */
  recordAfter(
    conversationId: string,
    runId: string,
    bodies: readonly RunEventBody[],
    alongside: () => void,
  ): void
  /** Whether there was a run that waited. */
  tryNow(runId: string): boolean
  /** Whether there was a run to stop; with `because` it has failed with that, and what it proposed stays. */
  stop(runId: string, because?: AppError): boolean
  /** Resolves when a run is not at work any more. */
  ended(runId: string): Promise<void>
}

/** Starts runs, works on them in the background, and ends them. */
export function createRunsAtWork(parts: RunParts): RunsAtWork {
  const { services, runs, log, remembered, report } = parts
  const { gate, publish } = services
  const now = () => services.now().getTime()
  const occupied = createOccupiedConversations()
  const { of, begun, isRunning, isBusy, refuseBusy, refuseWhenClosing, idle, close } = occupied
  const ending = createRunEnding({ ...parts, now })

  const recorderOf = (
    conversationId: string,
    runId: string,
    initial = remembered.load(conversationId),
  ): Recorder => {
    const earlier = remembered.earlier(initial, (block) => asOfNow(block, gate))
    return createRecorder({ log, publish, now, conversationId, runId, initial, earlier })
  }
  const work = createRunWork({
    ...{ ...parts, occupied, ending, now },
    startWithQueued: (conversationId, { actor, approval, assistant: assistantId }) =>
      start({ conversationId, actor, approval, first: [], newTitle: null, assistantId }),
  })
  const start = createStartRun({ ...parts, occupied, recorderOf, work, now })
  const resumeRun = createResumeRun({ ...parts, occupied, ending, recorderOf, work })

  return {
    ...{ of, begun, isRunning, isBusy, refuseBusy, refuseWhenClosing, idle, close },
    start,
    resume(stays, restoredAt = 0) {
      for (const run of runs.running()) resumeRun(run, stays, restoredAt).catch(report)
    },
    recorderOf,
    recordAfter(conversationId, runId, bodies, alongside) {
      const atWork = of(conversationId)
      const recorder = atWork?.recorder ?? recorderOf(conversationId, runId)
      recorder.record(bodies, alongside, runId)
      if (atWork === undefined) remembered.keep(recorder.state())
    },
    tryNow: (runId) => occupied.byRun(runId)?.desk.goNow() ?? false,
    stop(runId, because) {
      const run = occupied.byRun(runId)
      run?.controller.abort(because)
      return run !== undefined
    },
    async ended(runId) {
      await occupied.byRun(runId)?.done
    },
  }
}
