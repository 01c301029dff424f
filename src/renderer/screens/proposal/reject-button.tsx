import type { LucideIcon } from 'lucide-react'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Button, type ButtonProps } from '../../ui/button'
import type { DecisionModes } from './use-decision-mode'

/** Leads to the form in which a no gives its reason. */
export function RejectButton({
  reads,
  modes: { left, enter },
  icon,
  size = 'md',
}: {
  /** Whether what is asked for only reads: that is refused, not rejected. */
  readonly reads: boolean
  readonly modes: DecisionModes
  readonly icon?: LucideIcon
  readonly size?: ButtonProps['size']
}) {
  return (
    <Button
      icon={icon}
      size={size}
      variant="ghost"
      aria-keyshortcuts="Control+Backspace Meta+Backspace"
      autoFocus={left === 'rejecting'}
      onClick={() => enter('rejecting')}
    >
      {reads ? decisionText().reading.refuse : text().proposal.reject}
    </Button>
  )
}
