import type { ConversationState, RunState } from '../../../shared/run/state'

/**
 * The run whose end, or wait, stands below the messages: that of the last one, or a run that goes on from there and has
 * no message yet.
 */
export function runShown({
  messages,
  runs,
}: Pick<ConversationState, 'messages' | 'runs'>): RunState | undefined {
  const lastId = messages.at(-1)?.runId
  if (lastId === undefined) return undefined
  const last = runs[lastId]
  const withMessages = new Set(messages.map(({ runId }) => runId))
  // Ids are in the order in which runs began.
  const later = Object.values(runs)
    .filter(({ id }) => id > lastId && !withMessages.has(id))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .at(-1)
  if (later === undefined) return last
  // Branches stay as they are while a run works. One that has ended may have gone on from another branch, unless there
  // was something to go on from here.
  return later.status === 'running' || last?.retryable === true ? later : last
}
