import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '../proposal/decision-keys'

/** J and K (and the arrows, on a card) go to the next and the previous card; after a decision the next one has focus. */
export function useCardKeys(list: RefObject<HTMLElement | null>, cards: number): void {
  const last = useRef(-1)
  useEffect(() => {
    const all = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-proposal]') ?? [])]
    const current = () => all().findIndex((card) => card.contains(document.activeElement))
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open], [role=menu]')) return
      const onCard = document.activeElement?.matches('[data-proposal]') === true
      const forward = event.key === 'j' || (onCard && event.key === 'ArrowDown')
      const back = event.key === 'k' || (onCard && event.key === 'ArrowUp')
      if (!forward && !back) return
      event.preventDefault()
      const at = current()
      // A card that was decided is gone: its place is where the next one is now.
      const from = at === -1 ? last.current - (forward ? 1 : 0) : at
      focusCard(all(), at === -1 && last.current === -1 ? 0 : from + (forward ? 1 : -1))
    }
    const remember = () => {
      const at = current()
      if (at !== -1) last.current = at
    }
    window.addEventListener('keydown', press)
    window.addEventListener('focusin', remember)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('focusin', remember)
    }
  }, [list])

  const before = useRef(cards)
  useEffect(() => {
    const fewer = cards < before.current
    before.current = cards
    // Focus that was on a card that is gone has fallen to the page; what has focus elsewhere keeps it.
    if (!fewer || last.current === -1 || document.activeElement !== document.body) return
    focusCard([...(list.current?.querySelectorAll<HTMLElement>('[data-proposal]') ?? [])], last.current)
  }, [list, cards])
}

function focusCard(cards: readonly HTMLElement[], index: number): void {
  const card = cards[Math.min(Math.max(index, 0), cards.length - 1)]
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}
