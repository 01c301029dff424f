import { notesText } from '../../text/notes'
import { Button } from '../../ui/button'
import { saveKeyShortcuts } from '../catalog/save-key'
import { BackButton } from './note-view'

/** The bar above a note that is written: the way back, and how it is saved or given up. */
export function NoteEditorBar({
  busy,
  disabled,
  onCancel,
}: {
  readonly busy: boolean
  readonly disabled: boolean
  readonly onCancel: () => void
}) {
  const t = notesText()
  return (
    <div className="note-bar">
      <BackButton />
      <span className="note-kept">{t.kept}</span>
      <div className="note-actions">
        <Button size="sm" onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button
          type="submit"
          size="sm"
          variant="primary"
          busy={busy}
          disabled={disabled}
          aria-keyshortcuts={saveKeyShortcuts}
        >
          {t.save}
        </Button>
      </div>
    </div>
  )
}
