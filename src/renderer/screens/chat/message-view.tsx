import { ChevronRight, ListTree, Pencil, RefreshCw } from 'lucide-react'
import { memo, useCallback, useRef, useState } from 'react'
import { assertNever } from '../../../shared/errors'
import type { Block, Citation as CitationRecord } from '../../../shared/run/blocks'
import type { CitationMark } from '../../../shared/run/citation-marks'
import { type AssistantMessage, emptyConversation, type Message } from '../../../shared/run/state'
import { regenerateAnswer, useConversations } from '../../stores/conversations'
import { changeMessageEdit } from '../../stores/message-edits'
import { inspect, leaveTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { text } from '../../text/text'
import { traceText } from '../../text/trace'
import { Button } from '../../ui/button'
import { Citation } from '../../ui/citation'
import { CopyButton } from '../../ui/copy-button'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { isLongText } from '../../ui/long-text'
import { Markdown } from '../../ui/markdown'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { usageWords } from '../usage-words'
import { CallResults, readIn } from './call-results'
import { citationName, citationOf, earlierMarks, unmarkedCitations } from './cite'
import { ContextMark, ServerMark } from './context-mark'
import { MessageAttachments } from './message-attachments'
import { MessageEditor } from './message-editor'
import { NoteButton } from './note-button'
import { RunUndo } from './run-undo'
import { ToolLine } from './tool-line'
import { VersionSwitch } from './version-switch'
import './message.css'

/** One message; drawn again only when it is another. */
export const MessageView = memo(function MessageView({
  message,
  ...rest
}: { readonly message: Message } & RunPlace) {
  if (message.role === 'user') return <UserMessage message={message} {...rest} />
  return <AssistantAnswer message={message} {...rest} />
})

interface RunPlace {
  readonly conversationId: string
  /** Follows another message of the same answer. */
  readonly follows: boolean
  /** That other message, where this one says again what its calls gave. */
  readonly before: Message | undefined
  /** Whether the message after this one says again what its calls gave. */
  readonly toldAgain: boolean
  /** The last of its run, which shows what the run used. */
  readonly last: boolean
  /** Ends at its length limit, which the end of its run does not say. */
  readonly cutOff: boolean
  /** How many older results were left out in all of the answer, where this is the place to say it; 0 for not known. */
  readonly clearedResults: number | null
  readonly clearedTokens: number
  /** What the person had written, where this is the end of the answer to it. */
  readonly question: string
  /** The message whose versions the arrows go through, and their ids in order. */
  readonly version: string
  readonly versions: readonly string[] | undefined
  /** A run is at work: branches stay as they are until it ends. */
  readonly busy: boolean
  /** The message is being written anew. */
  readonly editing: boolean
  readonly tokensIn: number
  readonly tokensOut: number
  /** Null where no prices are set. */
  readonly cost: number | null
}

function UserMessage({
  message,
  conversationId,
  version,
  versions,
  busy,
  editing,
}: { readonly message: Extract<Message, { role: 'user' }> } & RunPlace) {
  const t = text().chat
  const b = chatText().branch
  return (
    <article className="message message-user" aria-label={t.you}>
      {editing ? (
        <MessageEditor conversationId={conversationId} message={message} />
      ) : (
        message.text.trim() !== '' && (
          <UserText conversationId={conversationId} messageId={message.id} words={message.text} />
        )
      )}
      {!editing && <MessageAttachments conversationId={conversationId} attachments={message.attachments} />}
      {!editing && (
        <footer className="message-foot message-user-foot">
          <span className="message-actions">
            {message.text.trim() !== '' && <CopyButton text={message.text} label={b.copy} />}
            <IconButton
              icon={Pencil}
              size="sm"
              label={b.edit}
              tooltipSide="top"
              blocked={busy ? b.afterRun : undefined}
              onClick={() =>
                changeMessageEdit({
                  ...{ id: conversationId, messageId: message.id },
                  ...{ text: message.text, without: [] },
                })
              }
            />
          </span>
          {versions && (
            <VersionSwitch conversationId={conversationId} ids={versions} current={version} busy={busy} />
          )}
        </footer>
      )}
    </article>
  )
}

/** As it was typed; what a mission is to do as on the mission's own screen. */
function UserText({
  conversationId,
  messageId,
  words,
}: {
  readonly conversationId: string
  readonly messageId: string
  readonly words: string
}) {
  const isMission = useConversations(({ list, open }) => {
    const { earlier, messages } = open[conversationId] ?? emptyConversation(conversationId)
    const mission = list.find(({ id }) => id === conversationId)?.mission ?? null
    return mission !== null && earlier === 0 && messages[0]?.id === messageId
  })
  return isMission ? (
    <div className="message-user-text message-user-formatted">
      <Markdown text={words} onLink={leaveTo} />
    </div>
  ) : (
    <p className="message-user-text" data-long={isLongText(words) || undefined}>
      <HiddenText text={words} indentation="keep" />
    </p>
  )
}

function AssistantAnswer({
  message,
  conversationId,
  follows,
  before,
  toldAgain,
  last,
  cutOff,
  clearedResults,
  clearedTokens,
  question,
  tokensIn,
  tokensOut,
  cost,
  version,
  versions,
  busy,
}: { readonly message: AssistantMessage } & RunPlace) {
  const t = text().chat
  const b = chatText().branch
  const article = useRef<HTMLElement>(null)
  const words = message.blocks.flatMap((block) => (block?.type === 'text' ? [block.text] : [])).join('\n\n')
  const lastBlock = message.blocks.length - 1
  const empty = last && endedWithout(message, words)
  const actions = words !== '' || versions !== undefined || empty
  // While a run works, what it has done so far is said by its tools.
  const details = last && (actions || (!busy && (lastBlock >= 0 || follows)))
  return (
    <article
      ref={article}
      className={follows ? 'message message-assistant message-follows' : 'message message-assistant'}
      aria-label={t.assistant}
    >
      {clearedResults !== null && (
        <ContextMark
          reduction={{
            kind: 'results_cleared',
            messageId: message.id,
            results: clearedResults,
            tokens: clearedTokens,
          }}
        />
      )}
      {message.reductions
        ?.filter(({ kind }) => kind !== 'results_cleared')
        .map((reduction) => (
          <ContextMark key={`${reduction.kind} ${reduction.messageId}`} reduction={reduction} />
        ))}
      {message.clearedByServer !== undefined && <ServerMark cleared={message.clearedByServer} />}
      {message.blocks.map((block, index) => (
        <BlockView
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks keep their place for ever
          key={index}
          block={block}
          conversationId={conversationId}
          streaming={message.streaming && index === lastBlock}
          before={before}
          toldAgain={toldAgain}
        />
      ))}
      {message.streaming && message.blocks.length === 0 && (
        <p className="message-working">
          <Spinner size={14} /> {t.working}
        </p>
      )}
      {cutOff && <Notice tone="info" title={t.cutOff} />}
      {empty && <Notice tone="info" title={t.emptyAnswer} />}
      {!message.streaming && (details || versions) && (
        <footer className="message-foot">
          {words !== '' && <CopyButton text={() => readIn(article.current, message)} label={t.copyMessage} />}
          {last && words !== '' && (
            <NoteButton
              question={question}
              answer={() => readIn(article.current, message)}
              wordsOf={{ runId: message.runId, conversationId }}
            />
          )}
          {last && actions && (
            <IconButton
              icon={RefreshCw}
              size="sm"
              label={b.regenerate}
              tooltipSide="top"
              blocked={busy ? b.afterRun : undefined}
              onClick={() => void attempt(regenerateAnswer(conversationId, message.id))}
            />
          )}
          {versions && (
            <VersionSwitch conversationId={conversationId} ids={versions} current={version} busy={busy} />
          )}
          {tokensIn + tokensOut > 0 && (
            <span className="numeric">{usageWords(tokensIn, tokensOut, cost)}</span>
          )}
          {details && (
            <Button
              variant="ghost"
              size="sm"
              icon={ListTree}
              onClick={() => inspect({ kind: 'run', conversationId, runId: message.runId })}
            >
              {traceText().open}
            </Button>
          )}
          {details && !busy && <RunUndo conversationId={conversationId} runId={message.runId} />}
        </footer>
      )}
    </article>
  )
}

/** Whether an answer came to its end with nothing to read; models that only think do that. */
function endedWithout({ streaming, error, stopReason, blocks }: AssistantMessage, words: string): boolean {
  const isEnd = stopReason === 'end_turn' || stopReason === 'stop_sequence' || stopReason === 'tool_use'
  const isCalling = blocks.some((block) => block?.type === 'tool_use')
  return isEnd && !streaming && error === undefined && words.trim() === '' && !isCalling
}

const BlockView = memo(function BlockView({
  block,
  conversationId,
  streaming,
  before,
  toldAgain,
}: {
  // A streamed block may arrive before the one in front of it.
  readonly block: Block | undefined
  readonly conversationId: string
  readonly streaming: boolean
  readonly before: Message | undefined
  readonly toldAgain: boolean
}) {
  switch (block?.type) {
    case undefined:
      return null
    case 'text': {
      const words = <TextBlock text={block.text} citations={block.citations} streaming={streaming} />
      return block.repeats && before !== undefined ? (
        <CallResults message={before} conversationId={conversationId} words={words} />
      ) : (
        words
      )
    }
    case 'thinking':
      return <ThinkingBlock text={block.text} streaming={streaming} />
    case 'tool_use':
      return <ToolLine block={block} conversationId={conversationId} toldAgain={toldAgain} />
    default:
      return assertNever(block)
  }
})

function TextBlock({
  text: words,
  citations,
  streaming,
}: {
  readonly text: string
  readonly citations: readonly CitationRecord[]
  readonly streaming: boolean
}) {
  // While none is known, marks need not be looked at again with each piece that arrives.
  const cited = citations.length === 0 ? '' : words
  const renderCitation = useCallback(
    (mark: CitationMark) => {
      if (citations.length === 0) return null
      const citation = citationOf(mark, citations, earlierMarks(cited, mark))
      return citation ? <CitationChip citation={citation} /> : null
    },
    [citations, cited],
  )
  const rest = streaming ? [] : unmarkedCitations(words, citations)
  return (
    <>
      <Markdown text={words} onLink={leaveTo} renderCitation={renderCitation} streaming={streaming} />
      {rest.length > 0 && (
        <ul className="message-sources">
          {rest.map((citation) => (
            <li key={`${citation.chunkId} ${citation.start} ${citation.title} ${citation.page}`}>
              <CitationChip citation={citation} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function CitationChip({ citation }: { readonly citation: CitationRecord }) {
  const t = text()
  const { documentId, title, page, start, end } = citation
  const warning = citation.problem === 'not_given' ? t.viewer.notGiven : t.viewer.unverified
  return (
    <Citation
      text={citationName(citation, t.library.page)}
      quote={citation.quote}
      warning={citation.verified ? undefined : warning}
      onOpen={
        documentId === null
          ? undefined
          : () =>
              inspect({
                kind: 'document',
                documentId,
                title,
                page,
                passage: end > start ? { start, end } : null,
              })
      }
    />
  )
}

function ThinkingBlock({ text: words, streaming }: { readonly text: string; readonly streaming: boolean }) {
  const [open, setOpen] = useState(false)
  const t = text().chat
  if (words.trim() === '' && !streaming) return null
  return (
    <div className="thinking">
      <button type="button" className="thinking-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={13} aria-hidden className="thinking-arrow" />
        {streaming ? t.thinkingNow : t.thinking}
      </button>
      {open && <Markdown text={words} onLink={leaveTo} streaming={streaming} className="thinking-text" />}
    </div>
  )
}
