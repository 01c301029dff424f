import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isTyping } from './decision-keys'

/** The cards of a list that keys go through. */
interface KeyedCards {
  readonly list: RefObject<HTMLElement | null>
  /** Their proposals, in order. */
  readonly cards: readonly string[]
  readonly bringIntoView: (id: string) => void
  /** Told before the list moves because of a key. */
  readonly onMove?: () => void
}

/**
 * J and K (and the arrows, on a card) go to the next and the previous card; after a decision the next one has focus.
 * Cards out of view do not exist: one that is asked for is brought into view and takes the focus when it arrives.
 */
export function useCardKeys({ list, cards, bringIntoView, onMove }: KeyedCards): {
  /** The card that has, or had last, the focus. */
  readonly focused: string | null
  /** To be told when a card has, or may have, come into being. */
  readonly arrived: (id: string) => void
} {
  const [focused, setFocused] = useState<string | null>(null)
  const last = useRef(-1)
  const wanted = useRef<string | null>(null)
  const latest = useRef({ cards, bringIntoView, onMove })
  useEffect(() => {
    latest.current = { cards, bringIntoView, onMove }
  })

  const focus = useCallback(
    (id: string): boolean => {
      const card = list.current?.querySelector<HTMLElement>(`[data-proposal="${CSS.escape(id)}"]`)
      card?.focus({ preventScroll: true })
      card?.scrollIntoView({ block: 'nearest' })
      return card instanceof HTMLElement
    },
    [list],
  )
  const goTo = useCallback(
    (index: number) => {
      const { cards: all, bringIntoView: bring, onMove: moves } = latest.current
      const id = all[Math.min(Math.max(index, 0), all.length - 1)]
      if (id === undefined) return
      moves?.()
      wanted.current = focus(id) ? null : id
      if (wanted.current !== null) bring(id)
    },
    [focus],
  )
  const arrived = useCallback(
    (id: string) => {
      if (wanted.current === id && focus(id)) wanted.current = null
    },
    [focus],
  )

  useEffect(() => {
    const cardOf = (element: Element | null) =>
      list.current?.contains(element)
        ? element?.closest<HTMLElement>('[data-proposal]')?.dataset.proposal
        : undefined
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open], [role=menu]')) return
      const onCard = document.activeElement?.matches('[data-proposal]') === true
      const forward = event.key === 'j' || (onCard && event.key === 'ArrowDown')
      const back = event.key === 'k' || (onCard && event.key === 'ArrowUp')
      if ((!forward && !back) || latest.current.cards.length === 0) return
      event.preventDefault()
      const current = cardOf(document.activeElement)
      const at = current === undefined ? -1 : latest.current.cards.indexOf(current)
      // A card that was decided is gone: its place is where the next one is now.
      const from = at === -1 ? last.current - (forward ? 1 : 0) : at
      goTo(at === -1 && last.current === -1 ? 0 : from + (forward ? 1 : -1))
    }
    const remember = () => {
      const current = cardOf(document.activeElement)
      if (current === undefined) return
      last.current = latest.current.cards.indexOf(current)
      setFocused(current)
    }
    window.addEventListener('keydown', press)
    window.addEventListener('focusin', remember)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('focusin', remember)
    }
  }, [list, goTo])

  const count = cards.length
  const before = useRef(count)
  useEffect(() => {
    const fewer = count < before.current
    before.current = count
    // Focus that was on a card that is gone has fallen to the page; what has focus elsewhere keeps it.
    if (fewer && last.current !== -1 && document.activeElement === document.body) goTo(last.current)
  }, [count, goTo])

  return { focused, arrived }
}
