import { ChevronsUpDown } from 'lucide-react'
import { type Ref, type SelectHTMLAttributes, useId } from 'react'
import { revealAsText } from '../../shared/text/reveal-hidden'
import { classNames } from './class-names'
import { describedBy, Field, type FieldLabelProps } from './field'

/** One choice of a {@link Select}. */
export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

/** Props of {@link Select}. */
export interface SelectProps<Value extends string>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'>,
    FieldLabelProps {
  readonly value: Value
  readonly options: readonly SelectOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly quiet?: boolean
  readonly ref?: Ref<HTMLSelectElement>
}

/** The system's own list of choices. */
export function Select<Value extends string>({
  label,
  labelHidden,
  exactName,
  hint,
  error,
  value,
  options,
  onChange,
  quiet,
  className,
  id: givenId,
  ...rest
}: SelectProps<Value>) {
  const ownId = useId()
  const id = givenId ?? ownId
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Field {...{ id, label, labelHidden, exactName, hint, error }}>
      <span className={classNames('ui-input-frame ui-select-frame', quiet && 'ui-input-quiet')}>
        <select
          {...rest}
          id={id}
          className={classNames('ui-input', className)}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { exactName, hint, error })}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {revealAsText(option.label)}
            </option>
          ))}
        </select>
        <ChevronsUpDown size={13} aria-hidden />
      </span>
    </Field>
  )
}
