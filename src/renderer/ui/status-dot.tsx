import { classNames } from './class-names'
import type { Tone } from './tone'
import './badge.css'

/** A state as a dot and a word; `labelHidden` keeps the word for screen readers. */
export function StatusDot({
  tone,
  label,
  labelHidden,
  pulse,
}: {
  readonly tone: Tone
  readonly label: string
  readonly labelHidden?: boolean
  readonly pulse?: boolean
}) {
  return (
    <span className="ui-dot">
      <span className={classNames('ui-dot-mark', `ui-tone-${tone}`, pulse && 'ui-dot-pulse')} />
      <span className={labelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </span>
  )
}
