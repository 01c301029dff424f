import { startTransition, useEffect, useState } from 'react'

/** Items beyond the view that come with what is in view. */
const atFirst = 1

/** Items beyond the view that exist: few until what is in view was painted, so that a screen opens sooner. */
export function useOverscan(whole: number): number {
  const [overscan, setOverscan] = useState(Math.min(atFirst, whole))
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setOverscan(whole)))
    return () => cancelAnimationFrame(frame)
  }, [whole])
  return overscan
}
