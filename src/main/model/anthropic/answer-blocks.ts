import type { ModelEvent } from '../port'
import { toClaim } from './cited-claim'
import type { SentPassage } from './request'
import type { WireContentBlock, WireDelta } from './wire-events'

/** The blocks of one answer: what comes of them, by their numbers on the wire, as events of the port. */
export interface AnswerBlocks {
  start(index: number, content: WireContentBlock): readonly ModelEvent[]
  /** What fits no block that is open is passed over. */
  add(index: number, piece: WireDelta): readonly ModelEvent[]
  stop(index: number): readonly ModelEvent[]
}

interface OpenBlock {
  readonly kind: 'text' | 'thinking' | 'tool_use'
  /** Our number; given when the block first has something, so that empty blocks leave no gap. */
  block: number | null
  /** Arguments that came whole at the start, used if no pieces follow. */
  readonly wholeInput: string | null
  pieces: number
}

/** Starts without any; citations point to the passages that were sent. */
export function createAnswerBlocks(passages: readonly SentPassage[]): AnswerBlocks {
  const open = new Map<number, OpenBlock>()
  let blocks = 0

  const opened = (
    index: number,
    kind: OpenBlock['kind'],
    wholeInput: OpenBlock['wholeInput'] = null,
  ): OpenBlock => {
    const block: OpenBlock = { kind, block: null, wholeInput, pieces: 0 }
    open.set(index, block)
    return block
  }
  const numberOf = (block: OpenBlock): number => {
    block.block ??= blocks++
    return block.block
  }

  const addText = (block: OpenBlock, text: string): ModelEvent[] => [
    { type: 'text_delta', block: numberOf(block), text },
  ]
  const addThinking = (block: OpenBlock, text: string): ModelEvent[] => [
    { type: 'thinking_delta', block: numberOf(block), text },
  ]
  const addSignature = (block: OpenBlock, signature: string): ModelEvent[] => [
    // Thinking that is not shown has a signature only: the block must exist before it.
    ...(block.block === null ? addThinking(block, '') : []),
    { type: 'thinking_signature', block: numberOf(block), signature },
  ]

  return {
    start(index, content) {
      if (content.type === 'text') {
        const block = opened(index, 'text')
        return content.text === '' ? [] : addText(block, content.text)
      }
      if (content.type === 'thinking') {
        const block = opened(index, 'thinking')
        return [
          ...(content.thinking === '' ? [] : addThinking(block, content.thinking)),
          ...(content.signature === '' ? [] : addSignature(block, content.signature)),
        ]
      }
      if (content.type === 'redacted_thinking') {
        return [{ type: 'thinking_redacted', block: blocks++, data: content.data }]
      }
      if (content.type !== 'tool_use') return []
      const whole = content.input === undefined ? '' : JSON.stringify(content.input)
      const isGiven = whole !== '' && whole !== '{}' && whole !== 'null'
      const block = opened(index, 'tool_use', isGiven ? whole : null)
      return [{ type: 'tool_use_started', block: numberOf(block), toolUseId: content.id, name: content.name }]
    },
    add(index, piece) {
      const block = open.get(index)
      if (block === undefined) return []
      if (block.kind === 'text' && piece.type === 'text_delta') {
        return piece.text === '' ? [] : addText(block, piece.text)
      }
      if (block.kind === 'thinking' && piece.type === 'thinking_delta') {
        return addThinking(block, piece.thinking)
      }
      if (block.kind === 'thinking' && piece.type === 'signature_delta') {
        return addSignature(block, piece.signature)
      }
      if (block.kind === 'tool_use' && piece.type === 'input_json_delta') {
        const json = piece.partial_json
        if (json === '') return []
        block.pieces++
        return [{ type: 'tool_input_delta', block: numberOf(block), json }]
      }
      if (block.kind === 'text' && piece.type === 'citations_delta') {
        const claim = toClaim(piece.citation, passages)
        return claim === null ? [] : [{ type: 'citation', block: numberOf(block), claim }]
      }
      return []
    },
    stop(index) {
      const block = open.get(index)
      if (block?.kind !== 'tool_use' || block.pieces > 0 || block.wholeInput === null) return []
      return [{ type: 'tool_input_delta', block: numberOf(block), json: block.wholeInput }]
    },
  }
}
