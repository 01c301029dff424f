import { FileWarning } from 'lucide-react'
import type { useUnreadDocuments } from '../../stores/attached-documents'
import { attachmentsText } from '../../text/attachments'
import { HiddenText } from '../../ui/hidden-text'
import { reasonOf } from '../library/reason-of'

/** Says which attached documents can't be read, and why: a message with them would not say what its writer believes. */
export function UnreadNotice({ unread }: { readonly unread: ReturnType<typeof useUnreadDocuments> }) {
  const t = attachmentsText()
  return (
    <div role="status">
      {unread.map(({ attachment, document }) => (
        <p key={document.id} className="composer-unseen" data-tone="danger">
          <FileWarning size={13} aria-hidden />
          <span>
            <HiddenText text={t.unread(attachment.title, document.status === 'cancelled')} />{' '}
            {document.status === 'error' && reasonOf(document)} {t.unreadNext}
          </span>
        </p>
      ))}
    </div>
  )
}
