import { assertNever } from '../../../shared/errors'
import type { SpentBudget } from '../../../shared/run/events'
import type { RunState } from '../../../shared/run/state'
import { runsText } from '../../text/runs'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import type { Branch } from './branch'

/** Why a run ended before its model was done, without an error and unasked; null where nothing of that happened. */
export function earlyEnd({ budget, turnCap, retryable }: RunState): string | null {
  if (budget !== undefined) return budgetText(budget)
  if (turnCap) return text().chat.turnCap
  return retryable ? runsText().cutOff : null
}

/**
 * What a screen reader is told when a run has ended, short where the transcript says more below it; nothing of one that
 * failed, whose notice says that aloud itself.
 */
export function endHeard(run: RunState | undefined): string {
  const t = text().chat
  if (run === undefined) return t.finished
  switch (run.status) {
    case 'completed':
      return earlyEnd(run) === null ? t.finished : t.endedEarly
    case 'stopped':
      return t.wasStopped
    case 'failed':
    case 'running':
      return ''
    default:
      return assertNever(run.status)
  }
}

/** What is said of a run that failed, before why, and what of it is kept; `answered` where a part of its answer is there. */
export function failedHead({ error }: RunState, answered: boolean): { title: string; kept: string } {
  const { chat } = text()
  if (error?.said?.code === 'sequence.step_failed') return runsText().sequenceFailed
  return { title: chat.runFailed, kept: answered ? chat.runFailedKept : chat.keptNothing }
}

/** What is said of a run that was stopped, and what of it is kept; `answered` as above. */
export function stoppedText(answered: boolean): string {
  const { stopped, stoppedAtOnce } = text().chat
  return answered ? stopped : stoppedAtOnce
}

/** What the transcript says of a run that did not come to its end, below its last message, once others follow. */
export function pastEndAt(branch: Pick<Branch, 'message' | 'run'>, at: number): string | null {
  const message = branch.message(at)
  const next = branch.message(at + 1)
  if (message === undefined || next?.role !== 'user' || next.runId === message.runId) return null
  const run = branch.run(message.runId)
  if (run === undefined || (run.turns > 0 && answersElsewhere(branch, at))) return null
  switch (run.status) {
    case 'running':
      return null
    case 'stopped':
      return stoppedText(hasAnswered(branch, at))
    case 'failed':
      return failedText(run, hasAnswered(branch, at))
    case 'completed':
      return run.turnCap && run.budget === undefined ? runsText().endedAtTurns : earlyEnd(run)
    default:
      return assertNever(run.status)
  }
}

/** Whether a run has no turn up to a place: what it began stands on another branch, and here another answer follows. */
function answersElsewhere(branch: Pick<Branch, 'message'>, at: number): boolean {
  const runId = branch.message(at)?.runId
  for (let place = at; place >= 0; place--) {
    const message = branch.message(place)
    if (message === undefined || (message.runId === runId && message.role === 'assistant')) return false
    if (message.runId !== runId) return true
  }
  return true
}

/** Whether anything of a run's answer had arrived up to a place. */
export function hasAnswered(branch: Pick<Branch, 'message'>, at: number): boolean {
  const runId = branch.message(at)?.runId
  for (let place = at; place >= 0; place--) {
    const message = branch.message(place)
    if (message === undefined || message.runId !== runId) return false
    if (message.role === 'assistant' && message.blocks.length > 0) return true
  }
  return false
}

function failedText({ error }: RunState, answered: boolean): string {
  const t = runsText()
  const why = error === undefined ? text().chat.runFailed : messageInLanguage(error.message, error.said)
  return answered ? t.brokeOff(why) : t.notAnswered(why)
}

function budgetText({ kind, used, limit }: SpentBudget): string {
  const t = runsText()
  return kind === 'tokens' ? t.tokenBudget(used, limit) : t.costBudget(used, limit)
}
