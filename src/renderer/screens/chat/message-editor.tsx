import { type FocusEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { attachmentKey, saysSomething } from '../../../shared/run/blocks'
import type { Message } from '../../../shared/run/state'
import { loadAttached } from '../../stores/attached-pictures'
import { editMessage } from '../../stores/conversations'
import {
  changeMessageEdit,
  dropMessageEdit,
  type MessageEdit,
  useMessageEdits,
} from '../../stores/message-edits'
import { attempt } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { PictureSourceContext } from '../../ui/stored-picture'
import { TextArea } from '../../ui/text-area'
import { AttachedItems } from './attachment-chips'

/** Pixels at which the field stops growing. */
const editorHeight = 320

/** A message of one's own that is being written anew: sending it makes a branch, and keeps what is there. */
export function MessageEditor({
  conversationId,
  message,
}: {
  readonly conversationId: string
  readonly message: Extract<Message, { role: 'user' }>
}) {
  const draft = useMessageEdits(({ drafts }) => drafts[conversationId])
  const words = draft?.text ?? message.text
  const without = draft?.without ?? []
  const attachments = message.attachments.filter((each) => !without.includes(attachmentKey(each)))
  const begun = words !== message.text || without.length > 0
  const change = (changed: Partial<Pick<MessageEdit, 'text' | 'without'>>) =>
    changeMessageEdit({ id: conversationId, messageId: message.id, text: words, without, ...changed })
  const onDone = () => dropMessageEdit(conversationId)
  const load = useMemo(() => loadAttached(conversationId), [conversationId])
  const [busy, setBusy] = useState(false)
  const t = chatText().branch
  const nothing = !saysSomething({ text: words, attachments })
  const submit = async () => {
    if (nothing || busy) return
    setBusy(true)
    const sent = await attempt(
      editMessage(conversationId, message.id, { text: words.trim(), attachments }).then(() => true),
    )
    setBusy(false)
    if (sent) onDone()
  }
  const hadFocus = useRef(false)
  const toEndAtFirst = ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => {
    if (!hadFocus.current) currentTarget.setSelectionRange(words.length, words.length)
    hadFocus.current = true
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onDone()
    else if (event.key === 'Enter' && !event.shiftKey) void submit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      className="message-editor"
      data-then=".composer textarea"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextArea
        // What was written before one went elsewhere waits, and does not take the keyboard from the composer.
        autoFocus={!begun}
        label={t.editing}
        labelHidden
        rows={2}
        maxHeight={editorHeight}
        value={words}
        readOnly={busy}
        onChange={(text) => change({ text })}
        onKeyDown={press}
        onFocus={toEndAtFirst}
      />
      {attachments.length > 0 && (
        <PictureSourceContext value={load}>
          <ul className="message-editor-attachments" aria-label={text().chat.attached}>
            <AttachedItems
              attachments={attachments}
              onRemove={(attachment) => change({ without: [...without, attachmentKey(attachment)] })}
            />
          </ul>
        </PictureSourceContext>
      )}
      <p className="message-editor-hint">{t.editHint}</p>
      <div className="message-editor-actions">
        <Button size="sm" onClick={onDone}>
          {text().app.cancel}
        </Button>
        <Button size="sm" type="submit" variant="primary" busy={busy} disabled={nothing}>
          {text().chat.send}
        </Button>
      </div>
    </form>
  )
}
