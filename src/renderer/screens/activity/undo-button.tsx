import { Redo2, Undo2 } from 'lucide-react'
import { Button } from '../../ui/button'

/** Takes something back, or brings it back again: one button that turns into the other, so that the focus stays. */
export function UndoButton({
  redo,
  label,
  busy,
  describedBy,
  onClick,
}: {
  readonly redo: boolean
  readonly label: string
  readonly busy: boolean
  /** The id of what names the change. */
  readonly describedBy?: string | undefined
  readonly onClick: () => void
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={redo ? Redo2 : Undo2}
      busy={busy}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
