import { HiddenText } from './hidden-text'
import { cutAtRanges, type TextRange } from './text-ranges'
import './hidden-text.css'

/** Text from outside with marked passages; `active` is the one that is being looked at. */
export function Highlight({
  text,
  ranges,
  active,
}: {
  readonly text: string
  readonly ranges: readonly TextRange[]
  /** Index in `ranges`. */
  readonly active?: number
}) {
  return (
    <>
      {cutAtRanges(text, ranges).map((piece) =>
        piece.range === undefined ? (
          <HiddenText key={piece.start} text={piece.text} />
        ) : (
          <mark
            key={piece.start}
            className={piece.range === active ? 'ui-mark ui-mark-active' : 'ui-mark'}
            data-active={piece.range === active || undefined}
          >
            <HiddenText text={piece.text} />
          </mark>
        ),
      )}
    </>
  )
}
