import { PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { showNavigation } from '../stores/page'
import { text } from '../text/text'
import { IconButton } from '../ui/icon-button'
import './screen.css'

/** The line above every screen: its name and what can be done with all of it. */
export function ScreenHeader({
  title,
  children,
}: {
  readonly title: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <header className="screen-header">
      <span className="screen-navigation">
        <IconButton
          icon={PanelLeft}
          label={text().app.toggleNavigation}
          onClick={() => showNavigation(true)}
        />
      </span>
      <h1 tabIndex={-1} data-home>
        {title}
      </h1>
      <div className="screen-actions">{children}</div>
    </header>
  )
}
