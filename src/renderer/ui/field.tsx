import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './field.css'

/** What every labelled control has. */
export interface FieldLabelProps {
  readonly label: ReactNode
  /** Keeps the label for screen readers only. */
  readonly labelHidden?: boolean
  readonly hint?: ReactNode
  /** What is wrong and what would be right; marks the control as invalid. */
  readonly error?: string
}

/** The `aria-describedby` that ties a control to its hint and error. */
export function describedBy(id: string, { hint, error }: Pick<FieldLabelProps, 'hint' | 'error'>) {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
}

/** Label above, control, then hint and error: the frame of every text control. */
export function Field({
  id,
  label,
  labelHidden,
  hint,
  error,
  children,
}: FieldLabelProps & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className="ui-field">
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : 'ui-field-label'}>
        {label}
      </label>
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
