import type { ModelMessage } from '../model/port'

/** What a turn may do: after the cap a model is told to call no tools (`closing`); one that calls them can't then. */
export type TurnKind = 'working' | 'closing' | 'without_tools'

/**
 * What is sent once the turns of a run are used up, of messages that end with one of the user's side. It is said at
 * their end, after results of tools: a system text or tools that differ would have a server read all of it anew, where
 * it keeps the beginning of a request. Nobody said it, so that it is stored nowhere.
 */
export function withClosing(messages: readonly ModelMessage[], turnsUsed: number): ModelMessage[] {
  const text = `(This is said by Countersign, not by the person.) You have used ${turnsUsed === 1 ? 'the one turn' : `all ${turnsUsed} turns`} of this run. You can't call tools now: a call would not be run. Sum up what was done and found, and what is left to do.`
  return messages.map((message, index) =>
    index === messages.length - 1
      ? { ...message, content: [...message.content, { type: 'text', text }] }
      : message,
  )
}
