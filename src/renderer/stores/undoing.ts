import { create } from 'zustand'
import type { Change } from '../../shared/contract/changes'
import type { UndoDecision } from '../../shared/contract/undo-choices'
import { toAppError } from '../../shared/errors'
import { decisionText } from '../text/decisions'
import { inLanguage } from '../text/sentences'
import { compareUndo, type UndoConflict, undoChange } from './changes'
import { attempt, notify } from './toasts'

/** What is asked where something was changed since, and what happens with the answer. */
export interface AskedOfUndo {
  readonly conflicts: readonly UndoConflict[]
  /** How many of the same go were undone; null when only one was to be. */
  readonly undone: number | null
  /** How many earlier ones wait for the answer. */
  readonly under: number
  readonly decide: (decisions: UndoDecision[]) => Promise<void>
}

/** Outlives the row that asked: undoing many changes moves that row out of what is loaded. */
export const useAskedOfUndo = create<{ readonly asked: AskedOfUndo | null }>(() => ({ asked: null }))

/** Asks it, or nothing any more. */
export function askOfUndo(asked: AskedOfUndo | null): void {
  useAskedOfUndo.setState({ asked })
}

/** Undoes one change, or asks where something was changed since; `tell` is told what did it. */
export async function undoOrAsk(id: string, tell: (undo: Change) => void): Promise<void> {
  try {
    tell(await undoChange(id))
  } catch (error) {
    const found = toAppError(error).code === 'conflict' ? await compareUndo(id) : null
    if (found === null) throw error
    const decide = async (decisions: UndoDecision[]) => tell(await undoChange(id, decisions))
    askOfUndo({ conflicts: [found], undone: null, under: 0, decide })
  }
}

/** Names what was undone, which need not be in view, with the way back. */
export function tellUndone({ id, summary, preview, redoes }: Change): void {
  const again = {
    label: decisionText().activity.redo,
    onSelect: () => void attempt(undoOrAsk(id, tellUndone)),
  }
  notify({
    tone: 'success',
    title: inLanguage(summary, preview.said),
    ...(redoes === null ? { action: again, takesBack: [id] } : {}),
  })
}
