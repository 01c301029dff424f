import type { ReactNode, Ref } from 'react'
import { useSaveKey } from './save-key'

/** The form in which one is written; an empty field is no mistake before it is tried to save. */
export function EditorForm({
  ref,
  className,
  label,
  onSave,
  children,
}: {
  readonly ref: Ref<HTMLFormElement>
  readonly className: string
  readonly label: string
  /** Whether it can be saved now is for it to know: Ctrl+S asks for it too. */
  readonly onSave: () => void
  readonly children: ReactNode
}) {
  useSaveKey(onSave)
  return (
    <form
      ref={ref}
      className={className}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {children}
    </form>
  )
}
