import {
  BookOpen,
  CircleCheckBig,
  Contact,
  FileText,
  FileWarning,
  FolderOpen,
  NotebookText,
  X,
} from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { assertNever } from '../../../shared/errors'
import { type Attachment, attachmentKey } from '../../../shared/run/blocks'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { detach, loadAttached, useDrawing } from '../../stores/attached-pictures'
import { type Draft, newConversation } from '../../stores/conversations'
import { attachmentsText } from '../../text/attachments'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Spinner } from '../../ui/spinner'
import { PictureSourceContext, StoredPicture } from '../../ui/stored-picture'
import './attachment-chips.css'

/** Pixels of a picture beside its name. */
const thumbnail = 40

/** What is attached to the message that is being written. */
export function AttachmentChips({
  id,
  draft,
  unread,
}: {
  readonly id: string | null
  readonly draft: Draft
  /** Those of its documents that can't be read; why is told below. */
  readonly unread: readonly Attachment[]
}) {
  const drawing = useDrawing((all) => all[id ?? newConversation] ?? 0)
  const load = useMemo(() => loadAttached(id), [id])
  const t = text().chat
  if (draft.attachments.length === 0 && drawing === 0) return null
  return (
    <PictureSourceContext value={load}>
      <ul className="composer-attachments" aria-label={t.attached}>
        <AttachedItems
          attachments={draft.attachments}
          unread={unread}
          onRemove={(attachment) => detach(id, attachment)}
        />
        {drawing > 0 && (
          <li className="composer-attachment composer-drawing" role="status">
            <Spinner size={13} />
            {attachmentsText().drawing(drawing)}
          </li>
        )}
      </ul>
    </PictureSourceContext>
  )
}

/** Each that can be taken away, as entries of a list. */
export function AttachedItems({
  attachments,
  unread = [],
  onRemove,
}: {
  readonly attachments: readonly Attachment[]
  /** Those that can't be read. */
  readonly unread?: readonly Attachment[]
  readonly onRemove: (attachment: Attachment) => void
}) {
  const t = text().chat
  return (
    <>
      {attachments.map((attachment) => {
        const name = nameOf(attachment)
        const failed = unread.includes(attachment)
        return (
          <li
            key={attachmentKey(attachment)}
            className="composer-attachment"
            data-kind={attachment.kind}
            data-tone={failed ? 'danger' : undefined}
          >
            {failed ? <FileWarning size={13} aria-hidden /> : <AttachmentIcon attachment={attachment} />}
            <span
              className="truncate"
              title={revealAsText(attachment.kind === 'file' ? attachment.path : name)}
            >
              <HiddenText text={name} />
            </span>
            <IconButton
              icon={X}
              size="sm"
              label={t.removeAttachment(revealAsText(name))}
              onClick={() => onRemove(attachment)}
            />
          </li>
        )
      })}
    </>
  )
}

/** What an attachment is called, in the language in use. */
export function nameOf(attachment: Attachment): string {
  const { title } = attachment
  return attachment.kind === 'page' ? attachmentsText().page(title, attachment.page) : title
}

function AttachmentIcon({ attachment }: { readonly attachment: Attachment }): ReactNode {
  const { kind } = attachment
  switch (kind) {
    case 'image':
      return <StoredPicture picture={attachment.picture} label="" maxHeight={thumbnail} square />
    case 'file':
      return <FolderOpen size={13} aria-hidden />
    case 'page':
      return <BookOpen size={13} aria-hidden />
    case 'note':
      return <NotebookText size={13} aria-hidden />
    case 'contact':
      return <Contact size={13} aria-hidden />
    case 'task':
      return <CircleCheckBig size={13} aria-hidden />
    case 'document':
    case 'limit':
      return <FileText size={13} aria-hidden />
    default:
      return assertNever(kind)
  }
}
