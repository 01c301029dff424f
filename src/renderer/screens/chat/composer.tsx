import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { saysSomething } from '../../../shared/run/blocks'
import { useUnreadDocuments } from '../../stores/attached-documents'
import { useDrawing } from '../../stores/attached-pictures'
import { draftOf, limitOf, newConversation, useConversations } from '../../stores/conversations'
import { findTool, useSystem } from '../../stores/system'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { TextArea } from '../../ui/text-area'
import { AttachmentChips } from './attachment-chips'
import { ComposerActions } from './composer-actions'
import { ComposerLimit } from './composer-limit'
import { PastedNotice } from './pasted-notice'
import { slashTool } from './slash'
import { ArgumentsHint, Suggestions } from './suggestions'
import { UnreadNotice } from './unread-notice'
import { UnseenNotice } from './unseen-notice'
import { useLongPaste } from './use-long-paste'
import { useOfferChoice } from './use-offer-choice'
import { useSubmit } from './use-submit'
import './composer.css'

/** Pixels at which the composer stops growing. */
const composerHeight = 280

/** Where a message is written: Enter sends, `/` completes tools, `@` documents and assistants. */
export function Composer({ id, runId }: { readonly id: string | null; readonly runId: string | null }) {
  const draft = useConversations((state) => draftOf(state.drafts, id))
  const limit = useConversations((state) => limitOf(draft, id === null ? undefined : state.open[id]))
  const sending = useConversations((state) => state.sending === (id ?? newConversation))
  const tools = useSystem((state) => state.tools)
  const area = useRef<HTMLTextAreaElement>(null)
  const { pasted, forgetPasted, paste } = useLongPaste(id)
  const sendDraft = useSubmit(id)
  const listId = useId()
  const t = text().chat

  const choice = useOfferChoice(id, draft, area)
  const { offers, active } = choice
  const called = slashTool(draft.text)
  const hinted = called === null ? undefined : findTool(tools, called)
  const drawing = useDrawing((all) => (all[id ?? newConversation] ?? 0) > 0)
  const unread = useUnreadDocuments(id, draft)
  const canSend = saysSomething(draft) && !sending && !drawing && unread.length === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is another message
  useEffect(() => {
    // A conversation can get its id while a person is in a menu elsewhere, which would close.
    if (document.activeElement?.closest('[role="menu"], dialog') == null) area.current?.focus()
  }, [id])

  const submit = () => {
    if (!canSend) return
    choice.forgetSaid()
    void sendDraft()
  }
  const press = (event: KeyboardEvent) => {
    // While a word is composed (Chinese, accents), Enter belongs to that.
    if (event.nativeEvent.isComposing) return
    if (choice.press(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      // A key that is held since it decided on a card was not pressed for the message.
      if (!event.repeat) submit()
    }
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {offers.length > 0 && (
        <Suggestions id={listId} offers={offers} active={active} onChoose={choice.accept} />
      )}
      <span className="visually-hidden" aria-live="polite">
        <HiddenText text={choice.said} />
      </span>
      {offers.length === 0 && hinted && called !== null && <ArgumentsHint tool={hinted} name={called} />}
      <div className="composer-frame">
        {limit !== null && <ComposerLimit id={id} title={limit.title} />}
        <AttachmentChips id={id} draft={draft} unread={unread.map(({ attachment }) => attachment)} />
        <UnreadNotice unread={unread} />
        <UnseenNotice id={id} draft={draft} />
        <TextArea
          ref={area}
          bare
          label={t.message}
          labelHidden
          placeholder={t.placeholder}
          rows={1}
          maxHeight={composerHeight}
          value={draft.text}
          {...(offers.length > 0 && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': true,
            'aria-controls': listId,
            'aria-activedescendant': `${listId}-${active}`,
          })}
          onChange={choice.write}
          onSelect={(event) => choice.setCaret(event.currentTarget.selectionStart)}
          onKeyDown={press}
          onPaste={paste}
        />
        <ComposerActions id={id} runId={runId} canSend={canSend} sending={sending} />
      </div>
      {pasted !== null && draft.text.includes(pasted) && (
        <PastedNotice
          id={id}
          pasted={pasted}
          onDone={() => {
            forgetPasted()
            area.current?.focus()
          }}
        />
      )}
    </form>
  )
}
