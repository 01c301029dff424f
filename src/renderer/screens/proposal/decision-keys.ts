import type { KeyboardEvent } from 'react'
import { isTyping } from '../../ui/is-typing'

/** What a key asks for on a proposal. */
export type DecisionKey = 'approve' | 'reject' | 'open'

/** Reads a key pressed on a proposal; null when it means nothing here. A key held down never decides. */
export function decisionKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
    readonly repeat: boolean
    readonly target: EventTarget | null
  },
): DecisionKey | null {
  const command = event.ctrlKey || event.metaKey
  if (event.repeat || event.altKey || event.shiftKey) return null
  if (command && event.key === 'Enter') return 'approve'
  if (isTyping(event.target)) return null
  if (command && event.key === 'Backspace') return 'reject'
  return !command && event.key.toLowerCase() === 'd' ? 'open' : null
}

/** Whether it is in front of the page, which has the focus again when it closes. */
export function isInFront(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role=menu]') !== null
}
