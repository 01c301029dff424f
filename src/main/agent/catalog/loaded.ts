import type { Block } from '../../../shared/run/blocks'
import type { ConversationState } from '../../../shared/run/state'
import { loadTools } from '../../../shared/tool/load-tools'

/**
 * The names of tools that a branch has loaded or used, in the order in which it did: each request's definitions then
 * begin as the last one's did. The record says it all, so that it holds after a restart, on every branch and when the
 * beginning of a conversation is summed up. `earlier` are those before the state's messages. With `before`, as it was
 * when the message with that call was asked for.
 */
export function loadedNames(
  { messages }: ConversationState,
  earlier: readonly string[],
  before?: string,
): readonly string[] {
  const names = new Set(earlier)
  for (const message of messages) {
    if (message.role !== 'assistant') continue
    const { blocks } = message
    if (blocks.some((block) => block?.type === 'tool_use' && block.toolUseId === before)) break
    for (const name of blocks.flatMap(namesOf)) names.add(name)
  }
  return [...names]
}

/** The names of tools that a call loads or uses; none for what is no call. */
export function namesOf(call: Block | undefined): readonly string[] {
  if (call?.type !== 'tool_use') return []
  if (call.name !== loadTools.name) {
    // What was called while every tool was sent is not taken away by a smaller model.
    return call.result?.success === true || call.proposalId !== undefined ? [call.name] : []
  }
  const state = loadTools.output.safeParse(call.result?.state)
  return state.data?.loaded.map(({ name }) => name) ?? []
}
