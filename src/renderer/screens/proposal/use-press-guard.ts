import { useEffect } from 'react'
import { guardKeys } from './guard-keys'
import { guardPointer } from './guard-pointer'

/**
 * Ignores presses, for a moment, on what decides and came under the pointer by itself, or decides on something else
 * than before: a card that moved up when the one before it was decided, another button in the place of the one that was
 * pressed, or one button for several changes when another change came.
 */
export function usePressGuard(): void {
  useEffect(() => {
    const guarding = new AbortController()
    guardPointer(guarding.signal)
    guardKeys(guarding.signal)
    return () => guarding.abort()
  }, [])
}
