import { type Sentence, saidOf } from '../../../shared/sentences/sentence'
import type { GateCall } from '../../services/gate'
import { clientSendingReason, sendingReason, type TaintPlace, taintReason } from '../policy/taint'
import type { Draft, ReadDraft } from './draft'
import type { GateParts } from './parts'

/** Why what a run has read from outside makes it ask. */
export function reasonsFor(
  { db }: Pick<GateParts, 'db'>,
  { preview }: Pick<Draft, 'preview'>,
  place: TaintPlace,
): Sentence[] {
  const reasons = [taintReason(db, place), sendingReason(db, place, preview.sends ?? [])]
  return reasons.filter((reason) => reason !== null)
}

/** Why a program is asked that reads elsewhere too; what it has read here says more. */
export function reasonsOfClient(
  { db }: Pick<GateParts, 'db'>,
  { preview }: Draft,
  call: GateCall,
): Sentence[] {
  const reason = taintReason(db, call) === null ? clientSendingReason(call, preview.sends ?? []) : null
  return reason === null ? [] : [reason]
}

/** A draft that says these reasons too. */
export function raisedBy<D extends Draft | ReadDraft>(draft: D, reasons: readonly Sentence[]): D {
  if (reasons.length === 0) return draft
  return {
    ...draft,
    raisedBecause: [...draft.raisedBecause, ...reasons.map(({ text }) => text)],
    said: { ...draft.said, ...saidOf(reasons) },
  }
}
