import { ChevronRight, Ellipsis, MessageSquare, Undo2 } from 'lucide-react'
import { memo, useState } from 'react'
import type { ChangeLine } from '../../../shared/contract/changes'
import { toolTitle } from '../../app/tool-views'
import { loadChanges, type Together, useChanges } from '../../stores/changes'
import { useConversations } from '../../stores/conversations'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { formatTime } from '../../text/language'
import { inLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ClassBadge } from '../../ui/class-badge'
import { Dialog } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { actorName } from '../actor-name'
import { ChangeDetails } from './change-details'
import { ChangeStanding, isUndone } from './change-standing'
import { type ChangeGroup, canUndo } from './group-changes'
import { StopChange } from './stop-change'
import { UndoAll } from './undo-all'
import { useUndo } from './use-undo'

/** Changes that one run, or one undo, made together, or one alone. */
export function ChangeGroupView({
  group,
  drawn,
}: {
  readonly group: ChangeGroup
  /** How many of its changes are drawn; with none it takes no room. */
  readonly drawn: number
}) {
  const undoable = group.changes.filter(canUndo)
  const { runId, batch, conversationId, changes } = group
  const what: Together | null =
    runId !== null ? { kind: 'run', id: runId } : batch !== null ? { kind: 'batch', id: batch } : null
  const together = changes.length > 1 && what !== null
  if (drawn === 0) return null
  return (
    <div className="change-group" data-many={group.changes.length > 1 || undefined}>
      {together && (
        <header className="change-group-head">
          <span>{headOf(group)}</span>
          {conversationId !== null && <ConversationLink id={conversationId} />}
          <span className="change-group-actions">
            {undoable.length > 0 && <UndoAll what={what} redo={isUndo(group)} />}
            {conversationId !== null && <ConversationMenu id={conversationId} />}
          </span>
        </header>
      )}
      {changes.slice(0, drawn).map((change) => (
        <ChangeEntry key={change.id} change={change} alone={!together} />
      ))}
    </div>
  )
}

const ChangeEntry = memo(function ChangeEntry({
  change,
  alone,
}: {
  readonly change: ChangeLine
  readonly alone: boolean
}) {
  const [open, setOpen] = useState(false)
  const { busy, undoOne } = useUndo()
  const t = text().activity
  const details = change.detailed
  const summary = inLanguage(change.summary, change.said)
  return (
    <article
      className="change"
      aria-label={summary}
      tabIndex={-1}
      data-undone={isUndone(change) || undefined}
    >
      <time className="change-time" dateTime={new Date(change.at).toISOString()}>
        {formatTime(change.at)}
      </time>
      <div className="change-words">
        <h3>
          <HiddenText text={summary} />
        </h3>
        <p>
          {change.undoes === null && change.undoesPartOf === null ? (
            <ClassBadge toolClass={change.class} />
          ) : (
            <Badge icon={Undo2}>{t.undoes}</Badge>
          )}
          <span>
            <HiddenText text={who(change)} />
          </span>
          <span>{toolTitle(change.tool, change.toolTitle)}</span>
          {alone && change.conversationId !== null && <ConversationLink id={change.conversationId} />}
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
        {change.amended !== null && (
          <p className="change-amended">
            <Badge tone="accent">{decisionText().activity.amended}</Badge>
            <HiddenText text={inLanguage(change.amended, change.said)} />
          </p>
        )}
        {change.undoEnded && <p className="change-amended">{decisionText().history.undoEndedWhy}</p>}
      </div>
      <div className="change-actions">
        <ChangeStanding change={change} />
        {change.goesOn === true && <StopChange id={change.id} />}
        {canUndo(change) && (
          <Button size="sm" icon={Undo2} busy={busy} onClick={() => void undoOne(change.id)}>
            {t.undo}
          </Button>
        )}
        {alone && change.conversationId !== null && <ConversationMenu id={change.conversationId} />}
      </div>
      {open && (
        <div className="change-details">
          <ChangeDetails change={change} />
        </div>
      )}
    </article>
  )
})

/** Who did it, and who countersigned when that was someone else. */
function who(change: ChangeLine): string {
  const t = text().activity
  const [actor, approver] = [actorName(change.actor), actorName(change.approvedBy)]
  if (change.approval === 'gesture' || approver === actor) return `${actor}, ${t.approval[change.approval]}`
  return `${actor}, ${t.approval[change.approval]}: ${approver}`
}

function useConversationTitle(id: string): string | undefined {
  return useConversations((state) => state.list.find((conversation) => conversation.id === id)?.title)
}

/** One click back to where it came from; nothing for a conversation that was deleted. */
function ConversationLink({ id }: { readonly id: string }) {
  const title = useConversationTitle(id)
  if (title === undefined) return null
  return (
    <a
      className="change-source"
      href={`#/chat/${encodeURIComponent(id)}`}
      title={text().inbox.openConversation}
      aria-label={decisionText().activity.fromConversation(title)}
    >
      <MessageSquare size={12} aria-hidden />
      <span>
        <HiddenText text={title} />
      </span>
    </a>
  )
}

function ConversationMenu({ id }: { readonly id: string }) {
  const [asking, setAsking] = useState(false)
  const title = useConversationTitle(id) ?? ''
  const { busy, undoAll } = useUndo()
  const t = decisionText().activity
  const undo = async () => {
    await undoAll({ kind: 'conversation', id })
    setAsking(false)
  }
  return (
    <>
      <Menu
        align="end"
        items={[
          {
            id: 'only',
            label: t.showConversation,
            icon: MessageSquare,
            onSelect: () =>
              void attempt(loadChanges({ ...useChanges.getState().filter, conversationId: id })),
          },
          { id: 'undo', label: t.undoConversation, icon: Undo2, onSelect: () => setAsking(true) },
        ]}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} size="sm" label={t.more} />}
      />
      {asking && (
        <Dialog
          title={t.undoConversationTitle(title)}
          description={text().activity.undoRunText}
          size="sm"
          onCancel={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{text().app.cancel}</Button>
              <Button variant="primary" icon={Undo2} busy={busy} onClick={() => void undo()}>
                {t.undoConversationButton}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

function headOf({ batch, changes }: ChangeGroup): string {
  const t = decisionText().activity
  if (batch === null) return text().activity.run(changes.length)
  return isUndo({ changes }) ? t.undoneTogether(changes.length) : t.redoneTogether(changes.length)
}

/** Whether what it would take back is an undo, so that taking it back does things again. */
function isUndo({ changes }: Pick<ChangeGroup, 'changes'>): boolean {
  return changes.some(({ undoes, redoes }) => undoes !== null && redoes === null)
}
