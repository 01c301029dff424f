import { useMemo, useState } from 'react'
import type { ShownPlace } from '../../stores/page'
import type { TextRange } from '../../ui/text-ranges'
import { type Marks, noMarks } from './marks'

/** A range of a document's text, with its page where the document has pages. */
type Target = TextRange & { readonly page: number | null }

/** Where one is in a document, and what is marked in it. */
interface Shown {
  readonly place: ShownPlace
  readonly marks: Marks
  /** Goes on to a range, which is marked. */
  readonly go: (to: Target) => void
  /** Goes on to what the search found; what it led to is no longer marked when the search closes. */
  readonly goToFound: (to: Target) => void
  /** What the search marks while it is open, in place of all else; null when it closes. */
  readonly markFound: (found: Marks | null) => void
}

/** Begins where the document was opened, also when it is opened anew, and follows from there. */
export function useShownPlace(opened: ShownPlace): Shown {
  const [asked, setAsked] = useState(opened)
  const [place, setPlace] = useState(opened)
  const [found, markFound] = useState<Marks | null>(null)
  const [wasFound, setWasFound] = useState(false)
  if (asked !== opened) {
    setAsked(opened)
    setPlace(opened)
    setWasFound(false)
  }
  const move = (bySearch: boolean) => {
    return ({ start, end, page }: Target) => {
      setPlace({ ...opened, page, passage: { start, end } })
      setWasFound(bySearch)
    }
  }
  const { passage } = place
  const cited = useMemo(
    () => (passage === null || wasFound ? noMarks : { ranges: [passage], active: 0 }),
    [passage, wasFound],
  )
  return { place, marks: found ?? cited, go: move(false), goToFound: move(true), markFound }
}
