import type { ChangeLine } from '../../../shared/contract/changes'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { canUndo } from './group-changes'
import { UndoButton } from './undo-button'
import { useUndo } from './use-undo'

/** What became of a change, in badges; none where it simply stands. */
export function ChangeStanding({ change }: { readonly change: ChangeLine }) {
  const t = text().activity
  const undone = isUndone(change)
  return (
    <>
      {undone && <Badge>{t.undone}</Badge>}
      {!undone && change.undoneInPart && <Badge>{t.undoneInPart}</Badge>}
      {change.undoEnded && <Badge>{decisionText().history.undoEnded}</Badge>}
      {change.status === 'rolled_back' && <Badge tone="warning">{t.rolledBack}</Badge>}
      {change.status === 'interrupted' && <Badge tone="danger">{t.interrupted}</Badge>}
      {change.status === 'applying' && <Badge tone="accent">{t.applying}</Badge>}
      {change.status === 'applied' && change.goesOn && <Badge tone="accent">{decisionText().goesOn}</Badge>}
    </>
  )
}

/** The way back from a change, and from its undo again; none where there is neither. */
export function UndoOrRedo({
  change,
  undoneBy,
  describedBy,
}: {
  readonly change: ChangeLine
  /** The change that undid it, where that is known. */
  readonly undoneBy: ChangeLine | undefined
  /** The id of what names the change. */
  readonly describedBy?: string | undefined
}) {
  const { busy, undoOne } = useUndo()
  const redo = undoneBy !== undefined && canUndo(undoneBy)
  if (!redo && !canUndo(change)) return null
  return (
    <UndoButton
      redo={redo}
      label={redo ? decisionText().activity.redo : text().activity.undo}
      busy={busy}
      describedBy={describedBy}
      onClick={() => void undoOne(redo ? undoneBy.id : change.id)}
    />
  )
}

/** Whether a change does not hold any more because it was undone. */
export function isUndone({ status, undoneBy }: ChangeLine): boolean {
  return undoneBy !== null || status === 'undone'
}
