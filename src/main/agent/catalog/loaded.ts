import type { ToolUseBlock } from '../../../shared/run/blocks'
import type { ConversationState } from '../../../shared/run/state'
import { loadTools } from '../../../shared/tool/load-tools'

/**
 * The names of tools that a branch has loaded or used, in the order in which it did: each request's definitions then
 * begin as the last one's did. The record says it all, so that it holds after a restart, on every branch and when the
 * beginning of a conversation is summed up. With `before`, as it was when the message with that call was asked for.
 */
export function loadedNames(state: ConversationState, before?: string): readonly string[] {
  const names = new Set<string>()
  for (const message of state.messages) {
    if (message.role !== 'assistant') continue
    const calls = message.blocks.filter((block) => block?.type === 'tool_use')
    if (calls.some(({ toolUseId }) => toolUseId === before)) break
    for (const name of calls.flatMap(namesOf)) names.add(name)
  }
  return [...names]
}

function namesOf(call: ToolUseBlock): readonly string[] {
  if (call.name !== loadTools.name) {
    // What was called while every tool was sent is not taken away by a smaller model.
    return call.result?.success === true || call.proposalId !== undefined ? [call.name] : []
  }
  const state = loadTools.output.safeParse(call.result?.state)
  return state.data?.loaded.map(({ name }) => name) ?? []
}
