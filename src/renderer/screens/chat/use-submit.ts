import { useRef } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import { changeDraft, draftOf, send, useConversations } from '../../stores/conversations'
import { goTo, usePage } from '../../stores/page'
import { findTool, useSystem } from '../../stores/system'
import { documentTitled } from '../../stores/titled-documents'
import { attempt } from '../../stores/toasts'
import { callsWithDocument, withDocumentId } from './slash-document'

/** Sends what is written, and shows the conversation that begins with it. */
export function useSubmit(id: string | null): () => Promise<void> {
  /** A second Enter would send it twice. */
  const naming = useRef(false)
  return async () => {
    if (naming.current) return
    const { route } = usePage.getState()
    const { tools } = useSystem.getState()
    const { text } = draftOf(useConversations.getState().drafts, id)
    // Who has gone elsewhere meanwhile, or begun another conversation, is not fetched back.
    const stays = () => usePage.getState().route === route
    // All else is sent at once: what is typed from now on is the next message.
    if (callsWithDocument(text, (name) => findTool(tools, name))) {
      naming.current = true
      const named = await attempt(nameDocument(id, text, tools))
      naming.current = false
      if (named !== true) return
    }
    const sentTo = await attempt(send(id, stays))
    if (id === null && sentTo !== undefined && stays()) goTo({ screen: 'chat', id: sentTo })
  }
}

/**
 * A tool knows documents by their ids, and whoever calls one by hand by their titles. False where something else was
 * written meanwhile, which nobody has sent.
 */
async function nameDocument(
  id: string | null,
  written: string,
  tools: readonly ToolInfo[],
): Promise<boolean> {
  const called = await withDocumentId(written, (name) => findTool(tools, name), documentTitled)
  if (draftOf(useConversations.getState().drafts, id).text !== written) return false
  if (called !== written) changeDraft(id, { text: called })
  return true
}
