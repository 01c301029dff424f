import type { ReactNode } from 'react'
import { type RevealOptions, revealHidden } from '../../shared/text/reveal-hidden'
import { directionOf } from './direction'
import './hidden-text.css'

/** What stands in a list: a bare text may be from outside, and is shown as such. */
export function revealed(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <HiddenText text={content} /> : content
}

/** Text from outside, with everything that hides in it made visible; can't change the direction of what is around it. */
export function HiddenText({ text, indentation }: { readonly text: string } & RevealOptions) {
  const pieces = revealHidden(text, { indentation })
  const [only] = pieces
  if (pieces.length === 1 && only?.kind === 'text') return <bdi dir={directionOf(text)}>{text}</bdi>
  let at = 0
  return (
    <bdi dir={directionOf(text)}>
      {pieces.map((piece) => {
        const key = at
        at += piece.kind === 'text' ? piece.text.length : piece.raw.length
        return piece.kind === 'text' ? (
          piece.text
        ) : (
          <span key={key} className="ui-hidden" title={piece.name}>
            {piece.shown}
          </span>
        )
      })}
    </bdi>
  )
}
