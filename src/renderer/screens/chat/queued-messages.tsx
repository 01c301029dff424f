import { Clock, FileText, Image, Pencil, SendHorizontal, X } from 'lucide-react'
import { attachmentKey, messageName } from '../../../shared/run/blocks'
import type { QueuedMessage } from '../../../shared/run/state'
import { startOf } from '../../../shared/text/start-of'
import { editQueued, sendQueued, takeBack } from '../../stores/queued'
import { attempt } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { nameOf } from './attachment-chips'
import './queued-messages.css'

/** How much of a message names it on a button, in characters. */
const nameLength = 40

/** The messages that wait for the run at work, or that were kept when the last one ended. */
export function QueuedMessages({
  conversationId,
  queued,
  running,
}: {
  readonly conversationId: string
  readonly queued: readonly QueuedMessage[]
  readonly running: boolean
}) {
  if (queued.length === 0) return null
  const t = runsText()
  return (
    <section className="queued" aria-label={t.queued}>
      <header className="queued-head">
        <span role="status">
          <Clock size={13} aria-hidden />
          {running ? t.joinsNext : t.keptForNext}
        </span>
        {!running && (
          <Button size="sm" icon={SendHorizontal} onClick={() => void attempt(sendQueued(conversationId))}>
            {t.sendQueued}
          </Button>
        )}
      </header>
      <ul>
        {queued.map((message) => (
          <QueuedLine key={message.id} conversationId={conversationId} message={message} />
        ))}
      </ul>
    </section>
  )
}

function QueuedLine({
  conversationId,
  message,
}: {
  readonly conversationId: string
  readonly message: QueuedMessage
}) {
  const t = runsText()
  const said = messageName(message)
  const name = said.length > nameLength ? `${startOf(said, nameLength).trimEnd()}…` : said
  const edit = async () => {
    if ((await attempt(editQueued(conversationId, message.id).then(() => true))) === undefined) return
    document.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus()
  }
  return (
    <li className="queued-line">
      <span className="queued-text">
        <HiddenText text={message.text} />
        {message.attachments.map((attachment) => (
          <span key={attachmentKey(attachment)} className="queued-attachment">
            {attachment.kind === 'image' ? (
              <Image size={13} aria-hidden />
            ) : (
              <FileText size={13} aria-hidden />
            )}
            <HiddenText text={nameOf(attachment)} />
          </span>
        ))}
      </span>
      <IconButton icon={Pencil} size="sm" label={t.editQueued(name)} onClick={() => void edit()} />
      <IconButton
        icon={X}
        size="sm"
        label={t.removeQueued(name)}
        onClick={() => void attempt(takeBack(conversationId, message.id))}
      />
    </li>
  )
}
