import type { DecisionKey } from './decision-keys'
import type { Decision } from './use-decision'
import type { DecisionMode } from './use-decision-mode'

/** Where the dialog of a proposal stands when a key is pressed in it. */
export interface ReviewStanding extends Pick<Decision, 'typeToConfirm' | 'ready' | 'busy'> {
  readonly mode: DecisionMode
  /** Whether it can still be decided on, or its yes be watched. */
  readonly open: boolean
  /** Whether the person asked for the change: then there is nobody to tell a no. */
  readonly asked: boolean
}

/** What a key does in the dialog of a proposal; null where it does nothing there, and keeps its usual meaning. */
export function reviewAct(
  key: DecisionKey | null,
  { mode, open, asked, typeToConfirm, ready, busy }: ReviewStanding,
): 'approve' | 'reject' | null {
  if (mode !== 'deciding' || !open) return null
  if (key === 'approve') return typeToConfirm === null && ready && !busy ? 'approve' : null
  return key === 'reject' && !asked ? 'reject' : null
}
