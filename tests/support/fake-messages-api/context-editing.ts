import type { Turn } from './turns'
import type { CheckedRequest } from './validate'

/** The header under which the vendor's server knows `context_management`. */
const beta = 'context-management-2025-06-27'
/** What the model reads in the place of a result. */
export const clearedResult = '[Old tool result content cleared]'

/** What a server does with `context_management`: follows it, passes over it, or refuses it as it does what it does not know. */
export type ContextEditing = 'followed' | 'passed over' | 'refused'

/** What a request is taken for. */
export interface EditedRequest {
  /** As the model reads it. */
  readonly request: CheckedRequest
  /** What was left out; null where nothing was asked for. */
  readonly applied: readonly object[] | null
}

/** Whether a request may hold the field. */
export function takesContextManagement(
  does: ContextEditing,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  return does === 'passed over' || (does === 'followed' && String(headers['anthropic-beta']).includes(beta))
}

/** Tokens of a request, as the fake counts them. */
export function countOf({ model, messages, system, tools }: Partial<CheckedRequest>): number {
  return Math.ceil(JSON.stringify({ model, messages, system, tools }).length / 4)
}

/** Leaves out the oldest results as the vendor's documentation has it: all but the latest, or none. */
export function editContext(request: CheckedRequest): EditedRequest {
  const edit = request.context_management?.edits?.[0]
  if (edit === undefined) return { request, applied: null }
  const uses = request.messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string'
      ? content.filter((block) => block.type === 'tool_use')
      : [],
  )
  const before = countOf(request)
  const { trigger = { type: 'input_tokens', value: 100_000 }, keep = { value: 3 }, exclude_tools = [] } = edit
  const reached = trigger.type === 'tool_uses' ? uses.length : before
  if (reached <= trigger.value) return { request, applied: [] }
  const old = new Set(
    uses
      .slice(0, Math.max(0, uses.length - keep.value))
      .filter(({ name }) => !exclude_tools.includes(name))
      .map(({ id }) => id),
  )
  const messages = request.messages.map((message) => {
    if (message.role !== 'user' || typeof message.content === 'string') return message
    const content = message.content.map((block) =>
      block.type === 'tool_result' && old.has(block.tool_use_id)
        ? { ...block, content: clearedResult }
        : block,
    )
    return { ...message, content }
  })
  const tokens = before - countOf({ ...request, messages })
  if (old.size === 0 || tokens < (edit.clear_at_least?.value ?? 0)) return { request, applied: [] }
  return {
    request: { ...request, messages },
    applied: [{ type: edit.type, cleared_tool_uses: old.size, cleared_input_tokens: tokens }],
  }
}

/** The same answer from a server that says at its end what it left out, and counts what the model read. */
export function tellingEdits(turn: Turn, { request, applied }: EditedRequest): Turn {
  if (turn.kind !== 'stream' || applied === null) return turn
  const events = turn.events.map(({ event, data }) => {
    if (event === 'message_start') {
      const { message, ...rest } = data as { message: { usage?: object } }
      const usage =
        applied.length === 0 ? message.usage : { ...message.usage, input_tokens: countOf(request) }
      return { event, data: { ...rest, message: { ...message, usage, context_management: null } } }
    }
    if (event !== 'message_delta') return { event, data }
    return { event, data: { ...(data as object), context_management: { applied_edits: applied } } }
  })
  return { ...turn, events }
}
