import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Screen, screenRoute } from '../../app/router'
import { goTo } from '../../stores/page'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'

/** In place of one that is gone or in the trash: what became of it, and the way to the others. */
export function NotHere({
  icon,
  title,
  screen,
  back,
  instead,
  children,
}: {
  readonly icon: LucideIcon
  readonly title: string
  readonly screen: Screen
  /** The word for the others. */
  readonly back: string
  /** What else can be done about it, before the way to the others. */
  readonly instead?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <div className="screen-empty">
      <EmptyState
        icon={icon}
        title={title}
        action={
          <>
            {instead}
            <Button data-home onClick={() => goTo(screenRoute(screen))}>
              {back}
            </Button>
          </>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
