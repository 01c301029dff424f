import type { ReactNode, Ref } from 'react'
import { onSaveKey } from './save-key'

/** The form in which one is written; an empty field is no mistake before it is tried to save. */
export function EditorForm({
  ref,
  className,
  label,
  byKey = false,
  onSave,
  children,
}: {
  readonly ref: Ref<HTMLFormElement>
  readonly className: string
  readonly label: string
  /** Whether Ctrl+S saves too. */
  readonly byKey?: boolean
  readonly onSave: () => void
  readonly children: ReactNode
}) {
  return (
    <form
      ref={ref}
      className={className}
      aria-label={label}
      noValidate
      onKeyDown={byKey ? onSaveKey(onSave) : undefined}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {children}
    </form>
  )
}
