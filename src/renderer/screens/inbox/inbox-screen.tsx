import { CheckCheck, Inbox } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ProposalLine } from '../../../shared/contract/changes'
import { approveSafe } from '../../stores/approve-together'
import { useConversations } from '../../stores/conversations'
import { safeTogether } from '../../stores/needed-first'
import { review } from '../../stores/page'
import { useProposals } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { HiddenText } from '../../ui/hidden-text'
import { Kbd } from '../../ui/kbd'
import { RelativeTime } from '../../ui/relative-time'
import { VirtualList } from '../../ui/virtual-list'
import { actorName } from '../actor-name'
import { groupByRun, inboxProposals, type ProposalGroup } from '../group-proposals'
import { GroupNeedsNotice } from '../proposal/needs-notice'
import { ProposalCard } from '../proposal/proposal-card'
import { useCardKeys } from '../proposal/use-card-keys'
import { ScreenHeader } from '../screen-header'
import { cardGap, estimatedHeight, type InboxItem, inboxItems } from './inbox-items'
import './inbox.css'

/** Everything that waits for a decision, from wherever it came. Only what is near the view exists. */
export function InboxScreen() {
  const byId = useProposals((state) => state.byId)
  const shown = useMemo(() => inboxProposals(Object.values(byId), Date.now()), [byId])
  const items = useMemo(() => inboxItems(groupByRun(shown, byId), byId), [shown, byId])
  const moved = useProposals((state) => state.moved)
  const safe = useMemo(
    () =>
      safeTogether(
        shown.filter(({ id }) => moved[id] === undefined),
        byId,
      ),
    [shown, byId, moved],
  )
  const waiting = shown.filter((proposal) => proposal.status === 'pending').length
  const [busy, setBusy] = useState(false)
  const t = text().inbox

  const approveAll = async () => {
    setBusy(true)
    await approveSafe(safe.map((proposal) => proposal.id))
    setBusy(false)
  }

  return (
    // What decides on several stands between the cards and moves with them.
    <div className="screen" data-decides>
      <ScreenHeader title={t.title}>
        {safe.length > 1 && (
          <Button
            icon={CheckCheck}
            busy={busy}
            data-decides={safe.map(({ number }) => number).join(' ')}
            onClick={() => void approveAll()}
          >
            {t.approveSafe(safe.length)}
          </Button>
        )}
      </ScreenHeader>
      {shown.length === 0 ? (
        <div className="screen-body">
          <div className="screen-empty">
            <EmptyState icon={Inbox} title={t.empty}>
              {t.emptyText}
            </EmptyState>
          </div>
        </div>
      ) : (
        <Cards items={items} waiting={waiting} />
      )}
    </div>
  )
}

function Cards({ items, waiting }: { readonly items: readonly InboxItem[]; readonly waiting: number }) {
  const list = useRef<HTMLDivElement>(null)
  const cards = useMemo(() => items.flatMap((item) => (item.kind === 'card' ? [item.line.id] : [])), [items])
  const [goTo, setGoTo] = useState<{ index: number; align: 'auto' }>()
  const { focused, arrived } = useCardKeys({
    list,
    cards,
    bringIntoView: (id) => setGoTo({ index: items.findIndex((item) => item.key === id), align: 'auto' }),
  })
  const [entering, setEntering] = useState<ReadonlySet<string>>(new Set())
  const keep = useMemo(
    () => new Set(focused === null ? entering : [...entering, focused]),
    [entering, focused],
  )
  const onEntering = useCallback((id: string, now: boolean) => {
    setEntering((before) => {
      if (before.has(id) === now) return before
      const after = new Set(before)
      if (now) after.add(id)
      else after.delete(id)
      return after
    })
  }, [])
  return (
    <div ref={list} className="screen-list">
      <VirtualList
        label={text().inbox.title}
        className="inbox"
        items={items}
        itemKey={(item) => item.key}
        estimateHeight={estimatedHeight}
        gap={cardGap}
        overscan={2}
        paddingEnd={40}
        goTo={goTo}
        keep={keep}
        renderItem={(item) => (
          <div className="inbox-item">
            {item.kind === 'summary' ? (
              <div className="inbox-summary">
                <p role="status">{text().inbox.summary(waiting)}</p>
                {waiting > 0 && <Keys />}
              </div>
            ) : item.kind === 'group' ? (
              <GroupHead group={item.group} />
            ) : item.kind === 'needs' ? (
              <GroupNeedsNotice lines={item.lines} onOpen={review} />
            ) : (
              <CardPlace line={item.line} told={item.told} onArrived={arrived} onEntering={onEntering} />
            )}
          </div>
        )}
      />
    </div>
  )
}

/** A card that tells when it has come into being: the focus may be waiting for it. */
function CardPlace({
  line,
  told,
  onArrived,
  onEntering,
}: {
  readonly line: ProposalLine
  readonly told: boolean
  readonly onArrived: (id: string) => void
  readonly onEntering: (id: string, entering: boolean) => void
}) {
  const { id, number } = line
  useEffect(() => onArrived(id), [onArrived, id])
  const entering = useCallback((now: boolean) => onEntering(id, now), [onEntering, id])
  return (
    <ProposalCard line={line} note={text().proposal.number(number)} needsTold={told} onEntering={entering} />
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

function GroupHead({ group }: { readonly group: ProposalGroup }) {
  const title = useConversations(
    (state) => state.list.find((conversation) => conversation.id === group.conversationId)?.title,
  )
  const t = text().inbox
  return (
    <header className="inbox-group-head">
      <h2>
        {group.conversationId !== null && title !== undefined ? (
          <a href={`#/chat/${encodeURIComponent(group.conversationId)}`} title={t.openConversation}>
            <HiddenText text={title} />
          </a>
        ) : (
          decisionText().origins[group.actor?.kind ?? 'person']
        )}
      </h2>
      <span>
        {group.actor !== null && <HiddenText text={actorName(group.actor)} />} ·{' '}
        <RelativeTime at={group.newestAt} />
      </span>
    </header>
  )
}
