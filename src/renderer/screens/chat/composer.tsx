import { ArrowUp, FileText, Paperclip, ScanSearch, Square, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import {
  changeDraft,
  draftOf,
  limitOf,
  newConversation,
  send,
  stopRun,
  useConversations,
} from '../../stores/conversations'
import { goTo } from '../../stores/page'
import { findTool, useSystem } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { TextArea } from '../../ui/text-area'
import { attachChosenFiles } from '../choose-files'
import { type Suggestion, slashQuery, slashTool, suggestTools } from './slash'
import { ArgumentsHint, Suggestions } from './suggestions'

/** Pixels at which the composer stops growing. */
const composerHeight = 280

/** Where a message is written: Enter sends, `/` completes tools. */
export function Composer({ id, runId }: { readonly id: string | null; readonly runId: string | null }) {
  const draft = useConversations((state) => draftOf(state.drafts, id))
  const open = useConversations((state) => (id === null ? undefined : state.open[id]))
  const limit = limitOf(draft, open)
  const sending = useConversations((state) => state.sending === (id ?? newConversation))
  const tools = useSystem((state) => state.tools)
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const listId = useId()
  const t = text().chat

  const query = slashQuery(draft.text, caret)
  const suggestions = query === null || dismissed === draft.text ? [] : suggestTools(tools, query)
  const active = Math.min(chosen, suggestions.length - 1)
  const called = slashTool(draft.text)
  const hinted = called === null ? undefined : findTool(tools, called)
  const canSend = draft.text.trim() !== '' && !sending

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is another message
  useEffect(() => area.current?.focus(), [id])

  const submit = async () => {
    if (!canSend) return
    const sentTo = await attempt(send(id))
    if (id === null && sentTo !== undefined) goTo({ screen: 'chat', id: sentTo })
  }
  const accept = (suggestion: Suggestion) => {
    changeDraft(id, { text: `/${suggestion.name} ` })
    setCaret(suggestion.name.length + 2)
    area.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    // While a word is composed (Chinese, accents), Enter belongs to that.
    if (event.nativeEvent.isComposing) return
    const suggestion = suggestions[active]
    if (suggestion !== undefined) {
      if (event.key === 'ArrowDown') setChosen((active + 1) % suggestions.length)
      else if (event.key === 'ArrowUp') setChosen((active + suggestions.length - 1) % suggestions.length)
      else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) accept(suggestion)
      else if (event.key === 'Escape') setDismissed(draft.text)
      else return
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void submit()
    }
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {suggestions.length > 0 && (
        <Suggestions id={listId} suggestions={suggestions} active={active} onChoose={accept} />
      )}
      {suggestions.length === 0 && hinted && called !== null && <ArgumentsHint tool={hinted} name={called} />}
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
        {draft.attachments.length > 0 && (
          <ul className="composer-attachments" aria-label={t.attached}>
            {draft.attachments.map((attachment) => (
              <li key={attachment.documentId} className="composer-attachment">
                <FileText size={13} aria-hidden />
                <span className="truncate">
                  <HiddenText text={attachment.title} />
                </span>
                <IconButton
                  icon={X}
                  size="sm"
                  label={t.removeAttachment(attachment.title)}
                  onClick={() =>
                    changeDraft(id, {
                      attachments: draft.attachments.filter((other) => other !== attachment),
                    })
                  }
                />
              </li>
            ))}
          </ul>
        )}
        <TextArea
          ref={area}
          bare
          label={t.message}
          labelHidden
          placeholder={t.placeholder}
          rows={1}
          maxHeight={composerHeight}
          value={draft.text}
          role={suggestions.length > 0 ? 'combobox' : undefined}
          aria-expanded={suggestions.length > 0 || undefined}
          aria-controls={suggestions.length > 0 ? listId : undefined}
          aria-activedescendant={suggestions.length > 0 ? `${listId}-${active}` : undefined}
          onChange={(value) => {
            changeDraft(id, { text: value })
            setCaret(area.current?.selectionStart ?? value.length)
            setChosen(0)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={press}
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
    </form>
  )
}
