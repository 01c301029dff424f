import { askAbout, attach } from '../../stores/conversations'
import { goTo, usePage } from '../../stores/page'
import { notify } from '../../stores/toasts'
import { attachmentsText } from '../../text/attachments'

/** A document as it is named to whoever is asked. */
interface Named {
  readonly id: string
  readonly title: string
}

/** Begins a question about a document in a new conversation. */
export function askAboutDocument(document: Named): void {
  askAbout(document)
  goTo({ screen: 'chat', id: null })
}

/** Attaches a page to what is being written in the conversation that is open, or to a new one. */
export function attachPage({ id, title }: Named, page: number): void {
  const { route } = usePage.getState()
  const conversation = route.screen === 'chat' ? route.id : null
  const attached = attach(conversation, [{ kind: 'page', documentId: id, title, page }])
  if (route.screen !== 'chat') goTo({ screen: 'chat', id: null })
  if (attached > 0) notify({ tone: 'success', title: attachmentsText().pageAttached(title, page) })
}
