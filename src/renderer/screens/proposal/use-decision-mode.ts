import { useState } from 'react'

/** What the foot of a proposal is about. */
export type DecisionMode = 'deciding' | 'rejecting' | 'editing'

/** The mode of a proposal's card or dialog, and the ways from one to another. */
export interface DecisionModes {
  readonly mode: DecisionMode
  /** The mode before one decided again: the button that led there has the focus again. */
  readonly left: DecisionMode
  readonly enter: (mode: Exclude<DecisionMode, 'deciding'>) => void
  readonly decideAgain: () => void
}

/** Begins with deciding, and goes back to it where what is being edited can be edited no longer. */
export function useDecisionMode(editable: boolean): DecisionModes {
  const [{ mode, left }, setModes] = useState<Pick<DecisionModes, 'mode' | 'left'>>({
    mode: 'deciding',
    left: 'deciding',
  })
  return {
    mode: mode === 'editing' && !editable ? 'deciding' : mode,
    left,
    enter: (next) => setModes({ mode: next, left }),
    decideAgain: () => setModes({ mode: 'deciding', left: mode }),
  }
}
