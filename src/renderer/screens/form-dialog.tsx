import { type ReactNode, useId } from 'react'
import { text } from '../text/text'
import { Button } from '../ui/button'
import { Dialog, type DialogProps } from '../ui/dialog'
import { InSight } from '../ui/in-sight'
import { Notice } from '../ui/notice'

/** Props of {@link FormDialog}. */
export interface FormDialogProps extends Omit<DialogProps, 'footer' | 'children'> {
  /** The word on the button that submits. */
  readonly confirm: string
  /** Whether there is enough to submit; Enter does nothing otherwise. */
  readonly ready: boolean
  readonly busy?: boolean
  /** Why what was submitted is not taken. */
  readonly problem?: string | undefined
  readonly onSubmit: () => void
  /** Of the form. */
  readonly className?: string
  readonly children: ReactNode
}

/** A dialog that asks for something: its fields, Cancel, and the button that submits them, as Enter does. */
export function FormDialog({
  confirm,
  ready,
  busy = false,
  problem,
  onSubmit,
  className,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onCancel}>{text().app.cancel}</Button>
          <Button type="submit" form={id} variant="primary" busy={busy} disabled={!ready}>
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          if (ready && !busy) onSubmit()
        }}
      >
        {children}
        {problem !== undefined && !busy && (
          <InSight>
            <Notice tone="warning" title={problem} announce />
          </InSight>
        )}
      </form>
    </Dialog>
  )
}
