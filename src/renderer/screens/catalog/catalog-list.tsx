import type { ReactNode } from 'react'
import type { Route } from '../../app/router'
import { classNames } from '../../ui/class-names'
import { CatalogRow } from './catalog-row'

/** All that are in use, below what they are for. */
export function CatalogList({
  words,
  begun,
  roomy = false,
  children,
}: {
  readonly words: Readonly<Record<'intro' | 'newTitle' | 'unsaved', string>>
  /** The one that is being made, of which nothing is saved yet; its name may still be empty. */
  readonly begun: { readonly route: Route; readonly name: string } | undefined
  /** Has more space around its rows, for those of several lines. */
  readonly roomy?: boolean
  /** A {@link CatalogRow} for each. */
  readonly children: ReactNode
}) {
  return (
    <>
      <p className="catalog-quiet">{words.intro}</p>
      <ul className={classNames('catalog-list catalog-items', roomy && 'catalog-roomy')}>
        {begun && (
          <CatalogRow
            route={begun.route}
            name={begun.name.trim() || words.newTitle}
            unsaved={words.unsaved}
          />
        )}
        {children}
      </ul>
    </>
  )
}
