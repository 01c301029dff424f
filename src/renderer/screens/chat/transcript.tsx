import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Block } from '../../../shared/run/blocks'
import type { ConversationState } from '../../../shared/run/state'
import { knownPrices } from '../../../shared/run/usage'
import { runningRun, useConversations } from '../../stores/conversations'
import { useMessageEdits } from '../../stores/message-edits'
import { useSettings } from '../../stores/settings'
import { chatText } from '../../text/chat'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { useOverscan } from '../../ui/overscan'
import { ScrollArea } from '../../ui/scroll-area'
import { useFindShortcut } from '../../ui/use-find-shortcut'
import { useCardKeys } from '../proposal/use-card-keys'
import { assistantChangeAt } from './assistant-changes'
import { AssistantLine } from './assistant-line'
import { type Branch, placeIn } from './branch'
import { endHeard, hasAnswered, pastEndAt } from './early-end'
import { FindBar } from './find-bar'
import { guessHeight } from './guess-height'
import { MessageView } from './message-view'
import { RunEnd } from './run-end'
import { runShown } from './run-shown'
import { useBranch } from './use-branch'
import { useReadyAhead } from './use-ready-ahead'
import { useStayAtEnd } from './use-stay-at-end'
import { useWaitingCards } from './use-waiting-cards'
import { VersionSwitch } from './version-switch'
import './transcript.css'

/** Messages beyond the view that exist: a short conversation is there as a whole. */
const overscan = 20
/** Milliseconds in which a message was sent a moment ago, and its answer is not read yet. */
const justAskedMs = 5000
/** Messages from the end among which the last run's are looked for: more than its turns can be. */
const lastRunLimit = 200

/** The messages; stays at the end while what arrives is being read there. */
export function Transcript({ conversationId }: { readonly conversationId: string }) {
  const state = useConversations(({ open }) => open[conversationId])
  return state && <OpenTranscript state={state} />
}

function OpenTranscript({ state }: { readonly state: ConversationState }) {
  const busy = runningRun(state) !== null
  const { scroller, content, away, stay, toEnd, awaitAnswer, leaveEnd, input, handlers } = useStayAtEnd(
    newestIn,
    busy,
  )
  const [finding, setFinding] = useState(false)
  useFindShortcut(() => setFinding(true))
  const branch = useBranch(state)
  const { messages, conversationId, hidden } = state
  const editing = useMessageEdits(({ drafts }) => drafts[conversationId]?.messageId ?? null)

  // What was just sent, or asked again, is always shown; another branch is looked at where one is.
  const lastUser = messages.findLast((message) => message.role === 'user')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message of the person is the reason to move
  useLayoutEffect(() => {
    if (busy) toEnd()
    // An answer may be there by the time that its run is heard of, also in a conversation that begins with it.
    if (lastUser !== undefined && Date.now() - lastUser.at < justAskedMs) awaitAnswer()
  }, [lastUser?.id, busy])

  return (
    <div className="transcript">
      {finding && (
        <FindBar conversationId={conversationId} content={content} onClose={() => setFinding(false)} />
      )}
      <ScrollArea
        as="div"
        ref={scroller}
        className="transcript-scroll"
        {...handlers}
        role="log"
        aria-live="off"
        aria-label={text().chat.title}
      >
        <div ref={content} className="transcript-inner">
          <MessageList
            scroller={scroller}
            branch={branch}
            conversationId={conversationId}
            busy={busy}
            editing={editing}
            onGrow={stay}
            onLeaveEnd={leaveEnd}
            onMove={input}
          />
          {hidden.length > 0 && !busy && (
            <p className="run-end run-stopped">
              {chatText().branch.notShown}
              <VersionSwitch conversationId={conversationId} ids={hidden} current={null} busy={false} />
            </p>
          )}
          <RunEnd
            conversationId={conversationId}
            run={runShown(state)}
            partial={hasAnswered(branch, branch.length - 1)}
          />
        </div>
      </ScrollArea>
      {away && (
        <span className="transcript-end">
          <IconButton icon={ArrowDown} label={text().chat.toBottom} onClick={toEnd} tooltipSide="top" />
        </span>
      )}
      <Announcer state={state} />
    </div>
  )
}

/** The last message. */
function newestIn(content: Element): Element | null {
  return [...content.getElementsByClassName('transcript-item')].at(-1) ?? null
}

/** The messages around the view; the others are room of their height. */
function MessageList({
  scroller,
  branch,
  conversationId,
  onGrow,
  onLeaveEnd,
  onMove,
  ...rest
}: {
  readonly onGrow: () => void
  readonly onLeaveEnd: () => void
  /** A key is about to move the view. */
  readonly onMove: () => void
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly branch: Branch
  readonly conversationId: string
  readonly busy: boolean
  readonly editing: string | null
}) {
  const { length } = branch
  const beyond = useOverscan(overscan)
  // Once: another guess would move what is being read.
  const [guessed] = useState(() => guessHeight(branch))
  const height = useRef(0)
  const waiting = useWaitingCards(conversationId, branch)
  const inFocus = useRef<string | null>(null)
  const virtual = useVirtualizer({
    count: length,
    getScrollElement: () => scroller.current,
    estimateSize: () => guessed,
    overscan: beyond,
    // What grows or is measured moves the others, each a picture of its own, without drawing them anew.
    directDomUpdates: true,
    directDomUpdatesMode: 'transform',
    initialRect: { width: 800, height: 800 },
    initialOffset: () => length * guessed,
    // In the frame in which a message grew: the next one would show its end a moment late, and cost as much again.
    onChange: (list, scrolling) => {
      const before = height.current
      height.current = list.getTotalSize()
      if (!scrolling && height.current !== before) onGrow()
    },
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range)
      const kept = keptPlaces(branch, rest.editing)
      const focused = waiting.find(({ id }) => id === inFocus.current)
      if (focused !== undefined) kept.push(focused.place)
      return [...new Set([...kept, ...visible])].toSorted((a, b) => a - b)
    },
  })
  const lookedAt = useConversations((all) =>
    all.lookedAt?.conversationId === conversationId ? all.lookedAt : null,
  )
  const look = useEffectEvent((index: number) => {
    onLeaveEnd()
    virtual.scrollToIndex(index, { align: 'center' })
  })
  const isThere = lookedAt !== null && lookedAt.index < length
  useLayoutEffect(() => {
    if (lookedAt !== null && isThere) look(lookedAt.index)
  }, [lookedAt, isThere])
  const cards = useMemo(() => waiting.map(({ id }) => id), [waiting])
  const { focused, arrived } = useCardKeys({
    list: scroller,
    cards,
    onMove,
    bringIntoView(id) {
      const place = waiting.find((card) => card.id === id)?.place
      if (place === undefined) return
      onLeaveEnd()
      virtual.scrollToIndex(place, { align: 'center' })
    },
  })
  useEffect(() => {
    inFocus.current = focused
    for (const id of cards) arrived(id)
  })
  const prices = knownPrices(useSettings(({ settings }) => settings))
  const shown = virtual.getVirtualItems()
  const { startIndex, endIndex } = virtual.range ?? { startIndex: length, endIndex: length - 1 }
  const last = Math.min(length - 1, endIndex + beyond)
  useReadyAhead(conversationId, branch, Math.max(0, startIndex - beyond), last)
  return (
    <div ref={virtual.containerRef} className="transcript-list">
      {shown.map((item) => {
        const message = branch.message(item.index)
        const change = assistantChangeAt(branch, item.index)
        const end = pastEndAt(branch, item.index)
        return (
          <div
            key={message?.id ?? item.index}
            ref={virtual.measureElement}
            data-index={item.index}
            className="transcript-item"
            data-looked-at={item.index === lookedAt?.index || undefined}
          >
            {change && <AssistantLine change={change} />}
            {message === undefined ? (
              <div className="transcript-blank" aria-hidden />
            ) : (
              <MessageView
                message={message}
                conversationId={conversationId}
                {...rest}
                editing={rest.editing === message.id}
                {...placeIn(branch, item.index, prices)}
              />
            )}
            {end !== null && (
              <p className="run-past-end">
                <HiddenText text={end} />
              </p>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Messages that stay although they are out of view: something in them is being written, or waits for a decision. */
function keptPlaces(branch: Branch, editing: string | null): number[] {
  const kept: number[] = []
  // What waits is in the last run, which is no longer than this.
  const from = Math.max(0, branch.length - lastRunLimit)
  for (let at = from; at < branch.length; at++) {
    const message = branch.message(at)
    if (message?.role === 'assistant' && message.blocks.some(isWaiting)) kept.push(at)
  }
  if (editing === null) return kept
  for (let at = 0; at < branch.length; at++) if (branch.message(at)?.id === editing) kept.push(at)
  return kept
}

function isWaiting(block: Block | undefined): boolean {
  return block?.type === 'tool_use' && block.status === 'waiting'
}

/** Tells a screen reader when the assistant has finished or needs a decision, instead of every word. */
function Announcer({ state }: { readonly state: ConversationState }) {
  const running = Object.values(state.runs).some((run) => run.status === 'running')
  const last = state.messages.at(-1)
  const waits = last?.role === 'assistant' && last.blocks.some(isWaiting)
  const heard = endHeard(last && state.runs[last.runId])
  const before = useRef(running)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (before.current && !running) setSaid(heard)
    else if (waits) setSaid(text().chat.needsYou)
    else if (running) setSaid('')
    before.current = running
  }, [running, waits, heard])
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  )
}
