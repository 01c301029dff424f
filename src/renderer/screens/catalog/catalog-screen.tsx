import type { ReactNode } from 'react'
import { ScreenHeader } from '../screen-header'
import { Waiting } from '../waiting'
import './catalog.css'

/** A screen of one column: what there is, or the one that is open, once it is known. */
export function CatalogScreen({
  title,
  actions,
  loaded,
  children,
}: {
  readonly title: string
  /** What can be done with all of it, in its header. */
  readonly actions?: ReactNode
  readonly loaded: boolean
  readonly children: ReactNode
}) {
  return (
    <div className="screen">
      <ScreenHeader title={title}>{actions}</ScreenHeader>
      <div className="screen-body">
        <div className="screen-column">{loaded ? children : <Waiting />}</div>
      </div>
    </div>
  )
}
