import { useEffect, useState } from 'react'
import type { ConversationSummary, MessageHit } from '../../../shared/contract/conversation-list'
import { lookAtMessage, searchMessages } from '../../stores/conversation-list'
import { goTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { MarkedExcerpt } from '../../ui/marked-excerpt'
import { NavItem } from '../../ui/nav-item'
import { RelativeTime } from '../../ui/relative-time'
import { routeFragment } from '../router'
import { typingPauseMs } from '../typing-pause'

/** Titles that are shown above the messages. */
const titlesLimit = 5

/** Conversations by their titles, and messages of all of them by their words. */
export function FoundMessages({
  words,
  conversations,
  current,
}: {
  readonly words: string
  readonly conversations: readonly ConversationSummary[]
  readonly current: string | null | undefined
}) {
  const [found, setFound] = useState<{ readonly hits: readonly MessageHit[]; readonly more: boolean }>()
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(() => {
      void attempt(searchMessages(words)).then((answer) => wanted && answer && setFound(answer))
    }, typingPauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [words])
  const typed = words.trim().toLocaleLowerCase()
  const titles = conversations.filter(({ title }) => title.toLocaleLowerCase().includes(typed))
  const t = chatText().list
  return (
    <div className="conversations-found">
      {titles.slice(0, titlesLimit).map(({ id, title }) => (
        <NavItem
          key={id}
          label={title}
          href={routeFragment({ screen: 'chat', id })}
          current={id === current}
        />
      ))}
      {found?.hits.map((hit) => (
        <FoundMessage key={hit.messageId} hit={hit} />
      ))}
      <p className="sidebar-empty" role="status">
        {found === undefined
          ? ''
          : found.more
            ? t.firstFound(found.hits.length)
            : found.hits.length + titles.length === 0
              ? t.nothingFound
              : t.found(found.hits.length)}
      </p>
    </div>
  )
}

function FoundMessage({ hit }: { readonly hit: MessageHit }) {
  const { conversationId, messageId } = hit
  const open = () => {
    goTo({ screen: 'chat', id: conversationId })
    void attempt(lookAtMessage(conversationId, messageId))
  }
  return (
    <button type="button" className="found" onClick={open}>
      <span className="found-head">
        <span className="truncate">
          <HiddenText text={hit.title} />
        </span>
        <RelativeTime at={hit.at} />
      </span>
      <span className="found-words">
        {hit.role === 'user' ? `${text().chat.you}: ` : ''}
        <MarkedExcerpt pieces={hit.excerpt} />
      </span>
    </button>
  )
}
