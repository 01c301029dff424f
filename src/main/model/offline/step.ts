import { newId } from '../../identifier'
import type { ModelEvent } from '../port'
import type { Answer } from './answer'

/** Words that it answers with. */
export type Said = {
  readonly kind: 'say'
  readonly repeats?: true
  /** Said of its own after what repeats. */
  readonly after?: string
} & Answer

type Call = { readonly name: string; readonly input: Readonly<Record<string, unknown>> }

/** What it does in one turn: it says something, or calls tools. */
export type Step = Said | { readonly kind: 'calls'; readonly calls: readonly Call[] }

/** How much text is given at a time, in characters: a few words, as a model would. */
const pieceLength = 24

/** Words without citations. */
export function answer(text: string): Said {
  return { kind: 'say', text, citations: [] }
}

/** The events of a turn that does this. */
export function* eventsOf(step: Step): Generator<ModelEvent, void, void> {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
  if (step.kind === 'calls') {
    for (const [block, { name, input }] of step.calls.entries()) {
      yield { type: 'tool_use_started', block, toolUseId: newId(), name }
      for (const json of pieces(JSON.stringify(input))) yield { type: 'tool_input_delta', block, json }
    }
    yield { type: 'finished', stopReason: 'tool_use', usage }
    return
  }
  const repeats = step.repeats ? { repeats: step.repeats } : {}
  for (const text of pieces(step.text)) yield { type: 'text_delta', block: 0, text, ...repeats }
  for (const text of pieces(step.after ?? '')) yield { type: 'text_delta', block: 1, text }
  for (const claim of step.citations) yield { type: 'citation', block: 0, claim }
  yield { type: 'finished', stopReason: 'end_turn', usage }
}

/** Cuts by whole characters, so that no piece ends inside of one. */
function* pieces(text: string): Generator<string, void, void> {
  const characters = [...text]
  for (let at = 0; at < characters.length; at += pieceLength)
    yield characters.slice(at, at + pieceLength).join('')
}
