import type { ReactNode } from 'react'
import { Fragment } from 'react'
import './key-values.css'

/** One fact: its name and its value. */
export interface KeyValue {
  readonly label: string
  readonly value: ReactNode
}

/** Facts about a thing, names on the left. Items without a value are left out. */
export function KeyValues({ items }: { readonly items: readonly KeyValue[] }) {
  return (
    <dl className="ui-facts">
      {items
        .filter((item) => item.value !== undefined && item.value !== null && item.value !== '')
        .map((item) => (
          <Fragment key={item.label}>
            <dt>{item.label}</dt>
            <dd>{item.value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}
