import { useMemo } from 'react'
import type { ConversationState, Message, RunState } from '../../../shared/run/state'
import { useConversations } from '../../stores/conversations'

/** The shown branch by places, from 0: some of its earlier messages may not be loaded. */
export interface Branch {
  readonly length: number
  message(at: number): Message | undefined
  versions(id: string): readonly string[] | undefined
  run(id: string): RunState | undefined
}

/** Puts the end of a branch that is open and what was loaded before it together. */
export function useBranch(state: ConversationState): Branch {
  const older = useConversations((all) => all.older[state.conversationId])
  return useMemo(
    () => ({
      length: state.earlier + state.messages.length,
      message: (at) => (at < state.earlier ? older?.messages[at] : state.messages[at - state.earlier]),
      versions: (id) => state.versions[id] ?? older?.versions[id],
      run: (id) => state.runs[id] ?? older?.runs[id],
    }),
    [state, older],
  )
}

/** The first message of the answer that a message is part of. */
function answerStart(branch: Branch, at: number): Message | undefined {
  let start = branch.message(at)
  for (let before = at - 1; before >= 0; before--) {
    const message = branch.message(before)
    if (message?.role !== 'assistant') break
    start = message
  }
  return start
}

/** Where a message stands: in its answer, in its run, and among its versions. */
export function placeIn(branch: Branch, at: number) {
  const message = branch.message(at)
  const isAnswer = message?.role === 'assistant'
  const follows = isAnswer && branch.message(at - 1)?.role === 'assistant'
  const last = branch.message(at + 1)?.role !== 'assistant'
  // The versions of an answer are those of its first message, and its arrows are at its end.
  const first = isAnswer && last ? answerStart(branch, at) : undefined
  const ofAnswer = first !== undefined && branch.versions(first.id) !== undefined
  const version = ofAnswer ? first : message
  const shown = ofAnswer || !isAnswer || follows || last
  return {
    follows,
    ...totalsAt(branch, at, last),
    last,
    version: version?.id ?? '',
    versions: shown && version ? branch.versions(version.id) : undefined,
  }
}

/** What a run used in all its turns, for its last message. */
function totalsAt(branch: Branch, at: number, last: boolean) {
  const runId = branch.message(at)?.runId
  let tokensIn = 0
  let tokensOut = 0
  for (let before = at; last && before >= 0; before--) {
    const message = branch.message(before)
    if (message === undefined || message.runId !== runId) break
    if (message.role !== 'assistant' || !message.usage) continue
    const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = message.usage
    tokensIn += inputTokens + cacheReadTokens + cacheWriteTokens
    tokensOut += outputTokens
  }
  return { tokensIn, tokensOut }
}
