import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './tone'
import './badge.css'

/** A short word about a thing. */
export function Badge({
  tone = 'neutral',
  icon: Icon,
  children,
}: {
  readonly tone?: Tone
  readonly icon?: LucideIcon
  readonly children: ReactNode
}) {
  return (
    <span className={`ui-badge ui-tone-${tone}`}>
      {Icon && <Icon size={12} aria-hidden />}
      {children}
    </span>
  )
}

/** A number in a pill; nothing at zero. `label` says what is counted, for screen readers. */
export function Count({
  value,
  max = 99,
  tone = 'neutral',
  label,
}: {
  readonly value: number
  readonly max?: number
  readonly tone?: 'neutral' | 'accent'
  readonly label?: string
}) {
  if (value <= 0) return null
  return (
    <span className={`ui-count ui-count-${tone}`}>
      <span aria-hidden={label ? true : undefined}>{value > max ? `${max}+` : value}</span>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  )
}
