import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ConversationState, Message } from '../../../shared/run/state'
import { text } from '../../text/text'
import { IconButton } from '../../ui/icon-button'
import { MessageView } from './message-view'
import { RunEnd } from './run-end'
import { useStayAtEnd } from './use-stay-at-end'

/** The messages; stays at the end while what arrives is being read there. */
export function Transcript({ state }: { readonly state: ConversationState }) {
  const { scroller, content, away, toEnd, handlers } = useStayAtEnd()

  // A message that was just sent is always shown.
  const lastUser = state.messages.findLast((message) => message.role === 'user')?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message of the person is the reason to move
  useEffect(toEnd, [lastUser])

  const { messages } = state
  const lastRun = messages.at(-1)?.runId
  return (
    <div className="transcript">
      <div
        ref={scroller}
        className="transcript-scroll"
        {...handlers}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={text().chat.title}
      >
        <div ref={content} className="transcript-inner">
          {messages.map((message, index) => (
            <MessageView
              key={message.id}
              message={message}
              conversationId={state.conversationId}
              {...runTotals(messages, index)}
            />
          ))}
          {lastRun !== undefined && (
            <RunEnd run={state.runs[lastRun]} partial={hasContent(messages.at(-1))} />
          )}
        </div>
      </div>
      {away && (
        <span className="transcript-end">
          <IconButton icon={ArrowDown} label={text().chat.toBottom} onClick={toEnd} tooltipSide="top" />
        </span>
      )}
      <Announcer state={state} />
    </div>
  )
}

/** Whether anything of an answer had arrived. */
function hasContent(message: Message | undefined): boolean {
  return message?.role === 'assistant' && message.blocks.length > 0
}

/** What a run used in all its turns, for its last message. */
function runTotals(messages: readonly Message[], index: number) {
  const last = messages[index + 1]?.role !== 'assistant'
  const runId = messages[index]?.runId
  let tokensIn = 0
  let tokensOut = 0
  for (let at = index; last && at >= 0 && messages[at]?.runId === runId; at--) {
    const message = messages[at]
    if (message?.role !== 'assistant' || !message.usage) continue
    const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = message.usage
    tokensIn += inputTokens + cacheReadTokens + cacheWriteTokens
    tokensOut += outputTokens
  }
  return { last, tokensIn, tokensOut }
}

/** Tells a screen reader when the assistant has finished or needs a decision, instead of every word. */
function Announcer({ state }: { readonly state: ConversationState }) {
  const running = Object.values(state.runs).some((run) => run.status === 'running')
  const last = state.messages.at(-1)
  const waits =
    last?.role === 'assistant' && last.blocks.some((b) => b?.type === 'tool_use' && b.status === 'waiting')
  const before = useRef(running)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (before.current && !running) setSaid(text().chat.finished)
    else if (waits) setSaid(text().chat.needsYou)
    else if (running) setSaid('')
    before.current = running
  }, [running, waits])
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  )
}
