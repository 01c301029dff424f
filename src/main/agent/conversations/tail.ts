import type { ConversationState } from '../../../shared/run/state'
import type { MessageNode } from '../../db/messages'

/** As many as a tall window shows, of those that are short. */
const leastMessages = 12
/** What is read, sent and parsed before the first message is drawn, in bytes: a few hundredths of a second's work. */
const mostBytes = 300_000

/**
 * Where the last messages of a branch begin that a page is given at first: so many, or as few as a window shows where
 * they hold long results.
 */
export function startOfTail(
  path: readonly MessageNode[],
  count: number,
  sizeOfRun: (runId: string) => number,
): number {
  const least = Math.max(0, path.length - leastMessages)
  const most = Math.max(0, path.length - count)
  let bytes = 0
  for (let at = path.length - 1; at >= most; at--) {
    const runId = path[at]?.runId
    if (runId === undefined || runId === path[at + 1]?.runId) continue
    bytes += sizeOfRun(runId)
    if (bytes > mostBytes) return Math.max(most, Math.min(least, at + 1))
  }
  return most
}

/** The last messages of a state that is at hand. */
export function tailOf(state: ConversationState, count: number): ConversationState {
  const from = Math.max(0, state.messages.length - count)
  if (from === 0) return state
  const messages = state.messages.slice(from)
  const ids = new Set(messages.map(({ id }) => id))
  const runIds = new Set(messages.map(({ runId }) => runId))
  return {
    ...state,
    messages,
    earlier: state.earlier + from,
    versions: Object.fromEntries(Object.entries(state.versions).filter(([id]) => ids.has(id))),
    runs: Object.fromEntries(
      Object.entries(state.runs).filter(([id, run]) => runIds.has(id) || run.status === 'running'),
    ),
  }
}
