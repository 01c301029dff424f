import {
  BookOpen,
  CircleCheckBig,
  Contact,
  FileText,
  FolderOpen,
  NotebookText,
  ScanSearch,
} from 'lucide-react'
import { useMemo, useState } from 'react'
import { assertNever } from '../../../shared/errors'
import { type Attachment, type AttachmentOf, attachmentKey } from '../../../shared/run/blocks'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { loadAttached } from '../../stores/attached-pictures'
import { goTo, inspect, inspectDocument } from '../../stores/page'
import { attachmentsText } from '../../text/attachments'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { PictureSourceContext, StoredPicture } from '../../ui/stored-picture'
import { nameOf } from './attachment-chips'

/** Pixels that a picture may be high in a message, and shown larger. */
const pictureHeight = 160
const largePictureHeight = 620

/** What is attached to a message. */
export function MessageAttachments({
  conversationId,
  attachments,
}: {
  readonly conversationId: string
  readonly attachments: readonly Attachment[]
}) {
  const load = useMemo(() => loadAttached(conversationId), [conversationId])
  if (attachments.length === 0) return null
  return (
    <PictureSourceContext value={load}>
      <ul className="message-attachments" aria-label={text().chat.attached}>
        {attachments.map((attachment) => (
          <li key={attachmentKey(attachment)}>
            <AttachmentView conversationId={conversationId} attachment={attachment} />
          </li>
        ))}
      </ul>
    </PictureSourceContext>
  )
}

function AttachmentView({
  conversationId,
  attachment,
}: {
  readonly conversationId: string
  readonly attachment: Attachment
}) {
  const { kind } = attachment
  switch (kind) {
    case 'image':
      return <AttachedPicture attachment={attachment} />
    case 'file':
      return (
        <button
          type="button"
          className="attachment"
          title={revealAsText(attachment.path)}
          onClick={() => inspect({ kind: 'file', conversationId, file: attachment })}
        >
          <FolderOpen size={13} aria-hidden />
          <HiddenText text={attachment.title} />
        </button>
      )
    case 'note':
      return (
        <button
          type="button"
          className="attachment"
          onClick={() => goTo({ screen: 'notes', id: attachment.noteId })}
        >
          <NotebookText size={13} aria-hidden />
          <HiddenText text={attachment.title} />
        </button>
      )
    case 'contact':
      return (
        <button
          type="button"
          className="attachment"
          onClick={() => goTo({ screen: 'contacts', id: attachment.contactId })}
        >
          <Contact size={13} aria-hidden />
          <HiddenText text={attachment.title} />
        </button>
      )
    case 'task':
      return (
        <button
          type="button"
          className="attachment"
          onClick={() => goTo({ screen: 'tasks', id: attachment.taskId })}
        >
          <CircleCheckBig size={13} aria-hidden />
          <HiddenText text={attachment.title} />
        </button>
      )
    case 'document':
    case 'limit':
      return <DocumentButton attachment={attachment} page={1} />
    case 'page':
      return <DocumentButton attachment={attachment} page={attachment.page} />
    default:
      return assertNever(kind)
  }
}

function DocumentButton({
  attachment,
  page,
}: {
  readonly attachment: AttachmentOf<'document' | 'limit' | 'page'>
  readonly page: number
}) {
  const { documentId, title, kind } = attachment
  const Icon = kind === 'page' ? BookOpen : FileText
  return (
    <button
      type="button"
      className="attachment"
      onClick={() => inspectDocument({ id: documentId, title }, page)}
    >
      {kind === 'limit' ? (
        <ScanSearch size={13} aria-label={text().chat.onlyIn} />
      ) : (
        <Icon size={13} aria-hidden />
      )}
      <HiddenText text={nameOf(attachment)} />
    </button>
  )
}

function AttachedPicture({ attachment: { title, picture } }: { readonly attachment: AttachmentOf<'image'> }) {
  const [large, setLarge] = useState(false)
  const t = attachmentsText()
  const name = revealAsText(title)
  return (
    <>
      <button
        type="button"
        className="attachment-picture"
        aria-label={t.open(name)}
        title={name}
        onClick={() => setLarge(true)}
      >
        <StoredPicture picture={picture} label={name} maxHeight={pictureHeight} />
      </button>
      {large && (
        <Dialog
          size="lg"
          title={<HiddenText text={title} />}
          description={t.size(picture.width, picture.height)}
          closeOnBackdrop
          onCancel={() => setLarge(false)}
          footer={<Button onClick={() => setLarge(false)}>{t.close}</Button>}
        >
          <StoredPicture picture={picture} label={name} maxHeight={largePictureHeight} zoomable />
        </Dialog>
      )}
    </>
  )
}
