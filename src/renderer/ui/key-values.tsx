import { Fragment, type ReactNode } from 'react'
import { revealed } from './hidden-text'
import './key-values.css'

/** One fact: what it is called and what it is. Names may repeat. */
export interface KeyValueItem {
  readonly label: string
  readonly value: ReactNode
}

/** Facts about a thing, names on the left; facts without a value are left out. */
export function KeyValues({ items }: { readonly items: readonly KeyValueItem[] }) {
  const shown = items.filter(({ value }) => value !== undefined && value !== null && value !== '')
  if (shown.length === 0) return null
  return (
    <dl className="ui-facts">
      {shown.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and facts keep no state
        <Fragment key={index}>
          <dt>{revealed(label)}</dt>
          <dd>{revealed(value)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
