import { ChevronRight, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Change } from '../../../shared/contract/changes'
import { undoChange, undoRun } from '../../stores/changes'
import { attempt, notify } from '../../stores/toasts'
import { formatTime } from '../../text/language'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ClassBadge } from '../../ui/class-badge'
import { Dialog } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { actorName } from '../actor-name'
import { ChangePreviews } from '../proposal/change-preview'
import { type ChangeGroup, canUndo } from './group-changes'

/** Changes that one run made together, or one alone. */
export function ChangeGroupView({ group }: { readonly group: ChangeGroup }) {
  const undoable = group.changes.filter(canUndo)
  const t = text().activity
  const { runId } = group
  return (
    <div className="change-group" data-many={group.changes.length > 1 || undefined}>
      {group.changes.length > 1 && runId !== null && (
        <header className="change-group-head">
          <span>{t.run(group.changes.length)}</span>
          {undoable.length > 1 && <UndoRun runId={runId} count={undoable.length} />}
        </header>
      )}
      {group.changes.map((change) => (
        <ChangeEntry key={change.id} change={change} />
      ))}
    </div>
  )
}

function ChangeEntry({ change }: { readonly change: Change }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const t = text().activity
  const undo = async () => {
    setBusy(true)
    const undone = await attempt(undoChange(change.id).then(() => true))
    setBusy(false)
    if (undone) notify({ tone: 'success', title: t.undoDone })
  }
  const details = change.preview.changes.length > 0
  const undone = change.undoneBy !== null || change.status === 'undone'
  return (
    <article className="change" aria-label={change.summary} data-undone={undone || undefined}>
      <time className="change-time" dateTime={new Date(change.at).toISOString()}>
        {formatTime(change.at)}
      </time>
      <div className="change-words">
        <h3>
          <HiddenText text={change.summary} />
        </h3>
        <p>
          {change.undoes === null ? (
            <ClassBadge toolClass={change.class} />
          ) : (
            <Badge icon={Undo2}>{t.undoes}</Badge>
          )}
          <span>{who(change)}</span>
          <span>{change.toolTitle}</span>
          {details && (
            <button
              type="button"
              className="change-toggle"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <ChevronRight size={13} aria-hidden className="change-arrow" />
              {open ? t.hideDetails : t.details}
            </button>
          )}
        </p>
      </div>
      <div className="change-actions">
        {undone && <Badge>{t.undone}</Badge>}
        {change.status === 'rolled_back' && <Badge tone="warning">{t.rolledBack}</Badge>}
        {change.status === 'applying' && <Badge tone="accent">{t.applying}</Badge>}
        {canUndo(change) && (
          <Button size="sm" icon={Undo2} busy={busy} onClick={() => void undo()}>
            {t.undo}
          </Button>
        )}
      </div>
      {open && (
        <div className="change-details">
          <ChangePreviews changes={change.preview.changes} />
        </div>
      )}
    </article>
  )
}

/** Who did it, and who countersigned when that was someone else. */
function who(change: Change): string {
  const t = text().activity
  if (change.approval === 'gesture') return `${actorName(change.actor)}, ${t.approval.gesture}`
  const approver = change.approvedBy.name === change.actor.name ? '' : ` ${actorName(change.approvedBy)}`
  return `${actorName(change.actor)}, ${t.approval[change.approval]}${approver && `: ${approver.trim()}`}`
}

function UndoRun({ runId, count }: { readonly runId: string; readonly count: number }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const t = text().activity
  const undo = async () => {
    setBusy(true)
    const outcome = await attempt(undoRun(runId))
    setBusy(false)
    setAsking(false)
    if (outcome === undefined) return
    notify(
      outcome.reason === null
        ? { tone: 'success', title: t.undoRunDone(outcome.undone) }
        : { tone: 'danger', title: t.undoRunStopped(outcome.undone, outcome.reason) },
    )
  }
  return (
    <>
      <Button size="sm" variant="ghost" icon={Undo2} onClick={() => setAsking(true)}>
        {t.undoRun}
      </Button>
      {asking && (
        <Dialog
          title={t.undoRunConfirm(count)}
          description={t.undoRunText}
          size="sm"
          onCancel={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{text().app.cancel}</Button>
              <Button variant="primary" icon={Undo2} busy={busy} onClick={() => void undo()}>
                {t.undoRun}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}
