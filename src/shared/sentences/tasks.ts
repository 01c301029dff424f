import { counted, inQuotes, type Told, told } from './english'

interface Titled {
  readonly title: string
}

const first = ({ names, more }: Told) =>
  `${names.map(inQuotes).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
const few = (all: readonly string[]) => first(told(all.map((name) => ({ name }))))

/** Stands for the middle of a long way, which says less than its ends. */
export const leftOutOfWay = '…'

/** `“A” → “B” → “A”`. */
export function wayInWords(way: readonly string[], quote = inQuotes): string {
  return way.map((title) => (title === leftOutOfWay ? title : quote(title))).join(' → ')
}

/** What the tools of tasks propose, and why they can't. */
export const taskSentences = {
  'tasks.create': ({ title }: Titled) => `Add the task ${inQuotes(title)}.`,
  'tasks.create_many': ({ count, ...names }: Told & { count: number }) =>
    `Add ${counted(count, 'task')}: ${first(names)}.`,
  'tasks.change': ({ fields, title }: Titled & { fields: readonly string[] }) =>
    `Change the task ${inQuotes(title)}: ${fields.join(', ')}.`,
  'tasks.comment': ({ title }: Titled) => `Comment on the task ${inQuotes(title)}.`,
  /** `by` is empty for the person’s own. */
  'tasks.delete_comment': ({ title, by }: Titled & { by: string }) =>
    `Delete ${by === '' ? 'your comment' : `a comment by ${by}`} on the task ${inQuotes(title)}.`,
  'tasks.comment_by': ({ by }: { by: string }) => (by === '' ? 'Your comment' : `Comment by ${by}`),
  'tasks.delete': ({ title, comments }: Titled & { comments: number }) =>
    `Delete the task ${inQuotes(title)}${comments === 0 ? '' : `, with ${counted(comments, 'comment')}`}.`,
  'tasks.delete_many': ({ count, comments, ...names }: Told & { count: number; comments: number }) =>
    `Delete ${counted(count, 'task')}${comments === 0 ? '' : `, with ${counted(comments, 'comment')}`}: ${first(names)}.`,
  'tasks.goes_with': ({
    parent,
    comments,
    waiting,
    staying,
  }: {
    /** Empty for one that was named itself. */
    parent: string
    comments: number
    waiting: readonly string[]
    staying: readonly string[]
  }) =>
    [
      ...(parent === '' ? [] : [`A part of ${inQuotes(parent)}.`]),
      ...(comments === 0 ? [] : [`${counted(comments, 'comment')} ${comments === 1 ? 'goes' : 'go'} too.`]),
      ...(waiting.length === 0 ? [] : [`Then waiting for it no more: ${few(waiting)}.`]),
      ...(staying.length === 0 ? [] : [`Parts that stay: ${few(staying)}.`]),
    ].join(' '),
  'tasks.done_with_parts': ({ title, parts }: Titled & { parts: readonly string[] }) =>
    `Parts of ${inQuotes(title)} are not done: ${few(parts)}.`,
  'tasks.done_while_waiting': ({ title, needs }: Titled & { needs: readonly string[] }) =>
    `${inQuotes(title)} waits for what is not done: ${few(needs)}.`,
  'task.none': ({ id }: { id: string }) => `There is no task ${id}.`,
  'task.no_comment': ({ id }: { id: string }) => `There is no comment ${id} on a task.`,
  /** `there` are those that there are, each with its id. */
  'task.no_assistant': ({ id, there }: { id: string; there: readonly string[] }) =>
    `There is no assistant ${id}. Name the id of one of these, or none: ${there.join(', ')}.`,
  'task.no_task_or_key': ({ id }: { id: string }) =>
    `${id} is neither a task nor the key of one in this call.`,
  'task.key_twice': ({ key }: { key: string }) => `Two tasks of this call have the key ${inQuotes(key)}.`,
  'task.in_itself': ({ title }: Titled) =>
    `${inQuotes(title)} can’t be a part of itself, nor wait for itself.`,
  /** `way` leads from the task back to it; see {@link leftOutOfWay}. */
  'task.circle': ({ title, way }: Titled & { way: readonly string[] }) =>
    `${inQuotes(title)} would wait for itself: ${wayInWords(way)}. A task waits for its parts, too.`,
  'task.too_deep': ({ title, most }: Titled & { most: number }) =>
    `With ${inQuotes(title)}, more than ${most} tasks would be within each other.`,
  'task.too_many_comments': ({ title, most }: Titled & { most: number }) =>
    `${inQuotes(title)} has ${counted(most, 'comment')} already, which is as many as a task holds. Write into its notes instead.`,
  'task.unchanged': () => 'This would change nothing.',
  'task.gone': ({ title }: Titled) => `${inQuotes(title)} was deleted meanwhile. Nothing was done.`,
  'task.changed': ({ title }: Titled) => `${inQuotes(title)} was changed meanwhile. Nothing was done.`,
  'task.comments_changed': ({ title }: Titled) =>
    `The comments on ${inQuotes(title)} have changed meanwhile. Nothing was done.`,
  'task.parts_changed': ({ title }: Titled) =>
    `What is a part of ${inQuotes(title)} has changed meanwhile. Nothing was done.`,
  'task.reference_gone': ({ title }: Titled) =>
    `What ${inQuotes(title)} was to be a part of, or to wait for, was deleted meanwhile. Nothing was done.`,
  'task.gone_back': ({ title }: Titled) => `${inQuotes(title)} was deleted since. Nothing was done.`,
  'task.changed_back': ({ title }: Titled) => `${inQuotes(title)} was changed again since. Nothing was done.`,
  'task.list_moved': () => 'The task that this list went on from is gone. List them from the start.',
  'task.no_longer_kept': () =>
    'What was deleted is no longer kept, so it can’t be brought back. Settings say for how long it is.',
  'task.ended': ({ title }: Titled) =>
    `${inQuotes(title)} is done or cancelled. Open it again before an assistant works on it.`,
  'task.blocked': ({ title, needs }: Titled & { needs: readonly string[] }) =>
    `${inQuotes(title)} waits for ${few(needs)}. Do that first, or take it off what the task waits for.`,
  'task.at_work': ({ title }: Titled) => `An assistant works on ${inQuotes(title)} already.`,
} as const
