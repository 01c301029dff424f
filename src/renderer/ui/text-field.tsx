import type { LucideIcon } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { classNames } from './class-names'
import { describedBy, Field, type FieldLabelProps } from './field'

/** Props of {@link TextField}. */
export interface TextFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>,
    FieldLabelProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly icon?: LucideIcon
  /** Shown inside the frame after the text: a unit, a shortcut, a button. */
  readonly suffix?: ReactNode
  readonly mono?: boolean
  /** No outline at rest, for search fields in a toolbar. */
  readonly quiet?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** One line of text with label, hint and error. */
export function TextField({
  label,
  labelHidden,
  exactName,
  hint,
  error,
  value,
  onChange,
  icon: Icon,
  suffix,
  mono,
  quiet,
  className,
  id: givenId,
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <Field {...{ id, label, labelHidden, exactName, hint, error }}>
      <span className={classNames('ui-input-frame', quiet && 'ui-input-quiet')}>
        {Icon && <Icon size={15} aria-hidden />}
        <input
          {...rest}
          id={id}
          className={classNames('ui-input', mono && 'ui-input-mono', className)}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { exactName, hint, error })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {suffix}
      </span>
    </Field>
  )
}
