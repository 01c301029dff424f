import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { changeDraft, type Draft } from '../../stores/conversations'
import { pressedInList } from '../../ui/pressed-in-list'
import { acceptedText } from './accepted-text'
import { withoutMention } from './mention'
import { takeMention } from './take-mention'
import { type Offer, useOffers } from './use-offers'

/** What is offered where a message is written, and what is done with it. */
interface OfferChoice {
  readonly offers: readonly Offer[]
  /** The place in the list of the one that Enter takes. */
  readonly active: number
  /** What is said of what was taken; empty for nothing. */
  readonly said: string
  readonly forgetSaid: () => void
  readonly accept: (offer: Offer) => void
  /** Takes a key where there is a list; answers whether there is. */
  readonly press: (event: KeyboardEvent) => boolean
  /** The text was typed in. */
  readonly write: (text: string) => void
  readonly setCaret: (at: number) => void
}

/** Starts with the caret at the beginning. */
export function useOfferChoice(
  id: string | null,
  draft: Draft,
  area: RefObject<HTMLTextAreaElement | null>,
): OfferChoice {
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [said, setSaid] = useState('')
  const { offers, mention, argument, dismiss } = useOffers(id, draft, caret)
  const active = Math.min(chosen, offers.length - 1)

  const replace = (words: string, at: number) => {
    // The caret can only be placed in a text that is there.
    flushSync(() => {
      changeDraft(id, { text: words })
      setCaret(at)
      setChosen(0)
    })
    area.current?.focus()
    area.current?.setSelectionRange(at, at)
  }
  const accept = (offer: Offer) => {
    switch (offer.kind) {
      case 'tool':
      case 'help':
      case 'topic':
      case 'argument': {
        const words = acceptedText(offer, draft.text, argument)
        replace(words, words.length)
        return
      }
      default:
        setSaid(takeMention(id, offer))
        if (mention !== null) replace(withoutMention(draft.text, mention, caret), mention.start)
    }
  }
  const press = (event: KeyboardEvent): boolean => {
    const offer = offers[active]
    if (offer === undefined) return false
    pressedInList(event, {
      ...{ count: offers.length, active, setActive: setChosen, dismiss },
      accept: () => accept(offer),
    })
    return true
  }

  return {
    ...{ offers, active, said, accept, press, setCaret },
    forgetSaid: () => setSaid(''),
    write(text) {
      changeDraft(id, { text })
      setCaret(area.current?.selectionStart ?? text.length)
      setChosen(0)
      setSaid('')
    },
  }
}
