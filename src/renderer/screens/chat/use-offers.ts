import { useEffect, useState } from 'react'
import type { Document } from '../../../shared/contract/library'
import { attachmentKey } from '../../../shared/run/blocks'
import { assistantOf, usable, useAssistants } from '../../stores/assistants'
import { choiceFor, nextAssistant, useChosenAssistants } from '../../stores/chosen-assistants'
import { type Draft, useConversations } from '../../stores/conversations'
import { documentsNamed } from '../../stores/library'
import { useSystem } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { type Mention, type MentionOffer, mentionAt, mentionOffers } from './mention'
import { type Suggestion, slashQuery, suggestTools } from './slash'

/** What can be chosen for what is typed. */
export type Offer = { readonly kind: 'tool'; readonly suggestion: Suggestion } | MentionOffer

/** Documents that are asked for: more than are offered, because folders are searched too and those whose title fits go first. */
const askedDocuments = 100

const none: readonly Document[] = []

/** What is offered at the caret: tools after `/`, documents and assistants after `@`. */
export function useOffers(
  id: string | null,
  draft: Draft,
  caret: number,
): { readonly offers: readonly Offer[]; readonly mention: Mention | null; readonly dismiss: () => void } {
  const tools = useSystem((state) => state.tools)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const slash = slashQuery(draft.text, caret)
  const mention = mentionAt(draft.text, caret)
  const start = slash === null ? (mention?.start ?? null) : 0
  // A list that was closed stays so until something else is typed there.
  if (dismissed !== null && dismissed !== start) setDismissed(null)
  const closed = start === null || dismissed === start
  const mentions = useMentionOffers(id, draft, closed || mention === null ? null : mention.words)
  const slashes = closed || slash === null ? [] : suggestTools(tools, slash)
  return {
    offers: [...slashes.map((suggestion) => ({ kind: 'tool' as const, suggestion })), ...mentions],
    mention,
    dismiss: () => setDismissed(start),
  }
}

/** Null is no mention. What is attached and the assistant that is chosen are not offered again. */
function useMentionOffers(id: string | null, draft: Draft, words: string | null): readonly Offer[] {
  const all = useAssistants((state) => state.all)
  const chosen = useChosenAssistants((state) => choiceFor(state, id))
  const open = useConversations((state) => (id === null ? undefined : state.open[id]))
  const documents = useDocumentsNamed(words)
  if (words === null) return []
  const attached = new Set(draft.attachments.map(attachmentKey))
  const current = assistantOf(all, nextAssistant(chosen, open))
  return mentionOffers(
    words,
    documents.filter(
      (document) => !attached.has(attachmentKey({ kind: 'document', documentId: document.id, title: '' })),
    ),
    usable(all).filter((assistant) => assistant !== current),
  )
}

/** What the library found last; while the next answer is on its way, some of it may not fit any more. */
function useDocumentsNamed(words: string | null): readonly Document[] {
  const [found, setFound] = useState(none)
  useEffect(() => {
    if (words === null) {
      setFound(none)
      return
    }
    const wanted = new AbortController()
    const ask = async () => {
      const documents = await documentsNamed(words, askedDocuments, wanted.signal)
      if (documents !== null) setFound(documents)
    }
    void attempt(ask())
    return () => wanted.abort()
  }, [words])
  return found
}
