import type { WireEvent } from './turns'

type Fields = Readonly<Record<string, unknown>>

/** The message that a stream of events adds up to, for a request that does not stream. */
export function wholeMessage(events: readonly WireEvent[]): object {
  let message: Fields = {}
  const blocks: Record<string, unknown>[] = []
  const json: string[] = []
  for (const { data } of events) {
    const event = data as Fields
    const index = Number(event.index ?? 0)
    if (event.type === 'message_start') message = event.message as Fields
    else if (event.type === 'content_block_start') {
      blocks[index] = { ...(event.content_block as Fields) }
      json[index] = ''
    } else if (event.type === 'content_block_delta') {
      const block = blocks[index] ?? {}
      const delta = event.delta as Fields
      if (delta.type === 'text_delta') block.text = `${block.text}${delta.text}`
      if (delta.type === 'thinking_delta') block.thinking = `${block.thinking}${delta.thinking}`
      if (delta.type === 'signature_delta') block.signature = delta.signature
      if (delta.type === 'citations_delta') {
        block.citations = [...((block.citations as unknown[] | undefined) ?? []), delta.citation]
      }
      if (delta.type === 'input_json_delta') json[index] = `${json[index]}${delta.partial_json}`
    } else if (event.type === 'message_delta') {
      message = {
        ...message,
        ...(event.delta as Fields),
        usage: { ...(message.usage as Fields), ...(event.usage as Fields) },
        ...('context_management' in event ? { context_management: event.context_management } : {}),
      }
    }
  }
  const content = blocks.map((block, index) =>
    block.type === 'tool_use' ? { ...block, input: JSON.parse(json[index] || '{}') } : block,
  )
  return { ...message, content }
}
