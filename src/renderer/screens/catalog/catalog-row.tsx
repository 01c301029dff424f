import type { ReactNode } from 'react'
import type { Route } from '../../app/router'
import { goTo } from '../../stores/page'
import { Badge } from '../../ui/badge'
import { HiddenText } from '../../ui/hidden-text'

/** One of a list: opens what it names. */
export function CatalogRow({
  route,
  lead,
  name,
  unsaved,
  actions,
  children,
}: {
  readonly route: Route
  /** Before its name: its face or sign. */
  readonly lead?: ReactNode
  readonly name: string
  /** The word for what is not saved; undefined where all is. */
  readonly unsaved: string | undefined
  /** What can be done with it without opening it. */
  readonly actions?: ReactNode
  /** Lines below its name. */
  readonly children?: ReactNode
}) {
  return (
    <li>
      <button type="button" className="catalog-row" onClick={() => goTo(route)}>
        {lead}
        <span className="catalog-words catalog-lines">
          <strong>
            <HiddenText text={name} />
          </strong>
          {children}
        </span>
        {unsaved !== undefined && <Badge tone="warning">{unsaved}</Badge>}
      </button>
      {actions}
    </li>
  )
}
