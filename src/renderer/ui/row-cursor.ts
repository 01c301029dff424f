import { useEffect, useState } from 'react'
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

/** Where the keyboard is, in which list, and on which row; null until somebody went to one. */
interface Place {
  readonly list: string
  readonly cursor: Cursor
  readonly held: string | null
}

const topOf = (list: string): Place => ({ list, cursor: { active: 0, anchor: 0 }, held: null })

/**
 * Where the keyboard is in a list of which rows come and go: once somebody went to a row, it stays on that row wherever
 * it is moved to within what is seen.
 */
export function useRowCursor({ keyAt, first, last, resetKey }: Rows): [Cursor, (next: Cursor) => void] {
  const [kept, setKept] = useState(() => topOf(resetKey))
  // While it renders, and so before anybody sees it: React then renders anew at once.
  if (kept.list !== resetKey) setKept(topOf(resetKey))
  useEffect(() => {
    const { cursor, held } = kept
    const there = keyAt(cursor.active)
    if (held === null || there === undefined || there === held) return
    const moved = () => {
      for (let row = first; row <= last; row++) {
        if (keyAt(row) !== held) continue
        const anchor = Math.max(0, cursor.anchor + row - cursor.active)
        return { ...kept, cursor: { active: row, anchor } }
      }
      // It is gone, and the keyboard with what took its place.
      return { ...kept, held: there }
    }
    // A key that was pressed before this ran has gone elsewhere since.
    setKept((now) => (now === kept ? moved() : now))
  })
  return [kept.cursor, (cursor) => setKept({ list: resetKey, cursor, held: keyAt(cursor.active) ?? null })]
}
