import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { usePage } from '../../stores/page'
import { isTyping } from '../../ui/is-typing'
import { isInFront } from './decision-keys'
import { useCardGuard } from './use-card-guard'

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
 * For so long after the last card was decided a card that comes takes the focus (milliseconds): a run that makes several
 * changes asks for the next one when the one before is applied.
 */
const NEXT_CARD_MS = 10_000
/** Keys that do nothing by themselves. */
const modifiers: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'Meta'])

/** Who moves the focus: keys that were meant for the card before must not decide one that came by itself. */
type Mover = 'person' | 'program'

/**
 * J and K (and the arrows, on a card) go to the next and the previous card; after a decision the next one has focus, also
 * where it comes a little later.
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
  /** The card that the focus is in, or was in when it went: of a removed card nobody says that it lost the focus. */
  const held = useRef<string | null>(null)
  const wanted = useRef<{ readonly id: string; readonly by: Mover } | null>(null)
  /** Until when a card that comes takes the focus; 0 where a person has done something else meanwhile. */
  const awaited = useRef(0)
  const guard = useCardGuard()
  const reviewing = usePage((page) => page.reviewing !== null)
  const latest = useRef({ cards, bringIntoView, onMove })
  useEffect(() => {
    latest.current = { cards, bringIntoView, onMove }
  })

  const focus = useCallback(
    (id: string, by: Mover): boolean => {
      const card = list.current?.querySelector<HTMLElement>(`[data-proposal="${CSS.escape(id)}"]`)
      card?.focus({ preventScroll: true })
      card?.scrollIntoView({ block: 'nearest' })
      if (card instanceof HTMLElement && by === 'program') guard.begin(id)
      return card instanceof HTMLElement
    },
    [list, guard],
  )
  const goTo = useCallback(
    (index: number, by: Mover) => {
      const { cards: all, bringIntoView: bring, onMove: moves } = latest.current
      const id = all[Math.min(Math.max(index, 0), all.length - 1)]
      if (id === undefined) return
      moves?.()
      guard.end()
      wanted.current = focus(id, by) ? null : { id, by }
      if (wanted.current !== null) bring(id)
    },
    [focus, guard],
  )
  const arrived = useCallback(
    (id: string) => {
      if (wanted.current?.id === id && focus(id, wanted.current.by)) wanted.current = null
    },
    [focus],
  )

  useEffect(() => {
    const cardOf = (element: Element | null) =>
      list.current?.contains(element)
        ? element?.closest<HTMLElement>('[data-proposal]')?.dataset.proposal
        : undefined
    const press = (event: KeyboardEvent) => {
      if (!modifiers.has(event.key)) awaited.current = 0
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
      goTo(at === -1 && last.current === -1 ? 0 : from + (forward ? 1 : -1), 'person')
    }
    const remember = () => {
      const current = cardOf(document.activeElement)
      const at = current === undefined ? -1 : latest.current.cards.indexOf(current)
      if (at !== -1 || !isInFront(document.activeElement)) held.current = at === -1 ? null : (current ?? null)
      if (current === undefined) return
      last.current = at
      setFocused(current)
    }
    // A press on what can't have the focus takes it from a card too.
    const leave = ({ target }: PointerEvent) => {
      guard.end()
      awaited.current = 0
      if (target instanceof Element && cardOf(target) === undefined && !isInFront(target)) held.current = null
    }
    window.addEventListener('keydown', press)
    window.addEventListener('pointerdown', leave)
    window.addEventListener('focusin', remember)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('pointerdown', leave)
      window.removeEventListener('focusin', remember)
    }
  }, [list, goTo, guard])

  useEffect(() => {
    // A dialog has the focus as long as it is open; only then it is known where it goes.
    if (reviewing) return
    if (held.current === null) {
      if (cards.length === 0 || performance.now() > awaited.current) return
      awaited.current = 0
      goTo(0, 'program')
      return
    }
    const at = cards.indexOf(held.current)
    if (at === -1) {
      held.current = null
      if (cards.length === 0) awaited.current = performance.now() + NEXT_CARD_MS
    } else last.current = at
    // Focus that was on what is gone has fallen to the page; what has focus elsewhere keeps it.
    if (document.activeElement === document.body) goTo(last.current, 'program')
  }, [cards, reviewing, goTo])

  useEffect(() => {
    // What was pressed for a dialog that closed by itself was not pressed for the card behind it.
    if (!reviewing && held.current !== null && usePage.getState().reviewEnded) guard.begin(held.current)
  }, [reviewing, guard])

  return { focused, arrived }
}
