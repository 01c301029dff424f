import { text } from '../../text/text'
import { Button } from '../../ui/button'

/** The buttons of a form of settings, and that what was typed is kept. */
export function SaveTyped({
  unsaved,
  ready,
  label,
  onDiscard,
}: {
  readonly unsaved: boolean
  readonly ready: boolean
  /** On the button that saves. */
  readonly label: string
  readonly onDiscard: () => void
}) {
  const t = text().settings
  return (
    <div className="settings-save">
      <Button type="submit" variant="primary" disabled={!ready}>
        {label}
      </Button>
      {unsaved && <Button onClick={onDiscard}>{t.discard}</Button>}
      {unsaved && <span className="settings-save-note">{t.unsaved}</span>}
    </div>
  )
}
