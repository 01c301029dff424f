import { assertNever } from '../../../shared/errors'
import type { ContextReduction } from '../../../shared/run/reduction'
import type { ConversationState } from '../../../shared/run/state'

/** What the model is given of a branch that is longer than it takes. */
export interface Reduced {
  /** The place of the first message that is sent as it is. */
  readonly from: number
  /** Stands for those before it; null where none is left out. */
  readonly summary: string | null
  /** Results of tools of messages before this place are sent without their content. */
  readonly clearedBefore: number
}

/**
 * What the reductions of a branch come to: of each kind the one that reaches furthest, whichever branch or run it was
 * made in, as long as the message that it reaches to is on this branch.
 */
export function reducedOf(state: ConversationState): Reduced {
  const places = new Map(state.messages.map(({ id }, place) => [id, place]))
  let reduced: Reduced = { from: 0, summary: null, clearedBefore: 0 }
  for (const reduction of reductionsOf(state)) {
    const after = (places.get(reduction.messageId) ?? -1) + 1
    switch (reduction.kind) {
      case 'compacted':
        if (after <= reduced.from) break
        reduced = { ...reduced, from: after, summary: reduction.summary }
        break
      case 'results_cleared':
        reduced = { ...reduced, clearedBefore: Math.max(reduced.clearedBefore, after) }
        break
      case 'too_long':
        break
      default:
        assertNever(reduction)
    }
  }
  return reduced
}

/** Those that a turn followed, and those of runs that none has followed yet. */
function reductionsOf(state: ConversationState): readonly ContextReduction[] {
  return [
    ...state.messages.flatMap((message) => (message.role === 'assistant' ? (message.reductions ?? []) : [])),
    ...Object.values(state.runs).flatMap(({ reductions }) => reductions ?? []),
  ]
}
