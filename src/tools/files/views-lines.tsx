import type { ReactNode } from 'react'
import { HiddenText } from '../../renderer/ui/hidden-text'

interface Near {
  readonly line: number
  readonly text: string
}

/** A line that was found, with those around it where they were asked for. */
export function MatchedLines({
  before = [],
  after = [],
  children,
}: {
  readonly before: readonly Near[] | undefined
  readonly after: readonly Near[] | undefined
  readonly children: ReactNode
}) {
  const near = (lines: readonly Near[]) =>
    lines.map((each) => (
      <span key={each.line} className="ui-result-line">
        <HiddenText text={each.text} />
      </span>
    ))
  return (
    <>
      {near(before)}
      <span className="ui-result-line">{children}</span>
      {near(after)}
    </>
  )
}
