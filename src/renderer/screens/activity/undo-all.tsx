import type { Together } from '../../stores/changes'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { UndoButton } from './undo-button'
import { useUndo } from './use-undo'

/** One click: what it takes back is itself an entry that one click takes back. */
export function UndoAll({ what, redo }: { readonly what: Together; readonly redo: boolean }) {
  const { busy, undoAll } = useUndo()
  return (
    <UndoButton
      redo={redo}
      label={redo ? decisionText().activity.redoAll : text().activity.undoRun}
      busy={busy}
      onClick={() => void undoAll(what)}
    />
  )
}
