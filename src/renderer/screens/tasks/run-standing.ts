import type { ConversationSummary } from '../../../shared/contract/conversation-list'
import { isEnded, type TaskLine, type TaskRun, type TaskStatus } from '../../../shared/contract/tasks'

/** How a run of a task stands: what waits for a decision is told before that it is at work. */
export type RunStanding = 'waits' | 'at_work' | 'completed' | 'stopped' | 'failed'

/** A run's standing by the newest that is known: its conversation's line, where the list has it. */
export function runStanding(
  run: Pick<TaskRun, 'status' | 'waiting'>,
  conversation: Pick<ConversationSummary, 'running' | 'waiting' | 'ended'> | undefined,
): RunStanding {
  if ((conversation?.waiting ?? run.waiting) > 0) return 'waits'
  const isAtWork = conversation === undefined ? run.status === 'running' : conversation.running
  if (isAtWork) return 'at_work'
  if (run.status !== 'running') return run.status
  // It ended a moment ago, and how is asked for.
  return conversation?.ended === 'failed' ? 'failed' : 'completed'
}

/** Why an assistant can't work on a task now; null where it can. */
export function whyNotRun(
  status: TaskStatus,
  needs: readonly Pick<TaskLine, 'title' | 'status'>[],
  /** Of the run that goes on; null where none does. */
  running: Extract<RunStanding, 'waits' | 'at_work'> | null,
):
  | { readonly why: 'waits' | 'at_work' | 'ended' }
  | { readonly why: 'blocked'; readonly needs: readonly string[] }
  | null {
  if (running !== null) return { why: running }
  if (isEnded(status)) return { why: 'ended' }
  const open = needs.filter((need) => !isEnded(need.status)).map(({ title }) => title)
  return open.length === 0 ? null : { why: 'blocked', needs: open }
}
