import { ChevronRight, History, Inbox, MessageSquare } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { Iteration } from '../../../shared/contract/missions'
import { everything, loadChanges } from '../../stores/changes'
import { loadClosing, useMissions } from '../../stores/missions'
import { goTo, leaveTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { formatDuration, formatMoment } from '../../text/language'
import { missionsText } from '../../text/missions'
import { messageInLanguage } from '../../text/sentences'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Markdown } from '../../ui/markdown'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { StatusDot } from '../../ui/status-dot'
import { ToModelSettings } from '../to-model-settings'
import { endLooks, proposedInWords } from './mission-words'
import { useWaiting } from './use-waiting'

/** One time that a mission ran: when, why, how it ended, and what came of it. */
export function IterationEntry({
  missionId,
  iteration,
  first,
}: {
  readonly missionId: string
  readonly iteration: Iteration
  /** The newest is open from the start. */
  readonly first: boolean
}) {
  const { why, startedAt, endedAt, ended } = iteration
  const [open, setOpen] = useState(first)
  const id = useId()
  const t = missionsText()
  const proposed = proposedInWords(iteration)
  const facts = [
    t.whys[why],
    ...(endedAt === null ? [] : [t.took(formatDuration(endedAt - startedAt))]),
    ...(proposed === null ? [] : [proposed]),
  ]
  return (
    <li>
      <button
        type="button"
        className="catalog-row mission-iteration"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={14} aria-hidden />
        <span className="catalog-words catalog-lines">
          <strong>{formatMoment(startedAt)}</strong>
          <span title={why === 'late' ? t.lateHint : undefined}>{facts.join(' · ')}</span>
        </span>
        {ended === null ? (
          <StatusDot tone="accent" pulse label={t.running} />
        ) : (
          <Badge tone={endLooks[ended].tone} icon={endLooks[ended].icon}>
            {t.ends[ended]}
          </Badge>
        )}
      </button>
      <div id={id} hidden={!open}>
        {open && <Details missionId={missionId} iteration={iteration} />}
      </div>
    </li>
  )
}

function Details({ missionId, iteration }: { readonly missionId: string; readonly iteration: Iteration }) {
  const { conversationId, runId, ended, applied, undone } = iteration
  const waiting = useWaiting(missionId, runId)
  const t = missionsText()
  const showChanges = (conversation: string) =>
    void attempt(loadChanges({ ...everything, conversationId: conversation })).then(() =>
      goTo({ screen: 'activity' }),
    )
  return (
    <div className="mission-details">
      {ended !== null && <Closing iteration={iteration} />}
      <div className="section-buttons">
        {waiting > 0 && (
          <Button size="sm" variant="primary" icon={Inbox} onClick={() => goTo({ screen: 'inbox' })}>
            {t.openInbox(waiting)}
          </Button>
        )}
        {conversationId !== null && (
          <Button size="sm" icon={MessageSquare} onClick={() => goTo({ screen: 'chat', id: conversationId })}>
            {t.conversation}
          </Button>
        )}
        {conversationId !== null && applied + undone > 0 && (
          <Button size="sm" icon={History} onClick={() => showChanges(conversationId)}>
            {t.activity}
          </Button>
        )}
      </div>
    </div>
  )
}

function Closing({ iteration }: { readonly iteration: Iteration }) {
  const { id, conversationId, runId } = iteration
  const closing = useMissions((state) => state.closings[id])
  const t = missionsText()
  useEffect(() => {
    if (useMissions.getState().closings[id] === undefined) void attempt(loadClosing(id))
  }, [id])
  if (closing === undefined) return <Spinner />
  const { text, error, failedCalls } = closing
  const isGone = runId !== null && conversationId === null
  return (
    <>
      {error !== null && (
        <Notice
          tone="warning"
          title={messageInLanguage(error.message, error.said)}
          actions={<ToModelSettings error={error} />}
        />
      )}
      {text.trim() !== '' ? (
        <Markdown text={text} onLink={leaveTo} />
      ) : (
        error === null && <p className="catalog-quiet">{isGone ? t.conversationGone : t.noWords}</p>
      )}
      {failedCalls > 0 && <p className="catalog-quiet">{t.failedCalls(failedCalls)}</p>}
    </>
  )
}
