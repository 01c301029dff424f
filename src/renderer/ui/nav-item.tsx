import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Count } from './badge'
import { HiddenText } from './hidden-text'
import './nav-item.css'

/** Props of {@link NavItem}. */
export interface NavItemProps {
  readonly label: string
  readonly icon?: LucideIcon
  /** `location` for the part of one page that is looked at. */
  readonly current?: boolean | 'location'
  readonly count?: number
  /** What the count means, for screen readers. */
  readonly countLabel?: string
  /** `accent` for what waits for a decision. */
  readonly countTone?: 'neutral' | 'accent'
  /** After the label: a status dot, a shortcut. */
  readonly trailing?: ReactNode
  /** Buttons that show on hover and focus. */
  readonly actions?: ReactNode
  /** Where it leads; without it the line is a button. */
  readonly href?: string
  /** As what the line is known where one of a list goes and leaves the focus to the next. */
  readonly row?: string
  readonly onSelect?: () => void
}

/** A line of the navigation, or a conversation in its list. */
export function NavItem({
  label,
  icon: Icon,
  current,
  count = 0,
  countLabel,
  countTone = 'neutral',
  trailing,
  actions,
  href,
  row,
  onSelect,
}: NavItemProps) {
  const face = (
    <>
      {Icon && <Icon size={16} strokeWidth={current ? 2.1 : 1.8} aria-hidden />}
      <span className="truncate ui-nav-label">
        <HiddenText text={label} />
      </span>
      {trailing}
      <Count value={count} tone={countTone} label={countLabel} />
    </>
  )
  const shared = {
    className: 'ui-nav-button',
    'aria-current': current === true ? ('page' as const) : current || undefined,
    'data-opens': row === undefined ? undefined : true,
    onClick: onSelect,
  }
  return (
    <div className="ui-nav" data-row={row} data-current={current || undefined}>
      {href === undefined ? (
        <button type="button" {...shared}>
          {face}
        </button>
      ) : (
        <a href={href} draggable={false} {...shared}>
          {face}
        </a>
      )}
      {actions && <span className="ui-nav-actions">{actions}</span>}
    </div>
  )
}
