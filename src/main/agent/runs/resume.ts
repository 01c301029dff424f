import { person } from '../../../shared/actor'
import { toAppError } from '../../../shared/errors'
import type { RunRow } from '../../db/runs'
import { resumeLoop } from '../loop'
import type { RunEnding } from './ending'
import { judgeInterrupted } from './interrupted'
import type { OccupiedConversations } from './occupied'
import type { RunParts } from './parts'
import type { Recorder } from './recorder'
import type { WorkOnRun } from './work'

type ResumeParts = Pick<RunParts, 'services' | 'publishSummary'> & {
  readonly occupied: OccupiedConversations
  readonly ending: RunEnding
  readonly recorderOf: (conversationId: string, runId: string) => Recorder
  readonly work: WorkOnRun
}

/**
 * Makes what is done at start about a run that had not ended: it is ended where it was cut off; where it waits for a
 * decision it goes on, or is left for the next host where `goOn` is false. Runs from before `restoredAt`
 * (milliseconds since 1970) came with a backup, and are ended.
 */
export function createResumeRun(
  parts: ResumeParts,
): (run: RunRow, goOn: boolean, restoredAt: number) => Promise<void> {
  const { services, publishSummary, occupied, ending, recorderOf, work } = parts
  const { gate, settings, assistants } = services
  return async (run, goOn, restoredAt) => {
    const { conversationId, id: runId } = run
    const recorder = recorderOf(conversationId, runId)
    const mayWait = run.actor.kind === person.kind && run.startedAt >= restoredAt
    const judged = judgeInterrupted(recorder.state(), runId, gate, mayWait)
    if (judged.kind === 'waits') {
      if (!goOn) {
        occupied.leaveForNextHost(conversationId)
        return
      }
      await occupied.whileStarting(conversationId, async () => {
        const { model: wished } = assistants.get(run.assistant)
        const model = await settings.model(wished).catch((error: unknown) => toAppError(error))
        if (occupied.closing) return
        if (judged.first.length > 0) recorder.record(judged.first)
        work(recorder, run, model, resumeLoop)
      })
      return
    }
    if (judged.turnEnd !== null) recorder.endTurn(judged.turnEnd)
    recorder.record(judged.rest, () => ending.store(recorder, judged.end))
    if (run.actor.kind === person.kind && judged.end === 'failed') gate.endProposalsOfRun(runId)
    publishSummary(conversationId)
  }
}
