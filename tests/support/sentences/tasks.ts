import type { Examples } from './examples'

const title = 'Write the report'

/** Of tasks. */
export const taskExamples = {
  'tasks.create': { title },
  'tasks.create_many': { count: 5, names: [title, 'Read', 'Sleep'], more: 2 },
  'tasks.change': { fields: ['title', 'waits for'], title },
  'tasks.comment': { title },
  'tasks.delete_comment': { title, by: 'Ada' },
  'tasks.comment_by': { by: 'Ada' },
  'tasks.delete': { title, comments: 2 },
  'tasks.delete_many': { count: 2, comments: 1, names: [title, 'Read'], more: 0 },
  'tasks.goes_with': { parent: title, comments: 1, waiting: ['A', 'B', 'C', 'D'], staying: ['E'] },
  'tasks.done_with_parts': { title, parts: ['Gather figures'] },
  'tasks.done_while_waiting': { title, needs: ['Ask Ada'] },
  'task.no_comment': { id: 'c_12' },
  'task.no_assistant': { id: 'a_12', there: ['Assistant (default)'] },
  'task.no_task_or_key': { id: 't_12' },
  'task.key_twice': { key: 'report' },
  'task.in_itself': { title },
  'task.circle': { title, way: [title, 'Read', '…', 'Sleep', title] },
  'task.too_deep': { title, most: 8 },
  'task.too_many_comments': { title, most: 500 },
  'task.gone': { title },
  'task.changed': { title },
  'task.comments_changed': { title },
  'task.parts_changed': { title },
  'task.reference_gone': { title },
  'task.gone_back': { title },
  'task.changed_back': { title },
  'task.none': { id: 't_12' },
  'task.ended': { title },
  'task.blocked': { title, needs: ['Gather figures', 'Ask Ada', 'Read', 'Sleep'] },
  'task.at_work': { title },
} satisfies Examples
