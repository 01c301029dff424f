import type { ReactNode } from 'react'
import { isEnded, type TaskLine } from '../../../shared/contract/tasks'
import { useTasks } from '../../stores/tasks'
import { HiddenText } from '../../ui/hidden-text'
import { DoneBox } from './done-box'
import { TaskMarks } from './task-marks'

/** A task among those that the open one has to do with. */
export function TaskItem({
  line: stored,
  children,
}: {
  readonly line: TaskLine
  readonly children?: ReactNode
}) {
  const moving = useTasks((state) => state.moving[stored.id])
  const line = { ...stored, status: moving ?? stored.status }
  return (
    <li className="task-item" data-ended={isEnded(line.status) || undefined}>
      <DoneBox line={line} />
      <span className="task-item-words">
        <a className="record-named task-title" href={`#/tasks/${encodeURIComponent(line.id)}`}>
          <HiddenText text={line.title} />
        </a>
        <TaskMarks line={line} />
      </span>
      {children}
    </li>
  )
}
