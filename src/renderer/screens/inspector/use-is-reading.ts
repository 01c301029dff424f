import { useEffect, useRef } from 'react'
import { type ShownPlace, usePage } from '../../stores/page'

/**
 * Answers whether what one looks for is rather looked for in the document than in the conversation: beside a conversation
 * from when it was opened, or one went into it, until one goes back to the conversation.
 */
export function useIsReading(place: ShownPlace): () => boolean {
  const reading = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place was opened just now
  useEffect(() => {
    reading.current = true
  }, [place])
  useEffect(() => {
    const look = ({ target }: Event) => {
      const side = target instanceof Element ? target.closest('main, .inspector') : null
      if (side !== null) reading.current = side.matches('.inspector')
    }
    window.addEventListener('focusin', look)
    window.addEventListener('pointerdown', look)
    return () => {
      window.removeEventListener('focusin', look)
      window.removeEventListener('pointerdown', look)
    }
  }, [])
  return () => reading.current || usePage.getState().route.screen !== 'chat'
}
