import { Button } from '../../ui/button'
import { saveKeyShortcuts } from './save-key'

/** At the lower edge of an editor: that nothing is lost, and what becomes of it. */
export function SaveBar({
  words,
  busy,
  disabled,
  onDiscard,
  onSave,
}: {
  readonly words: Readonly<Record<'kept' | 'discard' | 'save', string>>
  readonly busy: boolean
  readonly disabled: boolean
  readonly onDiscard: () => void
  /** Where it is in no form; it submits the form otherwise. */
  readonly onSave?: () => void
}) {
  return (
    <footer className="catalog-save">
      <span>{words.kept}</span>
      <Button onClick={onDiscard}>{words.discard}</Button>
      <Button
        {...(onSave === undefined ? { type: 'submit' } : { onClick: onSave })}
        aria-keyshortcuts={saveKeyShortcuts}
        variant="primary"
        busy={busy}
        disabled={disabled}
      >
        {words.save}
      </Button>
    </footer>
  )
}
