import { Check, Minus } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react'
import './field.css'

/** Props of {@link Checkbox}. */
export interface CheckboxProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'checked' | 'type'> {
  readonly label: ReactNode
  readonly labelHidden?: boolean
  readonly hint?: ReactNode
  /** `mixed` when only some of what it stands for is chosen. */
  readonly checked: boolean | 'mixed'
  readonly onChange: (checked: boolean) => void
}

/** A box to tick. */
export function Checkbox({
  label,
  labelHidden,
  hint,
  checked,
  onChange,
  id: givenId,
  ...rest
}: CheckboxProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === 'mixed'
  }, [checked])
  return (
    <span className="ui-choice">
      <span className="ui-checkbox">
        <input
          {...rest}
          ref={box}
          id={id}
          type="checkbox"
          checked={checked === true}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {checked === true && <Check size={12} strokeWidth={3} aria-hidden />}
        {checked === 'mixed' && <Minus size={12} strokeWidth={3} aria-hidden />}
      </span>
      <span className={labelHidden ? 'visually-hidden' : 'ui-choice-text'}>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}-hint`} className="ui-choice-hint">
            {hint}
          </span>
        )}
      </span>
    </span>
  )
}
