import type { UndoConflict } from '../../stores/changes'
import { decisionText } from '../../text/decisions'

/** The words of the choice: of undoing, or of doing again what was undone. */
export type ConflictWords = ReturnType<typeof conflictWords>

/** The words for what was asked of these changes. */
export function conflictWords(conflicts: readonly UndoConflict[]) {
  const { undoConflict, redoConflict } = decisionText()
  const isRedo = conflicts.every(({ change }) => change.redoes === null && isUndo(change))
  if (!isRedo) return undoConflict
  const { gone, lost, movedOn, replace, ...words } = redoConflict
  return {
    ...undoConflict,
    ...words,
    obstacle: { ...undoConflict.obstacle, gone, lost, changed_where_it_is: movedOn },
    replace: {
      ...undoConflict.replace,
      ...{ changed: replace, changed_where_it_is: replace, gone: replace, lost: replace },
    },
  }
}

function isUndo({ undoes, undoesPartOf }: UndoConflict['change']): boolean {
  return undoes !== null || undoesPartOf !== null
}
