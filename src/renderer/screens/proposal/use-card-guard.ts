import { useEffect, useMemo } from 'react'
import { afterPaint } from '../../ui/after-paint'
import { INPUT_GUARD_MS } from '../../ui/dialog'
import { decisionKey } from './decision-keys'

/** What keeps keys that were meant for another card from deciding one. */
export interface CardGuard {
  /** A card has got the focus without being asked for. */
  begin(card: string): void
  /** The person has moved by themselves. */
  end(): void
}

/** Ignores keys that decide, on a card that got the focus by itself, for as long as {@link INPUT_GUARD_MS} says. */
export function useCardGuard(): CardGuard {
  const guard = useMemo(createCardGuard, [])
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

/** The guard without its page; `whenSeen` calls back once the card that has the focus can be seen. */
export function createCardGuard(whenSeen: (done: () => void) => () => void = afterPaint): CardGuard & {
  /** Whether a key is ignored that was pressed on a card then, by the clock of `performance`. */
  ignores(card: string | undefined, pressedAt: number): boolean
} {
  let guarded: { readonly card: string; until: number } | null = null
  let stopWaiting = () => {}

  const end = (): void => {
    stopWaiting()
    guarded = null
  }
  return {
    begin(card) {
      end()
      // Nobody can mean what they don't see.
      const mine = { card, until: Number.POSITIVE_INFINITY }
      guarded = mine
      stopWaiting = whenSeen(() => {
        mine.until = performance.now() + INPUT_GUARD_MS
      })
    },
    end,
    ignores: (card, pressedAt) => guarded !== null && card === guarded.card && pressedAt < guarded.until,
  }
}

function cardOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-proposal]')?.dataset.proposal
}
