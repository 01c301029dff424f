import { useEffect, useRef, useState } from 'react'
import type { Cursor } from './row-selection'

/** The rows of a list as they are now. */
interface Rows {
  /** The key of a row, or undefined while it is not here. */
  readonly keyAt: (index: number) => string | undefined
  /** The rows that exist in the page. */
  readonly first: number
  readonly last: number
  /** Another value is another list: it begins at its top. */
  readonly resetKey: string
}

const top: Cursor = { active: 0, anchor: 0 }

/**
 * Where the keyboard is in a list of which rows come and go: once somebody went to a row, it stays on that row wherever
 * it is moved to within what is seen.
 */
export function useRowCursor({ keyAt, first, last, resetKey }: Rows): [Cursor, (next: Cursor) => void] {
  const [cursor, setCursor] = useState(top)
  const held = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list begins at its top
  useEffect(() => {
    held.current = null
    setCursor(top)
  }, [resetKey])
  useEffect(() => {
    const there = keyAt(cursor.active)
    if (held.current === null || there === undefined || there === held.current) return
    for (let place = first; place <= last; place++) {
      if (keyAt(place) !== held.current) continue
      const by = place - cursor.active
      setCursor({ active: place, anchor: Math.max(0, cursor.anchor + by) })
      return
    }
    // It is gone, and the keyboard with what took its place.
    held.current = there
  })
  return [
    cursor,
    (next) => {
      held.current = keyAt(next.active) ?? null
      setCursor(next)
    },
  ]
}
