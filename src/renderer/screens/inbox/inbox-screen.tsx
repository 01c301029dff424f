import { CheckCheck, Inbox } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { isSafe } from '../../../shared/tool/classes'
import { useConversations } from '../../stores/conversations'
import { approveSafe, useProposals } from '../../stores/proposals'
import { notify } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { HiddenText } from '../../ui/hidden-text'
import { Kbd } from '../../ui/kbd'
import { RelativeTime } from '../../ui/relative-time'
import { groupByRun, inboxProposals, type ProposalGroup } from '../group-proposals'
import { ProposalCard } from '../proposal/proposal-card'
import { ScreenHeader } from '../screen-header'
import { useCardKeys } from './use-card-keys'
import './inbox.css'

/** Everything that waits for a decision, from wherever it came. */
export function InboxScreen() {
  const byId = useProposals((state) => state.byId)
  const shown = useMemo(() => inboxProposals(Object.values(byId), Date.now()), [byId])
  const groups = useMemo(() => groupByRun(shown), [shown])
  const safe = shown.filter((proposal) => proposal.status === 'pending' && isSafe(proposal.class))
  const waiting = shown.filter((proposal) => proposal.status === 'pending').length
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  useCardKeys(list, shown.length)
  const t = text().inbox

  const approveAll = async () => {
    setBusy(true)
    const { applied, failed } = await approveSafe(safe.map((proposal) => proposal.id))
    setBusy(false)
    notify(
      failed === 0
        ? { tone: 'success', title: t.bulkDone(applied) }
        : { tone: 'danger', title: t.bulkFailed(applied, failed) },
    )
  }

  return (
    <div className="screen">
      <ScreenHeader title={t.title}>
        {safe.length > 1 && (
          <Button icon={CheckCheck} busy={busy} onClick={() => void approveAll()}>
            {t.approveSafe(safe.length)}
          </Button>
        )}
      </ScreenHeader>
      <div className="screen-body">
        {groups.length === 0 ? (
          <div className="screen-empty">
            <EmptyState icon={Inbox} title={t.empty}>
              {t.emptyText}
            </EmptyState>
          </div>
        ) : (
          <div ref={list} className="screen-column inbox">
            <div className="inbox-summary">
              <p role="status">{t.summary(waiting)}</p>
              <Keys />
            </div>
            {groups.map((group) => (
              <Group key={group.key} group={group} />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

/** The keys that work on the cards. */
function Keys() {
  const t = decisionText().keys
  return (
    <ul className="inbox-keys" aria-label={t.title}>
      <li>
        <Kbd keys="J" /> {t.next}
      </li>
      <li>
        <Kbd keys="K" /> {t.previous}
      </li>
      <li>
        <Kbd keys="Mod+Enter" /> {t.approve}
      </li>
      <li>
        <Kbd keys="Mod+Backspace" /> {t.reject}
      </li>
      <li>
        <Kbd keys="D" /> {t.open}
      </li>
    </ul>
  )
}

function Group({ group }: { readonly group: ProposalGroup }) {
  const title = useConversations(
    (state) => state.list.find((conversation) => conversation.id === group.conversationId)?.title,
  )
  const t = text().inbox
  const heading = title ?? t.byHand
  return (
    <section className="inbox-group" aria-label={heading}>
      <header className="inbox-group-head">
        <h2>
          {group.conversationId !== null && title !== undefined ? (
            <a href={`#/chat/${encodeURIComponent(group.conversationId)}`} title={t.openConversation}>
              <HiddenText text={title} />
            </a>
          ) : (
            heading
          )}
        </h2>
        <span>
          {group.actorName} · <RelativeTime at={group.newestAt} />
        </span>
      </header>
      {group.proposals.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} note={text().proposal.number(proposal.number)} />
      ))}
    </section>
  )
}
