import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { revealed } from './hidden-text'
import { IconButton } from './icon-button'
import { useWords } from './words'
import './badge.css'
import './notice.css'

/** How serious a notice is. */
export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

/** The icon of each tone. */
export const noticeIcons: Readonly<Record<NoticeTone, LucideIcon>> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}

/** Props of {@link Notice}. */
export interface NoticeProps {
  readonly tone?: NoticeTone
  /** What happened. */
  readonly title: ReactNode
  readonly children?: ReactNode
  /** What was kept, in a sentence. */
  readonly kept?: ReactNode
  /** What to do, in a sentence. */
  readonly todo?: ReactNode
  readonly actions?: ReactNode
  readonly onDismiss?: () => void
  /** Read out at once when it appears. */
  readonly announce?: boolean
}

/** Says in place what happened, what was kept and what to do. */
export function Notice({
  tone = 'info',
  title,
  children,
  kept,
  todo,
  actions,
  onDismiss,
  announce,
}: NoticeProps) {
  const words = useWords()
  const Icon = noticeIcons[tone]
  return (
    <div
      className={`ui-notice ui-tone-${tone}`}
      role={announce ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <Icon size={16} aria-hidden className="ui-notice-icon" />
      <div className="ui-notice-body">
        <p className="ui-notice-title">{revealed(title)}</p>
        {children && <div className="ui-notice-text">{children}</div>}
        {kept && <p className="ui-notice-fact">{kept}</p>}
        {todo && <p className="ui-notice-fact">{todo}</p>}
        {actions && <div className="ui-notice-actions">{actions}</div>}
      </div>
      {onDismiss && <IconButton icon={X} label={words.dismiss} size="sm" onClick={onDismiss} />}
    </div>
  )
}
