import { ScanSearch, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { saysSomething } from '../../../shared/run/blocks'
import { useUnreadDocuments } from '../../stores/attached-documents'
import { attachPictures, useDrawing } from '../../stores/attached-pictures'
import { changeDraft, draftOf, limitOf, newConversation, useConversations } from '../../stores/conversations'
import { findTool, useSystem } from '../../stores/system'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { TextArea } from '../../ui/text-area'
import { picturesOfPaste } from '../pasted-pictures'
import { acceptedText } from './accepted-text'
import { AttachmentChips } from './attachment-chips'
import { ComposerActions } from './composer-actions'
import { longPaste } from './long-paste'
import { withoutMention } from './mention'
import { PastedNotice } from './pasted-notice'
import { slashTool } from './slash'
import { ArgumentsHint, Suggestions } from './suggestions'
import { takeMention } from './take-mention'
import { UnreadNotice } from './unread-notice'
import { UnseenNotice } from './unseen-notice'
import { type Offer, useOffers } from './use-offers'
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
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [said, setSaid] = useState('')
  const [pasted, setPasted] = useState<string | null>(null)
  const sendDraft = useSubmit(id)
  const listId = useId()
  const t = text().chat

  const { offers, mention, argument, dismiss } = useOffers(id, draft, caret)
  const active = Math.min(chosen, offers.length - 1)
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
    setSaid('')
    void sendDraft()
  }
  const write = (words: string, at: number) => {
    // The caret can only be placed in a text that is there.
    flushSync(() => {
      changeDraft(id, { text: words })
      setCaret(at)
      setChosen(0)
    })
    area.current?.focus()
    area.current?.setSelectionRange(at, at)
  }
  const accept = (offer: Offer) => {
    switch (offer.kind) {
      case 'tool':
      case 'help':
      case 'topic':
      case 'argument': {
        const words = acceptedText(offer, draft.text, argument)
        write(words, words.length)
        return
      }
      default:
        setSaid(takeMention(id, offer))
        if (mention !== null) write(withoutMention(draft.text, mention, caret), mention.start)
    }
  }
  const press = (event: KeyboardEvent) => {
    // While a word is composed (Chinese, accents), Enter belongs to that.
    if (event.nativeEvent.isComposing) return
    const offer = offers[active]
    if (offer !== undefined) {
      if (event.key === 'ArrowDown') setChosen((active + 1) % offers.length)
      else if (event.key === 'ArrowUp') setChosen((active + offers.length - 1) % offers.length)
      else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) accept(offer)
      else if (event.key === 'Escape') dismiss()
      else return
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      // A key that is held since it decided on a card was not pressed for the message.
      if (!event.repeat) submit()
    }
  }

  const paste = (event: ClipboardEvent) => {
    const pictures = picturesOfPaste(event.clipboardData)
    if (pictures.length > 0) {
      event.preventDefault()
      void attachPictures(id, pictures)
    }
    setPasted(longPaste(event.clipboardData) ?? pasted)
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {offers.length > 0 && <Suggestions id={listId} offers={offers} active={active} onChoose={accept} />}
      <span className="visually-hidden" aria-live="polite">
        <HiddenText text={said} />
      </span>
      {offers.length === 0 && hinted && called !== null && <ArgumentsHint tool={hinted} name={called} />}
      <div className="composer-frame">
        {limit !== null && (
          <div className="composer-limit" role="note">
            <ScanSearch size={13} aria-hidden />
            <span className="truncate">
              {t.onlyIn} <HiddenText text={limit.title} />
            </span>
            <IconButton
              icon={X}
              size="sm"
              label={t.removeLimit(limit.title)}
              onClick={() => changeDraft(id, { limit: null })}
            />
          </div>
        )}
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
          onChange={(value) => {
            changeDraft(id, { text: value })
            setCaret(area.current?.selectionStart ?? value.length)
            setChosen(0)
            setSaid('')
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
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
            setPasted(null)
            area.current?.focus()
          }}
        />
      )}
    </form>
  )
}
