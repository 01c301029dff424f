import type { ReactNode } from 'react'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import type { PartKey } from '../../../shared/tool/parts'
import type { ChangePreview } from '../../../shared/tool/preview'
import { decisionText } from '../../text/decisions'
import { Checkbox } from '../../ui/checkbox'

/** Boxes to tick, to approve a part. */
export interface PartChoice {
  readonly by: 'items' | 'hunks' | 'fields'
  readonly leftOut: ReadonlySet<PartKey>
  readonly onToggle: (part: PartKey, chosen: boolean) => void
}

/** An item of a batch with its box, where items can be left out. */
export function ChosenItem({
  change,
  name = change.label,
  index,
  parts,
  children,
}: {
  readonly change: ChangePreview
  /** What it is called beside its box, where that is less than its whole label. */
  readonly name?: string
  readonly index: number
  readonly parts: PartChoice | undefined
  readonly children: ReactNode
}) {
  if (parts?.by !== 'items') return children
  const part = String(index)
  const chosen = !parts.leftOut.has(part)
  return (
    <div className="preview-item" data-left-out={!chosen || undefined}>
      <Checkbox
        labelHidden
        label={decisionText().include(revealAsText(name))}
        checked={chosen}
        onChange={(on) => parts.onToggle(part, on)}
      />
      {children}
    </div>
  )
}
