import { Ellipsis, GripVertical, Trash2 } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { isEnded, type TaskLine, type TaskStatus, taskStatusSchema } from '../../../shared/contract/tasks'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { goTo } from '../../stores/page'
import { deleteTask, useTasks } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { statusIcons, TaskMarks } from './task-marks'
import { Assignee } from './task-row'

/** One task on the board. */
export function BoardCard({
  line,
  current,
  dragged,
  onGrab,
  onKey,
  onMove,
}: {
  readonly line: TaskLine
  readonly current: boolean
  readonly dragged: boolean
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  /** A key on its handle. */
  readonly onKey: (event: KeyboardEvent) => void
  readonly onMove: (status: TaskStatus) => void
}) {
  const { id, title, status, parent, assistant } = line
  const t = tasksText()
  return (
    <article
      className="board-card"
      data-row={id}
      data-dragged={dragged || undefined}
      data-current={current || undefined}
      data-ended={isEnded(status) || undefined}
      onPointerDown={onGrab}
    >
      <header>
        <button
          type="button"
          className="board-open"
          data-opens
          aria-current={current ? 'true' : undefined}
          onClick={() => goTo({ screen: 'tasks', id })}
        >
          <HiddenText text={title} />
        </button>
        <div className="board-controls">
          <button
            type="button"
            className="board-grip"
            aria-label={t.move(revealAsText(title))}
            title={t.move(revealAsText(title))}
            onKeyDown={onKey}
          >
            <GripVertical size={15} aria-hidden />
          </button>
          <Menu
            align="end"
            trigger={(menu) => <IconButton {...menu} size="sm" icon={Ellipsis} label={t.actions(title)} />}
            items={[
              ...taskStatusSchema.options
                .filter((other) => other !== status)
                .map((other) => ({
                  id: other,
                  icon: statusIcons[other],
                  label: t.moveTo(t.statuses[other]),
                  onSelect: () => onMove(other),
                })),
              { kind: 'separator' as const, id: 'line' },
              {
                id: 'delete',
                icon: Trash2,
                label: t.delete,
                danger: true,
                onSelect: () => void attempt(deleteTask(id)),
              },
            ]}
          />
        </div>
      </header>
      {parent !== null && <Whole id={parent} />}
      <footer>
        <TaskMarks line={line} hasStatus={false} />
        {assistant !== null && <Assignee id={assistant} />}
      </footer>
    </article>
  )
}

/** What it is a part of. */
function Whole({ id }: { readonly id: string }) {
  const title = useTasks((state) => state.lines?.find((line) => line.id === id)?.title)
  if (title === undefined) return null
  return (
    <p className="board-whole truncate">
      <HiddenText text={tasksText().partOf(title)} />
    </p>
  )
}
