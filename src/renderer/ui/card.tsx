import type { HTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names'
import './badge.css'
import './card.css'

/** Props of {@link Card}. */
export interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  readonly title?: ReactNode
  /** Before the title: an icon or a class badge. */
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly footer?: ReactNode
  /** Colours the border; say the same in words inside. */
  readonly tone?: 'neutral' | 'accent' | 'warning' | 'danger'
  /** Without inner space, for a diff or a table that reaches the edges. */
  readonly flush?: boolean
}

/** A bordered area with an optional head and foot. */
export function Card({
  title,
  lead,
  actions,
  footer,
  tone = 'neutral',
  flush,
  className,
  children,
  ...rest
}: CardProps) {
  return (
    <section {...rest} className={classNames('ui-card', `ui-tone-${tone}`, `ui-card-${tone}`, className)}>
      {(title || lead || actions) && (
        <header className="ui-card-head">
          {lead}
          <h3 className="ui-card-title">{title}</h3>
          {actions && <div className="ui-card-actions">{actions}</div>}
        </header>
      )}
      {children && <div className={classNames('ui-card-inside', !flush && 'ui-card-body')}>{children}</div>}
      {footer && <footer className="ui-card-foot">{footer}</footer>}
    </section>
  )
}
