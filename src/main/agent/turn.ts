import { assertNever } from '../../shared/errors'
import { isNestedDeeper, nestingLimit } from '../../shared/json/nesting'
import type { Block, StopReason, Usage } from '../../shared/run/blocks'
import { citationMarks, foldTitle } from '../../shared/run/citation-marks'
import type { ClearedByServer } from '../../shared/run/reduction'
import { newId } from '../identifier'
import { checkCitation, type GivenPassage } from '../model/check-citation'
import type { CitationClaim, ModelEvent } from '../model/port'
import { findTextCitations } from '../model/text-citations'
import type { StreamedBody } from './runs/recorder'

/** What a turn ended with. */
export interface TurnEnd {
  readonly stopReason: StopReason
  readonly usage: Usage
  readonly clearedByServer?: ClearedByServer
}

/** Gathers the blocks of one turn while it streams, and says which event each piece becomes. */
export interface TurnContent {
  /** Takes one event of the model and says what is to be shown of it. */
  take(event: ModelEvent): readonly StreamedBody[]
  /** Set once the model has finished. */
  end(): TurnEnd | null
  /** Why the model declined, in its server's words; empty where it says nothing. */
  refusal(): string
  /** The blocks so far; `complete` says whether the tool calls in them may be run. */
  blocks(complete: boolean): Block[]
}

/** What every server takes back: a conversation may go on with another one than that which gave the id. */
const usableId = /^[\w-]{1,64}$/u

type ToolUse = Extract<Block, { type: 'tool_use' }>

/**
 * Starts an empty turn; `isUsed` tells the ids of the conversation's tool calls so far, which can't be used again, and
 * `given` is all that its citations can point to, asked for with the first of them.
 */
export function createTurnContent(
  messageId: string,
  isUsed: (toolUseId: string) => boolean,
  given: () => readonly GivenPassage[],
): TurnContent {
  const content: (Block | undefined)[] = []
  const ownIds = new Set<string>()
  let end: TurnEnd | null = null
  let refusal = ''

  const textAt = (index: number): Extract<Block, { type: 'text' }> => {
    const present = content[index]
    if (present?.type === 'text') return present
    const block: Extract<Block, { type: 'text' }> = { type: 'text', text: '', citations: [] }
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
  const cite = (index: number, claim: CitationClaim): StreamedBody => {
    const citation = checkCitation(claim, given())
    textAt(index).citations.push(citation)
    return { type: 'citation', messageId, block: index, citation }
  }
  /** Marks that are written in words, past those that the model's server has told of itself. */
  const citeMarks = (): StreamedBody[] =>
    content.flatMap((block, index) => {
      if (block?.type !== 'text' || citationMarks(block.text).length === 0) return []
      const told = new Set(block.citations.map(placeOf))
      return findTextCitations(block.text, given())
        .filter((claim) => !told.has(placeOf(claim)))
        .map((claim) => cite(index, claim))
    })

  return {
    take(event) {
      switch (event.type) {
        case 'text_delta': {
          const { block: index, text, repeats } = event
          const block = textAt(index)
          block.text += text
          if (repeats) block.repeats = true
          return [{ type: 'text_delta', messageId, block: index, text, ...(repeats ? { repeats } : {}) }]
        }
        case 'thinking_delta':
          thinkingAt(event.block).text += event.text
          return [{ type: 'thinking_delta', messageId, block: event.block, text: event.text }]
        case 'thinking_signature': {
          const block = thinkingAt(event.block)
          block.signature = (block.signature ?? '') + event.signature
          return []
        }
        case 'thinking_redacted':
          content[event.block] = { type: 'thinking', text: '', redacted: event.data }
          // A block that is not shown has its place too: those after it are counted from it.
          return [{ type: 'thinking_delta', messageId, block: event.block, text: '' }]
        case 'citation':
          return [cite(event.block, event.claim)]
        case 'tool_use_started': {
          // Some servers count their calls from 0 in each answer; an id must be unique in a conversation.
          const taken =
            isUsed(event.toolUseId) || ownIds.has(event.toolUseId) || !usableId.test(event.toolUseId)
          const toolUseId = taken ? newId() : event.toolUseId
          ownIds.add(toolUseId)
          content[event.block] = {
            type: 'tool_use',
            toolUseId,
            name: event.name,
            inputJson: '',
            status: 'streaming',
          }
          return [{ type: 'tool_use_started', messageId, block: event.block, toolUseId, name: event.name }]
        }
        case 'tool_input_delta': {
          const block = content[event.block]
          if (block?.type !== 'tool_use') return []
          block.inputJson += event.json
          return [{ type: 'tool_input_delta', messageId, block: event.block, json: event.json }]
        }
        case 'finished': {
          const { stopReason, usage, clearedByServer } = event
          end = { stopReason, usage, ...(clearedByServer === undefined ? {} : { clearedByServer }) }
          refusal = event.refusal ?? ''
          return citeMarks()
        }
        default:
          return assertNever(event)
      }
    },
    end: () => end,
    refusal: () => refusal,
    blocks: (complete) =>
      content
        .filter((block) => block !== undefined)
        .map((block) => (block.type === 'tool_use' ? closeToolUse(block, complete) : block)),
  }
}

/** What a mark in the text can say of a citation. */
function placeOf({ title, page }: { readonly title: string; readonly page: number | null }): string {
  return `${page ?? ''} ${foldTitle(title)}`
}

function closeToolUse(block: ToolUse, complete: boolean): ToolUse {
  if (!complete) return { ...block, status: 'not_run' }
  try {
    // A call without arguments arrives as no text at all.
    const input: unknown = JSON.parse(block.inputJson === '' ? '{}' : block.inputJson)
    if (!isNestedDeeper(input, nestingLimit)) return { ...block, input, status: 'ready' }
  } catch {
    // Not JSON.
  }
  // It stays without `input`, and the caller tells the model instead of running it.
  return { ...block, status: 'ready' }
}
