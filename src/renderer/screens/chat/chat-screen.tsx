import { FileStack, FolderKey, MessageSquareOff, ScrollText, SquareSlash, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { ConversationState } from '../../../shared/run/state'
import { isDestructive } from '../../../shared/tool/classes'
import { changeDraft, openConversation, runningRun, useConversations } from '../../stores/conversations'
import { goTo, review, usePage } from '../../stores/page'
import { useProposals } from '../../stores/proposals'
import { useSettings } from '../../stores/settings'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { EmptyState } from '../../ui/empty-state'
import { HiddenText } from '../../ui/hidden-text'
import { Logo } from '../../ui/logo'
import { Spinner } from '../../ui/spinner'
import { addChosenFiles } from '../choose-files'
import { ScreenHeader } from '../screen-header'
import { sectionRoute } from '../settings/sections'
import { AssistantMenu } from './assistant-menu'
import { Composer } from './composer'
import { QueuedMessages } from './queued-messages'
import { Transcript } from './transcript'
import { useSeen } from './use-seen'
import './chat.css'

/** A conversation, or the place where one begins. */
export function ChatScreen({ id }: { readonly id: string | null }) {
  // Not the state itself: an answer that arrives draws the transcript anew, and nothing around it.
  const opened = useConversations(({ open }) => openedAs(id === null ? undefined : open[id]))
  const runId = useConversations(({ open }) => runningRun(id === null ? undefined : open[id]))
  const queued = useConversations(({ open }) => (id === null ? undefined : open[id]?.queued))
  const failure = useConversations((all) => (id === null ? undefined : all.failed[id]))
  const title = useConversations((all) => all.list.find((conversation) => conversation.id === id)?.title)
  const ready = usePage((page) => page.ready)
  const missing = id !== null && opened === 'missing'
  useEffect(() => {
    if (id !== null && missing && ready) void openConversation(id)
  }, [id, missing, ready])
  useReviewOnArrival(id)
  useSeen(id)
  const t = text().chat

  return (
    <div className="chat">
      <ScreenHeader title={id === null ? text().app.newChat : <HiddenText text={title ?? t.title} />}>
        <AssistantMenu id={id} />
        <OfflineBadge />
      </ScreenHeader>
      {id !== null && opened === 'filled' ? (
        <Transcript key={id} conversationId={id} />
      ) : failure ? (
        <div className="chat-middle">
          <EmptyState icon={MessageSquareOff} title={t.notFound}>
            {failure.message}
          </EmptyState>
        </div>
      ) : missing ? (
        <div className="chat-middle">
          <Spinner />
        </div>
      ) : (
        <Welcome id={id} />
      )}
      <div className="chat-foot">
        {id !== null && queued && (
          <QueuedMessages conversationId={id} queued={queued} running={runId !== null} />
        )}
        <Composer id={id} runId={runId} />
      </div>
    </div>
  )
}

function openedAs(state: ConversationState | undefined): 'missing' | 'empty' | 'filled' {
  if (state === undefined) return 'missing'
  return state.messages.length + state.hidden.length > 0 ? 'filled' : 'empty'
}

/** When this page was opened: what was proposed before is not pushed at anyone. */
const openedAt = Date.now()
const offered = new Set<string>()

/** Opens the dialog of a destructive proposal when it arrives in the conversation that is open. */
function useReviewOnArrival(id: string | null): void {
  const arrived = useProposals((state) =>
    id === null
      ? undefined
      : Object.values(state.byId).find(
          (proposal) =>
            proposal.conversationId === id &&
            proposal.status === 'pending' &&
            proposal.createdAt >= openedAt &&
            isDestructive(proposal.class) &&
            !offered.has(proposal.id),
        )?.id,
  )
  const busy = usePage((page) => page.reviewing !== null)
  useEffect(() => {
    if (arrived === undefined || busy) return
    offered.add(arrived)
    review(arrived)
  }, [arrived, busy])
}

function OfflineBadge() {
  const offline = useSettings((state) => state.model?.provider === 'offline')
  if (!offline) return null
  const t = text().chat
  return (
    <a className="offline" href="#/settings" title={t.offlineDetail}>
      <WifiOff size={13} aria-hidden />
      <span className="wide-only">{t.offline}</span>
    </a>
  )
}

function Welcome({ id }: { readonly id: string | null }) {
  const t = text().chat
  const write = (words: string) => {
    changeDraft(id, { text: words })
    document.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus()
  }
  return (
    <div className="chat-middle">
      <div className="welcome">
        <Logo size={44} />
        <h2>{t.emptyTitle}</h2>
        <p>{t.emptyText}</p>
        <div className="welcome-cards">
          <WelcomeCard
            icon={<FileStack size={17} aria-hidden />}
            title={t.emptyDrop}
            onSelect={() => void attempt(addChosenFiles(null))}
          >
            {t.emptyDropText}
          </WelcomeCard>
          <WelcomeCard
            icon={<ScrollText size={17} aria-hidden />}
            title={t.emptyAsk}
            onSelect={() => write(t.emptyAskExample)}
          >
            {t.emptyAskText}
          </WelcomeCard>
          <WelcomeCard
            icon={<SquareSlash size={17} aria-hidden />}
            title={t.emptyTool}
            onSelect={() => write('/')}
          >
            {t.emptyToolText}
          </WelcomeCard>
          <WelcomeCard
            icon={<FolderKey size={17} aria-hidden />}
            title={t.emptyFolder}
            onSelect={() => goTo(sectionRoute('folders'))}
          >
            {t.emptyFolderText}
          </WelcomeCard>
        </div>
      </div>
    </div>
  )
}

function WelcomeCard({
  icon,
  title,
  onSelect,
  children,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly onSelect: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" className="welcome-card" onClick={onSelect}>
      {icon}
      <strong>{title}</strong>
      <span>{children}</span>
    </button>
  )
}
