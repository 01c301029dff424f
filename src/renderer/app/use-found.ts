import { useEffect, useState } from 'react'
import { attempt } from '../stores/toasts'

/** Looks for what has the words; null once that is no longer wanted. */
export type Ask<Found> = (words: string, signal: AbortSignal) => Promise<Found | null>

/** What was found last, of null words nothing; while the next answer is on its way, some of it may not fit any more. */
export function useFound<Found>(words: string | null, ask: Ask<Found>, none: Found): Found {
  const [found, setFound] = useState(none)
  useEffect(() => {
    if (words === null) {
      setFound(none)
      return
    }
    const wanted = new AbortController()
    const look = async () => {
      const answer = await ask(words, wanted.signal)
      if (answer !== null) setFound(answer)
    }
    void attempt(look())
    return () => wanted.abort()
  }, [words, ask, none])
  return found
}
