import { assertNever } from '../../../shared/errors'
import type { Attachment } from '../../../shared/run/blocks'
import { chooseAssistant } from '../../stores/chosen-assistants'
import { attach } from '../../stores/conversations'
import { chatText } from '../../text/chat'
import type { MentionOffer } from './mention'

/** Attaches what was chosen after `@`, or has the assistant answer next; what a screen reader is told of it, empty for nothing. */
export function takeMention(id: string | null, offer: MentionOffer): string {
  const t = chatText().mention
  if (offer.kind === 'assistant') {
    chooseAssistant(id, offer.assistant.id)
    return t.chosen(offer.assistant.name)
  }
  const attachment = attachmentOf(offer)
  return attach(id, [attachment]) > 0 ? t.attached(attachment.title) : ''
}

function attachmentOf(offer: Exclude<MentionOffer, { kind: 'assistant' }>): Attachment & { title: string } {
  switch (offer.kind) {
    case 'document':
      return { kind: 'document', documentId: offer.document.id, title: offer.document.title }
    case 'note':
      return { kind: 'note', noteId: offer.note.id, title: offer.note.title }
    case 'file':
      return { kind: 'file', path: offer.file.path, title: offer.file.name }
    case 'contact':
      return { kind: 'contact', contactId: offer.contact.id, title: offer.contact.name }
    case 'task':
      return { kind: 'task', taskId: offer.task.id, title: offer.task.title }
    default:
      return assertNever(offer)
  }
}
