import type { ReactNode } from 'react'
import { HiddenText } from './hidden-text'
import './statement-list.css'

/** A statement with what stands behind it: where it comes from. */
export interface CitedStatement {
  readonly key: string
  readonly text: string
  readonly citations: ReactNode
}

/** Statements one below the other, each with its citations. */
export function StatementList({
  label,
  statements,
}: {
  readonly label: string
  readonly statements: readonly CitedStatement[]
}) {
  return (
    <ul className="ui-statements" aria-label={label}>
      {statements.map(({ key, text, citations }) => (
        <li key={key}>
          <HiddenText text={text} /> <span className="ui-statement-citations">{citations}</span>
        </li>
      ))}
    </ul>
  )
}
