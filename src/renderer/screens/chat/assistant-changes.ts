import type { RunState } from '../../../shared/run/state'
import { defaultAssistant } from '../../../shared/tool/policy'
import type { Branch } from './branch'

/** Another assistant than before, as the transcript names it. */
export interface AssistantChange {
  readonly assistantId: string
  /** As it was called then. */
  readonly name: string
}

/** Whether another assistant works from a message on; the usual one is not announced at the beginning. */
export function assistantChangeAt(
  branch: Pick<Branch, 'message' | 'run'>,
  at: number,
): AssistantChange | null {
  const run = runAt(branch, at)
  const before = runAt(branch, at - 1)
  // What is not loaded yet is no change.
  if (run === undefined || (at > 0 && before === undefined)) return null
  const assistantId = run.assistantId ?? defaultAssistant
  return assistantId === (before?.assistantId ?? defaultAssistant)
    ? null
    : { assistantId, name: run.assistant }
}

function runAt(branch: Pick<Branch, 'message' | 'run'>, at: number): RunState | undefined {
  const message = branch.message(at)
  return message && branch.run(message.runId)
}
