import { useEffect, useEffectEvent } from 'react'
import { approve, type ShownProposal } from '../../stores/proposals'
import { decisionKey } from './decision-keys'
import { type ReviewStanding, reviewAct } from './review-act'
import type { DecisionModes } from './use-decision-mode'

/** The keys that decide, wherever in the dialog the focus is. */
export function useReviewKeys(
  { id }: ShownProposal,
  { enter }: DecisionModes,
  standing: ReviewStanding,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // The dialog's guard stops what was not meant for it; another dialog above has its own keys.
    if (event.defaultPrevented || document.querySelectorAll('dialog[open]').length > 1) return
    const act = reviewAct(decisionKey(event), standing)
    if (act === null) return
    event.preventDefault()
    if (act === 'approve') void approve(id)
    else enter('rejecting')
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
