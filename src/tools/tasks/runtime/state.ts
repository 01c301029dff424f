import type { TaskService } from '../../../main/tasks/service'
import type { Task, TaskLine } from '../../../shared/contract/tasks'
import { tellingOf } from '../../../shared/tool/records/from-outside'
import type { TaskLineState, TaskState } from '../module'

/** A task by its title. */
export function titledOf({ id, title }: { readonly id: string; readonly title: string }) {
  return { task_id: id, title }
}

/** The same with where it stands. */
export function standingOf(task: Pick<Task, 'id' | 'title' | 'status'>) {
  return { ...titledOf(task), status: task.status }
}

/** The task that it is a part of, where that is there. */
export function parentOf(tasks: TaskService, { parent }: Pick<Task, 'parent'>): Task | null {
  return parent === null ? null : tasks.find(parent)
}

/** The tasks that it waits for and that are there. */
function needsOf(tasks: TaskService, { needs }: Pick<Task, 'needs'>): Task[] {
  return needs.flatMap((id) => tasks.find(id) ?? [])
}

/** A task as the tools' state gives it. */
export function stateOf(tasks: TaskService, task: Task): TaskState {
  const parent = parentOf(tasks, task)
  const name = task.assistant === null ? null : tasks.assistantName(task.assistant)
  return {
    ...standingOf(task),
    notes: task.notes,
    priority: task.priority,
    due: task.due,
    tags: [...task.tags],
    assistant: task.assistant === null || name === null ? null : { assistant_id: task.assistant, name },
    parent: parent === null ? null : titledOf(parent),
    needs: needsOf(tasks, task).map(standingOf),
    created_at: task.createdAt,
    updated_at: task.updatedAt,
  }
}

/** Where an answer comes from that tells such a state. */
export function tellingOfState(tasks: TaskService, task: Task) {
  return tellingOf(task, parentOf(tasks, task), ...needsOf(tasks, task))
}

/** A task as a line of a list. */
export function lineStateOf(tasks: TaskService, line: TaskLine): TaskLineState {
  const parent = parentOf(tasks, line)
  return {
    ...standingOf(line),
    priority: line.priority,
    due: line.due,
    tags: [...line.tags],
    assistant: line.assistant === null ? null : tasks.assistantName(line.assistant),
    parent: parent === null ? null : titledOf(parent),
    blocked_by: line.blockedBy,
    parts: line.parts,
    parts_ended: line.partsEnded,
    comments: line.comments,
  }
}

/** The same in one line for the model. */
export function lineText(line: TaskLineState): string {
  const { task_id, title, status, priority, due, assistant, parent, blocked_by, parts, parts_ended } = line
  const facts = [
    status,
    priority === 'normal' ? '' : priority,
    due === null ? '' : `due ${due}`,
    assistant === null ? '' : `for ${assistant}`,
    parent === null ? '' : `part of “${parent.title}”`,
    blocked_by === 0 ? '' : `waits for ${blocked_by}`,
    parts === 0 ? '' : `${parts_ended} of ${parts} parts ended`,
    line.tags.map((tag) => `#${tag}`).join(' '),
  ].filter((fact) => fact !== '')
  return `${title} (${task_id}): ${facts.join('; ')}`
}

/** How much has to be kept to bring these back. */
export function storedBytes(records: readonly object[]): number {
  return Buffer.byteLength(JSON.stringify(records))
}
