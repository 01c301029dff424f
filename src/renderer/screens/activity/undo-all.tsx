import { Redo2, Undo2 } from 'lucide-react'
import type { Together } from '../../stores/changes'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { useUndo } from './use-undo'

/** One click: what it takes back is itself an entry that one click takes back. */
export function UndoAll({ what, redo }: { readonly what: Together; readonly redo: boolean }) {
  const { busy, undoAll } = useUndo()
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={redo ? Redo2 : Undo2}
      busy={busy}
      onClick={() => void undoAll(what)}
    >
      {redo ? decisionText().activity.redoAll : text().activity.undoRun}
    </Button>
  )
}
