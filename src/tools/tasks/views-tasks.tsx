import { Circle, CircleCheck, CircleDot, CircleSlash, MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { KeyValues } from '../../renderer/ui/key-values'
import { ResultList } from '../../renderer/ui/result-list'
import { useToolViewActions } from '../../renderer/ui/tool-view'
import type { TaskStatus } from '../../shared/contract/tasks'
import type { createTasks, TaskLineState, TaskState } from './module'
import type { commentState, taskDetailsState } from './module/schemas'
import { text } from './views-text'

const icons = {
  open: Circle,
  in_progress: CircleDot,
  done: CircleCheck,
  cancelled: CircleSlash,
} as const satisfies Record<TaskStatus, unknown>

/** Tasks of a list; a click opens one. */
export function TaskLines({
  tasks,
  note,
}: {
  readonly tasks: readonly TaskLineState[]
  readonly note?: ReactNode
}) {
  const { openTask } = useToolViewActions()
  const t = text()
  return (
    <ResultList
      label={t.tasks}
      items={tasks.map((task) => ({
        key: task.task_id,
        icon: icons[task.status],
        title: task.title,
        meta: t.statuses[task.status],
        text: [
          task.priority !== 'normal' && t.priorities[task.priority],
          task.due !== null && t.dueOn(task.due),
          task.assistant !== null && t.forAssistant(task.assistant),
          task.parent !== null && t.partOf(task.parent.title),
          task.blocked_by > 0 && t.blockedBy(task.blocked_by),
          task.parts > 0 && t.partsEnded(task.parts_ended, task.parts),
          task.tags.join(', '),
        ]
          .filter(Boolean)
          .join(' · '),
        onOpen: () => openTask(task.task_id),
      }))}
      note={note}
    />
  )
}

/** Tasks of which the title is known; those that are gone can't be opened. */
export function TitledTasks({
  label,
  tasks,
  gone = false,
}: {
  readonly label: string
  readonly tasks: readonly {
    readonly task_id: string
    readonly title: string
    readonly status?: TaskStatus
  }[]
  readonly gone?: boolean
}) {
  const { openTask } = useToolViewActions()
  return (
    <ResultList
      label={label}
      items={tasks.map(({ task_id, title, status }) => ({
        key: task_id,
        icon: icons[status ?? 'open'],
        title,
        ...(status === undefined ? {} : { meta: text().statuses[status] }),
        ...(gone ? {} : { onOpen: () => openTask(task_id) }),
      }))}
    />
  )
}

/** Tasks that are to be added; what they name may be a key of another. */
export function GivenTasks({ input }: { readonly input: z.output<(typeof createTasks)['input']> }) {
  const t = text()
  return (
    <ResultList
      label={t.tasks}
      items={input.tasks.map(({ title, key, priority, due, parent, needs, notes }, place) => ({
        key: `${place}`,
        icon: Circle,
        title,
        meta: key,
        text: [
          priority !== 'normal' && t.priorities[priority],
          due && t.dueOn(due),
          parent && t.partOf(parent),
          needs !== undefined && needs.length > 0 && `${t.needs}: ${needs.join(', ')}`,
          notes,
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  )
}

/** All of a task. */
export function TaskFacts({ task }: { readonly task: TaskState }) {
  const t = text()
  return (
    <>
      <KeyValues
        items={[
          { label: t.title, value: task.title },
          { label: t.status, value: t.statuses[task.status] },
          { label: t.priority, value: t.priorities[task.priority] },
          { label: t.due, value: task.due },
          { label: t.parent, value: task.parent?.title },
          { label: t.assistant, value: task.assistant?.name },
          { label: t.tags, value: task.tags.join(', ') },
          { label: t.notes, value: task.notes },
        ]}
      />
      <TitledTasks label={t.needs} tasks={task.needs} />
    </>
  )
}

/** The same with all that it has to do with. */
export function TaskDetails({ output }: { readonly output: z.output<typeof taskDetailsState> }) {
  const t = text()
  return (
    <>
      <TaskFacts task={output} />
      <TitledTasks label={t.parts} tasks={output.parts} />
      <TitledTasks label={t.neededBy} tasks={output.needed_by} />
      <ResultList
        label={t.comments}
        items={output.comments.map(({ comment_id, by, text: words }) => ({
          key: comment_id,
          icon: MessageSquare,
          title: by,
          text: words,
        }))}
        note={output.older_comments > 0 && t.olderComments(output.older_comments)}
      />
    </>
  )
}

/** A comment and what it is on. */
export function CommentFacts({ output }: { readonly output: z.output<typeof commentState> }) {
  const t = text()
  return (
    <KeyValues
      items={[
        { label: t.task, value: output.task.title },
        { label: t.comment, value: output.text },
      ]}
    />
  )
}
