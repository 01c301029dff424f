import { type ReactNode, useId } from 'react'
import './field.css'

/** Props of {@link Switch}. */
export interface SwitchProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

/** Something that is on or off and takes effect at once; the label is on the left, as in a list of settings. */
export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
  const id = useId()
  return (
    <span className="ui-choice ui-switch-row">
      <span className="ui-choice-text">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}-hint`} className="ui-choice-hint">
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="ui-switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </span>
  )
}
