import { Square } from 'lucide-react'
import { stopChange } from '../../stores/changes'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { Button } from '../../ui/button'

/** Stops what a change is doing, or began and goes on. */
export function StopChange({
  id,
  describedBy,
}: {
  readonly id: string
  /** The id of what names the change. */
  readonly describedBy?: string
}) {
  return (
    <Button
      size="sm"
      icon={Square}
      aria-describedby={describedBy}
      onClick={() => void attempt(stopChange(id))}
    >
      {text().chat.stop}
    </Button>
  )
}
