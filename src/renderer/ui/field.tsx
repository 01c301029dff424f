import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './field.css'

/** What every labelled control has. */
export interface FieldLabelProps {
  readonly label: ReactNode
  /** Keeps the label for screen readers only. */
  readonly labelHidden?: boolean
  /** Small beside the label, and read out after the control: the exact name of what is entered. */
  readonly exactName?: string | undefined
  readonly hint?: ReactNode
  /** What is wrong and what would be right; marks the control as invalid. */
  readonly error?: string
}

/** The `aria-describedby` that ties a control to its hint and error. */
export function describedBy(
  id: string,
  { exactName, hint, error }: Pick<FieldLabelProps, 'exactName' | 'hint' | 'error'>,
) {
  const parts = [error && `${id}-error`, exactName && `${id}-exact-name`, hint && `${id}-hint`]
  return parts.filter(Boolean).join(' ') || undefined
}

/** Label above, control, then hint and error: the frame of every text control. */
export function Field({
  id,
  label,
  labelHidden,
  exactName,
  hint,
  error,
  children,
}: FieldLabelProps & { readonly id: string; readonly children: ReactNode }) {
  const labelled = (
    <label htmlFor={id} className={labelHidden ? 'visually-hidden' : 'ui-field-label'}>
      {label}
    </label>
  )
  return (
    <div className="ui-field">
      {exactName === undefined ? (
        labelled
      ) : (
        <div className="ui-field-names">
          {labelled}
          <code id={`${id}-exact-name`}>{exactName}</code>
        </div>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className="ui-field-error">
          <CircleAlert size={13} aria-hidden />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="ui-field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
