import type { TaskService } from '../../../main/tasks/service'
import type { Task, TaskComment, TaskLine } from '../../../shared/contract/tasks'
import { AppError } from '../../../shared/errors'
import { tellingOf } from '../../../shared/tool/records/from-outside'
import type { TasksTool } from '../runtime'
import { planView, type SeenTask } from './plan-view'
import { noAssistant } from './rules'
import { fieldNames, inWords, shownName } from './shown-fields'
import { lineStateOf, lineText, parentOf, standingOf, stateOf } from './state'

/** Lists them, what matters most first. */
export function listTasks(tasks: TaskService): TasksTool<'list_tasks'> {
  return {
    async run({ parent_id: parent, ...query }, context) {
      const view = planView(tasks, context)
      // That it has no parts, and that it is not there, are told apart.
      if (parent !== undefined) view.get(parent, 'parent_id')
      const { tasks: found, cursor, total } = tasks.page({ ...query, parent })
      const { assistant } = query
      // One that is gone may still have some.
      if (total === 0 && assistant !== undefined && tasks.assistantName(assistant) === null)
        throw new AppError('not_found', noAssistant(tasks, assistant), { field: 'assistant' })
      const lines = found.map((line) => lineStateOf(tasks, line))
      const proposed = view.proposed()
      const more = cursor === null ? [] : [`${found.length} of ${total}; go on with cursor ${cursor}.`]
      const content = [...lines.map(lineText), ...proposed.map(proposedText), ...more].join('\n')
      return {
        content: content === '' ? 'There are no tasks of that kind.' : content,
        state: { tasks: lines, cursor, total },
        ...tellingOf(...toldOf(tasks, found), ...proposed),
      }
    },
  }
}

/** Finds those that have every word. */
export function searchTasks(tasks: TaskService): TasksTool<'search_tasks'> {
  return {
    async run(query) {
      const { tasks: found, total } = tasks.page(query)
      const lines = found.map((line) => lineStateOf(tasks, line))
      const more = total > found.length ? [`${total - found.length} more were found.`] : []
      return {
        content:
          found.length === 0
            ? 'No task was found. Try fewer words, or a part of the title.'
            : [...lines.map(lineText), ...more].join('\n'),
        state: { tasks: lines, total },
        ...tellingOf(...toldOf(tasks, found)),
      }
    },
  }
}

/** Tells all of one. */
export function readTask(tasks: TaskService): TasksTool<'read_task'> {
  return {
    names: ({ task_id }): Record<string, string> => {
      const found = tasks.find(task_id)
      return found === null ? {} : { task_id: found.title }
    },
    async run({ task_id }) {
      const { task, parts, needs, neededBy, comments: all } = tasks.details(task_id)
      const comments = newest(all)
      const older = all.length - comments.length
      const shown = fieldNames.filter((field) => !['title', 'needs', 'notes'].includes(field))
      const fields = shown
        .map((field) => [shownName(field), inWords(tasks, task, field)] as const)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}: ${value}`)
      return {
        content: [
          `${task.title} (${task.id})`,
          ...fields,
          ...section('Waits for:', needs.map(shortText)),
          ...section('Waited for by:', neededBy.map(shortText)),
          ...section('Its parts:', parts.map(shortText)),
          ...section('Notes:', task.notes.trim() === '' ? [] : [task.notes]),
          ...section(
            older === 0 ? 'Comments:' : `Comments (${older} before these are left out):`,
            comments.map(commentText),
          ),
        ].join('\n'),
        state: {
          ...stateOf(tasks, task),
          parts: parts.map(standingOf),
          needed_by: neededBy.map(standingOf),
          comments: comments.map(({ id, madeBy, createdAt, text }) => ({
            comment_id: id,
            by: madeBy.name,
            created_at: createdAt,
            text,
          })),
          older_comments: older,
        },
        ...tellingOf(
          task,
          ...comments,
          parentOf(tasks, task),
          ...[...parts, ...needs, ...neededBy].map(({ id }) => tasks.find(id)),
        ),
      }
    },
  }
}

/** Characters of comments that one reading tells: as many as of a note. */
const COMMENTS_TOLD = 50_000

/** The last ones, as many as one reading tells. */
function newest(comments: readonly TaskComment[]): readonly TaskComment[] {
  let characters = 0
  const from = comments.findLastIndex(({ text }) => {
    characters += text.length
    return characters > COMMENTS_TOLD
  })
  return comments.slice(from + 1)
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}

function shortText({ id, title, status }: Pick<Task, 'id' | 'title' | 'status'>): string {
  return `${title} (${id}): ${status}`
}

function commentText({ id, madeBy, createdAt, text }: TaskComment): string {
  return `${new Date(createdAt).toISOString()}, ${madeBy.name} (comment ${id}): ${text}`
}

function proposedText({ id, title }: SeenTask): string {
  return `${title} (${id}): proposed by you, not there before a person approves it`
}

/** What the lines of these tell of. */
function toldOf(tasks: TaskService, lines: readonly TaskLine[]): (Task | null)[] {
  return lines.flatMap((line) => [tasks.find(line.id), parentOf(tasks, line)])
}
