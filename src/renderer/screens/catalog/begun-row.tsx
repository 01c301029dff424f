import type { Route } from '../../app/router'
import { goTo } from '../../stores/page'
import { Badge } from '../../ui/badge'

/** Above the others the one that is being made, of which nothing is saved yet. */
export function BegunRow({
  route,
  name,
  unsaved,
}: {
  readonly route: Route
  readonly name: string
  /** The word for what is not saved. */
  readonly unsaved: string
}) {
  return (
    <li>
      <button type="button" className="catalog-row" onClick={() => goTo(route)}>
        <span className="catalog-words catalog-lines">
          <strong>{name}</strong>
        </span>
        <Badge tone="warning">{unsaved}</Badge>
      </button>
    </li>
  )
}
