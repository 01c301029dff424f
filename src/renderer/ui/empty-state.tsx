import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { revealed } from './hidden-text'
import './empty-state.css'

/** What a list says when it has nothing: why, and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  readonly icon: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className="ui-empty">
      <span className="ui-empty-icon">
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <h2 className="ui-empty-title">{revealed(title)}</h2>
      {children && <div className="ui-empty-text">{children}</div>}
      {action && <div className="ui-empty-action">{action}</div>}
    </div>
  )
}
