import { useEffect } from 'react'
import { markSeen, useConversations } from '../../stores/conversations'

/** Tells that a conversation's end was seen, as soon as it is shown to somebody who looks. */
export function useSeen(id: string | null): void {
  const ended = useConversations(
    (state) => state.list.find((conversation) => conversation.id === id)?.ended ?? null,
  )
  useEffect(() => {
    if (id === null || ended === null) return
    const look = () => {
      if (document.visibilityState === 'visible' && document.hasFocus()) markSeen(id)
    }
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [id, ended])
}
