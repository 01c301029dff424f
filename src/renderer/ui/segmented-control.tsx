import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import './segmented-control.css'

/** One of the choices of a {@link SegmentedControl}. */
export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: LucideIcon
  readonly disabled?: boolean
}

/** Props of {@link SegmentedControl}. */
export interface SegmentedControlProps<Value extends string> {
  /** The accessible name of the group. */
  readonly label: string
  readonly segments: readonly Segment<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly size?: 'sm' | 'md'
}

/** Two to five choices side by side; radio buttons underneath, so arrows move between them. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onChange,
  size = 'md',
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset className={`ui-segments ui-segments-${size}`}>
      <legend className="visually-hidden">{label}</legend>
      {segments.map(({ value: own, label: text, icon: Icon, disabled }) => (
        <label
          key={own}
          className="ui-segment"
          // Where there is room for its sign only.
          title={Icon && text}
        >
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={own}
            checked={own === value}
            disabled={disabled}
            onChange={() => onChange(own)}
          />
          {Icon && <Icon size={14} aria-hidden />}
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
