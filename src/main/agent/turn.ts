import { assertNever } from '../../shared/errors'
import type { Block, StopReason, Usage } from '../../shared/run/blocks'
import { newId } from '../identifier'
import type { ModelEvent } from '../model/port'
import type { StreamedBody } from './recorder'

/** What a turn ended with. */
export interface TurnEnd {
  readonly stopReason: StopReason
  readonly usage: Usage
}

/** Gathers the blocks of one turn while it streams, and says which event each piece becomes. */
export interface TurnContent {
  /** Takes one event of the model; null when there is nothing to show. */
  take(event: ModelEvent): StreamedBody | null
  /** Set once the model has finished. */
  end(): TurnEnd | null
  /** The blocks so far; `complete` says whether the tool calls in them may be run. */
  blocks(complete: boolean): Block[]
}

type ToolUse = Extract<Block, { type: 'tool_use' }>

/** Starts an empty turn; `usedIds` are the tool calls of the conversation so far, whose ids can't be used again. */
export function createTurnContent(messageId: string, usedIds: ReadonlySet<string>): TurnContent {
  const content: (Block | undefined)[] = []
  const ownIds = new Set<string>()
  let end: TurnEnd | null = null

  const textAt = (index: number): Extract<Block, { type: 'text' }> => {
    const present = content[index]
    if (present?.type === 'text') return present
    const block = { type: 'text' as const, text: '', citations: [] }
    content[index] = block
    return block
  }
  const thinkingAt = (index: number): Extract<Block, { type: 'thinking' }> => {
    const present = content[index]
    if (present?.type === 'thinking') return present
    const block = { type: 'thinking' as const, text: '' }
    content[index] = block
    return block
  }

  return {
    take(event) {
      switch (event.type) {
        case 'text_delta':
          textAt(event.block).text += event.text
          return { type: 'text_delta', messageId, block: event.block, text: event.text }
        case 'thinking_delta':
          thinkingAt(event.block).text += event.text
          return { type: 'thinking_delta', messageId, block: event.block, text: event.text }
        case 'thinking_signature': {
          const block = thinkingAt(event.block)
          block.signature = (block.signature ?? '') + event.signature
          return null
        }
        case 'citation':
          textAt(event.block).citations.push(event.citation)
          return { type: 'citation', messageId, block: event.block, citation: event.citation }
        case 'tool_use_started': {
          // Some servers count their calls from 0 in each answer; an id must be unique in a conversation.
          const taken = event.toolUseId === '' || usedIds.has(event.toolUseId) || ownIds.has(event.toolUseId)
          const toolUseId = taken ? newId() : event.toolUseId
          ownIds.add(toolUseId)
          content[event.block] = {
            type: 'tool_use',
            toolUseId,
            name: event.name,
            inputJson: '',
            status: 'streaming',
          }
          return { type: 'tool_use_started', messageId, block: event.block, toolUseId, name: event.name }
        }
        case 'tool_input_delta': {
          const block = content[event.block]
          if (block?.type !== 'tool_use') return null
          block.inputJson += event.json
          return { type: 'tool_input_delta', messageId, block: event.block, json: event.json }
        }
        case 'finished':
          end = { stopReason: event.stopReason, usage: event.usage }
          return null
        default:
          return assertNever(event)
      }
    },
    end: () => end,
    blocks: (complete) =>
      content
        .filter((block) => block !== undefined)
        .map((block) => (block.type === 'tool_use' ? closeToolUse(block, complete) : block)),
  }
}

function closeToolUse(block: ToolUse, complete: boolean): ToolUse {
  if (!complete) return { ...block, status: 'not_run' }
  try {
    // A call without arguments arrives as no text at all.
    return { ...block, input: JSON.parse(block.inputJson === '' ? '{}' : block.inputJson), status: 'ready' }
  } catch {
    // Not JSON: it stays without `input`, and the caller tells the model instead of running it.
    return { ...block, status: 'ready' }
  }
}
