import { ArrowUp, Paperclip, ScanSearch, Square, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ToolInfo } from '../../../shared/contract/tools'
import { saysSomething } from '../../../shared/run/blocks'
import { useUnreadDocuments } from '../../stores/attached-documents'
import { attachPictures, useDrawing } from '../../stores/attached-pictures'
import {
  changeDraft,
  draftOf,
  limitOf,
  newConversation,
  send,
  stopRun,
  useConversations,
} from '../../stores/conversations'
import { goTo, usePage } from '../../stores/page'
import { findTool, useSystem } from '../../stores/system'
import { documentTitled } from '../../stores/titled-documents'
import { attempt } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { TextArea } from '../../ui/text-area'
import { attachChosenFiles } from '../choose-files'
import { AttachmentChips } from './attachment-chips'
import { longPaste } from './long-paste'
import { withoutMention } from './mention'
import { PastedNotice } from './pasted-notice'
import { picturesOfPaste } from './pasted-pictures'
import { slashTool } from './slash'
import { callsWithDocument, withDocumentId } from './slash-document'
import { ArgumentsHint, Suggestions } from './suggestions'
import { takeMention } from './take-mention'
import { UnreadNotice } from './unread-notice'
import { UnseenNotice } from './unseen-notice'
import { type Offer, useOffers } from './use-offers'
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
  /** A second Enter would send it twice. */
  const naming = useRef(false)
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

  const submit = async () => {
    if (!canSend || naming.current) return
    setSaid('')
    const { route } = usePage.getState()
    // Who has gone elsewhere meanwhile, or begun another conversation, is not fetched back.
    const stays = () => usePage.getState().route === route
    // All else is sent at once: what is typed from now on is the next message.
    if (callsWithDocument(draft.text, (name) => findTool(tools, name))) {
      naming.current = true
      const named = await attempt(nameDocument(id, draft.text, tools))
      naming.current = false
      if (named !== true) return
    }
    const sentTo = await attempt(send(id, stays))
    if (id === null && sentTo !== undefined && stays()) goTo({ screen: 'chat', id: sentTo })
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
    if (offer.kind === 'tool') {
      const { name } = offer.suggestion
      write(`/${name} `, name.length + 2)
      return
    }
    if (offer.kind === 'help') {
      write(`/${offer.name} `, offer.name.length + 2)
      return
    }
    if (offer.kind === 'topic') {
      const asked = `${draft.text.slice(0, offer.start)}${offer.suggestion.name}`
      write(asked, asked.length)
      return
    }
    if (offer.kind === 'argument') {
      const called = `${draft.text.slice(0, argument?.start)}${offer.written}`
      write(called, called.length)
      return
    }
    setSaid(takeMention(id, offer))
    if (mention !== null) write(withoutMention(draft.text, mention, caret), mention.start)
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
      if (!event.repeat) void submit()
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
        void submit()
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
        <div className="composer-actions">
          <IconButton
            icon={Paperclip}
            label={t.attach}
            tooltipSide="top"
            onClick={() => void attempt(attachChosenFiles(id))}
          />
          <span className="composer-go">
            {runId !== null && (
              <IconButton
                icon={Square}
                label={t.stop}
                variant={canSend ? 'ghost' : 'primary'}
                className="composer-stop"
                tooltipSide="top"
                onClick={() => void attempt(stopRun(runId))}
              />
            )}
            {(runId === null || canSend) && (
              <IconButton
                type="submit"
                icon={ArrowUp}
                label={runId === null ? t.send : runsText().queue}
                variant="primary"
                tooltipSide="top"
                busy={sending}
                disabled={!canSend}
              />
            )}
          </span>
        </div>
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

/**
 * A tool knows documents by their ids, and whoever calls one by hand by their titles. False where something else was
 * written meanwhile, which nobody has sent.
 */
async function nameDocument(
  id: string | null,
  written: string,
  tools: readonly ToolInfo[],
): Promise<boolean> {
  const called = await withDocumentId(written, (name) => findTool(tools, name), documentTitled)
  if (draftOf(useConversations.getState().drafts, id).text !== written) return false
  if (called !== written) changeDraft(id, { text: called })
  return true
}
