import { useEffect, useState } from 'react'
import { trashedConversations } from '../../stores/conversation-list'
import { attempt } from '../../stores/toasts'

/** The title of a conversation that is in the trash, which the list lacks; null where none is, and until it came. */
export function useTitleInTrash(id: string | null): string | null {
  const [found, setFound] = useState<{ readonly id: string; readonly title: string } | null>(null)
  useEffect(() => {
    if (id === null) return
    void attempt(trashedConversations()).then((all) => {
      const trashed = all?.find((conversation) => conversation.id === id)
      if (trashed !== undefined) setFound(trashed)
    })
  }, [id])
  return found !== null && found.id === id ? found.title : null
}
