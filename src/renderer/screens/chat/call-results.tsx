import type { ReactNode } from 'react'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import type { AssistantMessage, Message } from '../../../shared/run/state'
import { toolView } from '../../app/tool-views'
import { chatText } from '../../text/chat'
import { currentLanguage } from '../../text/language'
import { messageInLanguage } from '../../text/sentences'
import { ScrollArea } from '../../ui/scroll-area'
import { shownText } from '../../ui/shown-text'
import { PicturesOfCall } from '../pictures-of'
import { PlacesToOpen } from '../places-to-open'
import { useCallLine } from '../use-call-line'
import './call-results.css'

/** What is shown of calls in place of the words for models. */
const shown = 'call-shown'

/** What a person reads in an answer, to be copied: its words as they are written, and what is shown in place of some. */
export function readIn(article: Element | null, message: AssistantMessage): string {
  const views = [...(article?.querySelectorAll(`.${shown}`) ?? [])]
  return message.blocks
    .flatMap((block) => {
      if (block?.type !== 'text') return []
      return block.repeats && views.length > 0 ? views.map(shownText) : [block.text]
    })
    .join('\n\n')
}

/**
 * What the calls of a message gave, for people, where an answer has nothing to say but that: in place of its words,
 * which are those for models, in English and with ids.
 */
export function CallResults({
  message,
  conversationId,
  words,
}: {
  readonly message: Message
  readonly conversationId: string
  readonly words: ReactNode
}) {
  const calls =
    message.role === 'assistant' ? message.blocks.filter((block) => block?.type === 'tool_use') : []
  const failed = calls.find(({ result }) => result?.error?.said !== undefined)?.result?.error
  if (failed !== undefined && currentLanguage() !== 'en') {
    return (
      <p className={`call-failed ${shown}`}>
        {chatText().failed(messageInLanguage(failed.message, failed.said))}
      </p>
    )
  }
  const views = calls.map((block) => ({ block, view: viewOf(block) }))
  if (views.length === 0 || views.some(({ view }) => view === null)) return words
  return views.map(({ block, view }) => (
    <CallResult key={block.toolUseId} block={block} conversationId={conversationId}>
      {view}
    </CallResult>
  ))
}

/** Null where the words that models are given are to be read as well: what was changed, in one line of English. */
function viewOf({ name, input, result, proposalId }: ToolUseBlock): ReactNode {
  if (result?.success !== true) return null
  const isChange = proposalId !== undefined || result.permit !== undefined
  if (isChange && currentLanguage() === 'en' && !result.content.includes('\n')) return null
  return toolView(name).result({ input, state: result.state })
}

function CallResult({
  block,
  conversationId,
  children,
}: {
  readonly block: ToolUseBlock
  readonly conversationId: string
  readonly children: ReactNode
}) {
  const line = useCallLine(block)
  return (
    <ScrollArea
      as="div"
      role="group"
      className={`call-result ${shown}`}
      aria-label={chatText().resultOf(line)}
    >
      <PlacesToOpen>
        <PicturesOfCall conversationId={conversationId} toolUseId={block.toolUseId}>
          {children}
        </PicturesOfCall>
      </PlacesToOpen>
    </ScrollArea>
  )
}
