import type { ToolUseBlock } from '../../shared/run/blocks'
import { formatDuration } from '../text/language'
import { traceText } from '../text/trace'

/** How long a call took; with a proposal most of it is the person's own time, and that is said. */
export function tookOf({ durationMs, proposalId }: ToolUseBlock): string | undefined {
  if (durationMs === undefined) return undefined
  const took = formatDuration(durationMs)
  return proposalId === undefined ? took : traceText().withDecision(took)
}

/** Where the result of a call comes from. */
export function comesFrom({ result }: ToolUseBlock): string | undefined {
  if (result?.origin === undefined) return undefined
  const { origins, mayRepeat } = traceText()
  // What was no reading of files is not from their folders: it was written after something from outside was read.
  return result.origin === 'outside' && result.readUnder === undefined ? mayRepeat : origins[result.origin]
}
