import { Fragment } from 'react'
import { HiddenText } from './hidden-text'
import './hidden-text.css'

/** A piece of a text from outside, with the words marked that were looked for. */
export function MarkedExcerpt({
  pieces,
}: {
  readonly pieces: readonly { readonly text: string; readonly match: boolean }[]
}) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an excerpt never change, and may repeat
    <Fragment key={index}>
      {piece.match ? (
        <mark className="ui-mark">
          <HiddenText text={piece.text} />
        </mark>
      ) : (
        <HiddenText text={piece.text} />
      )}
    </Fragment>
  ))
}
