import type { LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from './button'
import { Dialog, type DialogProps } from './dialog'

/** Props of {@link ConfirmDialog}. */
export interface ConfirmDialogProps
  extends Pick<DialogProps, 'title' | 'description' | 'icon' | 'tone' | 'children'> {
  readonly confirmLabel: string
  readonly confirmIcon?: LucideIcon
  readonly cancelLabel: string
  /** While it goes on, the button is busy; closing the dialog is the caller's part. */
  readonly onConfirm: () => void | Promise<void>
  readonly onCancel: () => void
}

/** Asks whether one thing shall be done. Focus starts on Cancel, so that a key pressed by mistake does nothing. */
export function ConfirmDialog({
  tone = 'neutral',
  confirmLabel,
  confirmIcon,
  cancelLabel,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      {...dialog}
      tone={tone}
      size="sm"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={dialog.onCancel}>
            {cancelLabel}
          </Button>
          <Button
            variant={tone === 'neutral' ? 'primary' : 'danger'}
            {...(confirmIcon === undefined ? {} : { icon: confirmIcon })}
            busy={busy}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}
