import { FileText, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { shownChanges } from '../../../shared/contract/proposal-line'
import type { UndoItem } from '../../../shared/contract/undo-choices'
import type { SaidByText } from '../../../shared/sentences/sentence'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { decisionText } from '../../text/decisions'
import { inLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { useUndo } from './use-undo'

/** The things of a change of many, each with its own undo. */
export function ChangeItems({
  id,
  items,
  said,
  onUndone,
}: {
  readonly id: string
  readonly items: readonly UndoItem[]
  /** What the details of the things say. */
  readonly said: SaidByText | undefined
  readonly onUndone: () => void
}) {
  const [whole, setWhole] = useState(false)
  const shown = whole ? items : items.slice(0, shownChanges)
  const t = decisionText()
  return (
    <>
      <ul className="change-items">
        {shown.map((item) => (
          <Item key={item.target.reference} id={id} item={item} said={said} onUndone={onUndone} />
        ))}
      </ul>
      {items.length > shownChanges && (
        <Button size="sm" variant="ghost" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t.showFewer : t.showAll(items.length)}
        </Button>
      )}
    </>
  )
}

function Item({
  id,
  item: { target, undone },
  said,
  onUndone,
}: {
  readonly id: string
  readonly item: UndoItem
  readonly said: SaidByText | undefined
  readonly onUndone: () => void
}) {
  const { busy, undoOneOf } = useUndo()
  const t = text().activity
  return (
    <li data-undone={undone || undefined}>
      <FileText size={14} className="change-item-icon" aria-hidden />
      <span className="change-item-words">
        <span>
          <HiddenText text={target.label} />
        </span>
        {target.detail !== undefined && (
          <span className="change-item-place">
            <HiddenText text={inLanguage(target.detail, said)} />
          </span>
        )}
      </span>
      {undone ? (
        <Badge>{t.undone}</Badge>
      ) : (
        <Button
          size="sm"
          variant="ghost"
          icon={Undo2}
          busy={busy}
          aria-label={decisionText().activity.undoOnly(revealAsText(target.label))}
          onClick={() => void undoOneOf(id, target.reference).then(onUndone)}
        >
          {t.undo}
        </Button>
      )}
    </li>
  )
}
