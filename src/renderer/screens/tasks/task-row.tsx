import { ChevronRight } from 'lucide-react'
import { isEnded } from '../../../shared/contract/tasks'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { assistantOf, useAssistants } from '../../stores/assistants'
import { newPlace } from '../../stores/kept-drafts'
import { goTo } from '../../stores/page'
import type { TaskDraft } from '../../stores/task-drafts'
import { foldParts, useTasks } from '../../stores/tasks'
import { tasksText } from '../../text/tasks'
import { Badge } from '../../ui/badge'
import { HiddenText } from '../../ui/hidden-text'
import { AssistantFace } from '../assistant-face'
import { DoneBox } from './done-box'
import { TaskMarks } from './task-marks'
import type { TaskRow } from './task-rows'

/** Pixels by which a part stands further right. */
const indent = 20

/** One task of the list. */
export function TaskRowView({
  row: { line, depth, unfolded, around },
  current,
  unsaved,
}: {
  readonly row: Extract<TaskRow, { kind: 'task' }>
  readonly current: boolean
  readonly unsaved: boolean
}) {
  const { id, title, status, parent, assistant } = line
  const t = tasksText()
  return (
    <div
      className="task-row"
      data-row={id}
      data-current={current || undefined}
      data-ended={isEnded(status) || undefined}
      data-around={around || undefined}
      style={{ paddingInlineStart: depth * indent }}
    >
      {unfolded === null ? (
        <span className="task-fold" />
      ) : (
        <button
          type="button"
          className="task-fold"
          aria-label={t.unfold(title)}
          aria-expanded={unfolded}
          onClick={() => foldParts(id, unfolded)}
        >
          <ChevronRight size={14} className="task-turn" aria-hidden />
        </button>
      )}
      <DoneBox line={line} />
      <button
        type="button"
        className="task-open"
        data-opens
        aria-current={current ? 'true' : undefined}
        onClick={() => goTo({ screen: 'tasks', id })}
      >
        <span className="task-title">
          <HiddenText text={title} />
        </span>
        {parent !== null && depth > 0 && <PartOf parent={parent} />}
        <TaskMarks line={line} />
      </button>
      {unsaved && <Badge tone="warning">{t.unsaved}</Badge>}
      {assistant !== null && <Assignee id={assistant} />}
    </div>
  )
}

/** Where a part belongs to stands above it, which a screen reader is told in words. */
function PartOf({ parent }: { readonly parent: string }) {
  const title = useTasks((state) => state.lines?.find(({ id }) => id === parent)?.title)
  return title === undefined ? null : <span className="visually-hidden">{tasksText().partOf(title)}</span>
}

/** The face of the assistant that is to do it. */
export function Assignee({ id, size = 20 }: { readonly id: string; readonly size?: number }) {
  const assistants = useAssistants((state) => state.all)
  const assistant = assistantOf(assistants, id)
  const name = assistant?.name ?? tasksText().assistantGone
  return (
    <span className="task-assignee" title={revealAsText(name)}>
      {assistant !== undefined && <AssistantFace assistant={assistant} size={size} />}
      <span className="visually-hidden">{name}</span>
    </span>
  )
}

/** The task that is being made, of which nothing is saved yet. */
export function BegunTaskRow({
  current,
  draft,
}: {
  readonly current: boolean
  readonly draft: TaskDraft | undefined
}) {
  const t = tasksText()
  return (
    <div className="task-row" data-row={newPlace} data-current={current || undefined}>
      <span className="task-fold" />
      <button
        type="button"
        className="task-open"
        data-opens
        aria-current={current ? 'true' : undefined}
        onClick={() => goTo({ screen: 'tasks', id: newPlace })}
      >
        <span className="task-title">
          <HiddenText text={draft?.fields.title.trim() || t.newTitle} />
        </span>
      </button>
      <Badge tone="warning">{t.unsaved}</Badge>
    </div>
  )
}

/** Opens and folds away what is done and cancelled. */
export function EndedRow({
  row: { done, cancelled, shown },
  onShow,
}: {
  readonly row: Extract<TaskRow, { kind: 'ended' }>
  readonly onShow: (shown: boolean) => void
}) {
  return (
    <div className="task-row">
      <button
        type="button"
        className="task-ended"
        data-opens
        aria-expanded={shown}
        onClick={() => onShow(!shown)}
      >
        <ChevronRight size={14} className="task-turn" aria-hidden />
        {tasksText().ended(done, cancelled)}
      </button>
    </div>
  )
}
