import { ArchiveRestore, KeyRound, MessageSquareOff, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import type { ConversationState } from '../../../shared/run/state'
import { isDestructive } from '../../../shared/tool/classes'
import {
  isInTrash,
  openConversation,
  restoreConversation,
  runningRun,
  useConversations,
} from '../../stores/conversations'
import { review, usePage } from '../../stores/page'
import { useProposals } from '../../stores/proposals'
import { lacksKey, useSettings } from '../../stores/settings'
import { attempt } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { ScreenHeader } from '../screen-header'
import { AssistantMenu } from './assistant-menu'
import { Composer } from './composer'
import { QueuedMessages } from './queued-messages'
import { Transcript } from './transcript'
import { useSeen } from './use-seen'
import { Welcome } from './welcome'
import './chat.css'

/** A conversation, or the place where one begins. */
export function ChatScreen({ id }: { readonly id: string | null }) {
  // Not the state itself: an answer that arrives draws the transcript anew, and nothing around it.
  const opened = useConversations(({ open }) => openedAs(id === null ? undefined : open[id]))
  const runId = useConversations(({ open }) => runningRun(id === null ? undefined : open[id]))
  const queued = useConversations(({ open }) => (id === null ? undefined : open[id]?.queued))
  const failure = useConversations((all) => (id === null ? undefined : all.failed[id]))
  const title = useConversations((all) => (id === null ? undefined : titleOf(all, id)))
  const inTrash = useConversations((all) => id !== null && isInTrash(all, id))
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
        <ModelBadge />
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
        {id !== null && inTrash && opened === 'filled' && <InTrash id={id} />}
        {id !== null && queued && (
          <QueuedMessages conversationId={id} queued={queued} running={runId !== null} />
        )}
        <Composer id={id} runId={runId} />
      </div>
    </div>
  )
}

/** That an open conversation was moved to the trash, as in another window: nothing can be sent in it. */
function InTrash({ id }: { readonly id: string }) {
  const { inTrash, inTrashText, bringBack } = chatText().list
  return (
    <Notice
      title={inTrash}
      actions={
        <Button size="sm" icon={ArchiveRestore} onClick={() => void attempt(restoreConversation(id))}>
          {bringBack}
        </Button>
      }
      announce
    >
      {inTrashText}
    </Notice>
  )
}

/** As the list calls it, which lacks those in the trash: these are called as they were when they were opened. */
function titleOf(
  { list, titles }: ReturnType<typeof useConversations.getState>,
  id: string,
): string | undefined {
  return list.find((conversation) => conversation.id === id)?.title ?? titles[id]
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

/** Says where no model answers, or none can: both lead to where that is set up. */
function ModelBadge() {
  const provider = useSettings((state) => state.model?.provider)
  const needsKey = useSettings(lacksKey)
  const t = text().chat
  if (provider !== 'offline' && !needsKey) return null
  return (
    <a
      className="offline"
      data-tone={needsKey ? 'warning' : undefined}
      href="#/settings/model"
      title={needsKey ? t.noKeyDetail : t.offlineDetail}
    >
      {needsKey ? <KeyRound size={13} aria-hidden /> : <WifiOff size={13} aria-hidden />}
      <span className="wide-only">{needsKey ? t.noKey : t.offline}</span>
    </a>
  )
}
