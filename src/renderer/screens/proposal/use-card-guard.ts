import { useEffect, useMemo } from 'react'
import { decisionKey } from './decision-keys'
import { createInputGuard, type InputGuard } from './input-guard'

/** Ignores keys that decide, for a moment, on a card that got the focus by itself. */
export function useCardGuard(): InputGuard<string> {
  const guard = useMemo(() => createInputGuard<string>(), [])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = decisionKey(event)
      if (key !== 'approve' && key !== 'reject') return
      if (!(event.target instanceof Element) || !guard.ignores(cardOf(event.target), event.timeStamp)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // Before the card hears of it; by when it was pressed, not by when a busy page came to it.
    window.addEventListener('keydown', press, true)
    return () => {
      window.removeEventListener('keydown', press, true)
      guard.end()
    }
  }, [guard])
  return guard
}

function cardOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-proposal]')?.dataset.proposal
}
