import { create } from 'zustand'
import {
  isEnded,
  type Task,
  type TaskData,
  type TaskDetails,
  type TaskLine,
  type TaskStatus,
  taskDataOf,
} from '../../shared/contract/tasks'
import { client } from '../app/client'
import { changeByHand } from './batches'
import { withoutEmpty } from './changed-fields'
import { attach, useConversations } from './conversations'
import { type Drafts, keepDrafts } from './kept-drafts'
import { onceForMany } from './once-for-many'
import { createOpenRecord } from './open-record'
import { without } from './records'
import { type TaskDraft, taskDrafts } from './task-drafts'
import { attempt } from './toasts'
import { onTopOf, writtenIn } from './written-record'

/** Words that are typed are looked for once nobody types for so long (milliseconds). */
const refreshPauseMs = 120

/** What the tasks are narrowed down by. */
export interface TaskFilter {
  readonly query: string
  readonly status: TaskStatus | 'all'
  readonly tag: string | null
  /** The id of one. */
  readonly assistant: string | null
}

interface TasksState extends TaskFilter {
  /** All of them, what matters most first; null before they are asked for. */
  readonly lines: readonly TaskLine[] | null
  /** The ids of those that have the words; null while none are looked for, and before the first answer. */
  readonly found: ReadonlySet<string> | null
  /** In use. */
  readonly tags: readonly string[]
  /** Whether what is done or cancelled is shown too. */
  readonly endedShown: boolean
  /** The ids of those that were ended here a moment ago: they stay where they are until the list is looked at anew. */
  readonly justEnded: ReadonlySet<string>
  /** The ids of those whose parts are folded away. */
  readonly folded: ReadonlySet<string>
  /** Where a task goes whose status is being changed, by its id. */
  readonly moving: Readonly<Record<string, TaskStatus>>
  /** The one that is open; null while there is none, and before it is here. */
  readonly open: TaskDetails | null
  /** The one that was asked for and is not there. */
  readonly missing: string | null
  /** What was not saved yet, by the end of the task's address. */
  readonly drafts: Drafts<TaskDraft>
}

/** The tasks, the one that is open, and what is not saved of them. */
export const useTasks = create<TasksState>(() => ({
  lines: null,
  found: null,
  ...{ query: '', status: 'all', tag: null, assistant: null },
  tags: [],
  endedShown: false,
  justEnded: new Set(),
  folded: new Set(),
  moving: {},
  open: null,
  missing: null,
  drafts: taskDrafts.read(),
}))

const { setState: set, getState: get } = useTasks

const kept = keepDrafts(useTasks, taskDrafts)

/** What is being written is kept until it is saved or given up, also over a reload of the page. */
export const { change: changeTaskDraft, drop: dropTaskDraft } = kept

const opened = createOpenRecord<TaskDetails>({
  ask: (id) => client.tasks.get({ id }),
  isOpen: (id) => get().open?.task.id === id,
  set,
})

let asked = 0
let searching = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads all of them, and which have the words that are looked for. */
export async function loadTasks(): Promise<void> {
  const mine = ++asked
  const [lines, tags] = await Promise.all([client.tasks.list({}), client.tasks.tags(), search()])
  // Only the newest answer is of what is there now.
  if (mine !== asked) return
  set({ lines, tags })
  const { tag } = get()
  // Nothing has it any more, and it can't be chosen again to be given up.
  if (tag !== null && !tags.includes(tag)) filterTasks({ tag: null })
}

async function search(): Promise<void> {
  const { query } = get()
  const mine = ++searching
  const hits = query.trim() === '' ? null : await client.tasks.list({ query })
  if (mine === searching) set({ found: hits && new Set(hits.map(({ id }) => id)) })
}

/** Tasks that were moved, with how many of these moves are not stored yet. */
const unanswered = new Map<string, number>()

const reload = onceForMany(async () => {
  await Promise.all([loadTasks(), opened.again()])
  const { lines, open, moving } = get()
  // The list may be here before what is open: until both are, one of them would show the status before.
  const beside = open === null ? [] : [open.task, ...open.parts, ...open.needs, ...open.neededBy]
  const shown = [...(lines ?? []), ...beside]
  for (const [id, status] of Object.entries(moving)) {
    // Moved there and back, it would seem to be back before it is away.
    if (unanswered.has(id)) continue
    const places = shown.filter((each) => each.id === id)
    if (places.length > 0 && places.every((each) => each.status === status)) arrived(id)
  }
})

/** Asks again for what is shown of them, where anything is: some changed, came or went. */
export async function reloadTasks(): Promise<void> {
  if (get().lines !== null) await reload()
}

/** Every task, for a list of names; asked for where they are not here. */
export async function taskLines(): Promise<readonly TaskLine[]> {
  if (get().lines === null) await loadTasks()
  return get().lines ?? []
}

// Tasks tell of their own changes, and conversations of theirs: a run that ends changes what is said of its task.
useConversations.subscribe(({ list }, { list: before }) => {
  const { lines, open } = get()
  if (list === before || lines === null) return
  const runs = [...lines.flatMap(({ lastRun }) => lastRun ?? []), ...(open?.runs ?? [])]
  const followed = new Set(runs.map(({ conversationId }) => conversationId))
  const standing = (all: typeof list) =>
    all
      .filter(({ id }) => followed.has(id))
      .map(({ id, running, waiting }) => `${id} ${running} ${waiting}`)
      .toSorted()
      .join()
  if (followed.size > 0 && standing(list) !== standing(before)) void attempt(reloadTasks())
})

/** Narrows down what is shown. */
export function filterTasks(filter: Partial<TaskFilter>): void {
  set({ ...filter, justEnded: new Set() })
  if (filter.query === undefined) return
  clearTimeout(timer)
  timer = setTimeout(() => void attempt(search()), refreshPauseMs)
}

/** Shows what is done or cancelled too, or folds it away. */
export function showEnded(endedShown: boolean): void {
  set({ endedShown, justEnded: new Set() })
}

/** Folds away what was ended here too: the list is left. */
export function foldJustEnded(): void {
  set({ justEnded: new Set() })
}

/** Folds the parts of a task away, or shows them. */
export function foldParts(id: string, isFolded: boolean): void {
  const others = [...get().folded].filter((other) => other !== id)
  set({ folded: new Set(isFolded ? [...others, id] : others) })
}

/** Shows one; null shows none. */
export const openTask = opened.show

/** Adds a task; answers its id. */
export async function addTask(fields: Partial<TaskData> & Pick<TaskData, 'title'>): Promise<string | null> {
  const proposal = await changeByHand('create_task', withoutEmpty(fields))
  return proposal?.preview.targets[0]?.reference ?? null
}

let changing: Promise<unknown> = Promise.resolve()

/** One change after the other: each is planned on what the one before it has left. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const next = changing.then(change)
  changing = next.catch(() => undefined)
  return next
}

/** Changes fields of a task; a list replaces the one that it has. */
export async function changeTask(id: string, fields: Partial<TaskData>): Promise<void> {
  await inTurn(() => changeByHand('update_task', { task_id: id, ...fields }))
}

/** Says where a task stands; it is shown there at once, and goes back where that fails. */
export async function setTaskStatus(id: string, status: TaskStatus): Promise<void> {
  set(({ moving, justEnded, lines, status: wantedStatus }) => ({
    moving: { ...moving, [id]: status },
    ...(isEnded(status) && stands(lines, id, wantedStatus) ? { justEnded: new Set([...justEnded, id]) } : {}),
  }))
  unanswered.set(id, (unanswered.get(id) ?? 0) + 1)
  try {
    await changeTask(id, { status }).finally(() => answered(id))
    await reloadTasks()
  } finally {
    if (get().moving[id] === status) arrived(id)
  }
}

/** Whether the status of a task is among those that are shown. */
function stands(lines: TasksState['lines'], id: string, wantedStatus: TaskFilter['status']): boolean {
  return wantedStatus === 'all' || lines?.find((line) => line.id === id)?.status === wantedStatus
}

/** Says by when a task is to be done; answers once it is shown. */
export async function setTaskDue(id: string, due: string | null): Promise<void> {
  await changeTask(id, { due })
  await reloadTasks()
}

function answered(id: string): void {
  const left = (unanswered.get(id) ?? 0) - 1
  if (left > 0) unanswered.set(id, left)
  else unanswered.delete(id)
}

function arrived(id: string): void {
  set(({ moving }) => ({ moving: without(moving, id) }))
}

/**
 * Saves what was written and answers the task's id; null where somebody changed or deleted it meanwhile: then what is shown is
 * what is there, and what was written stays a draft.
 */
export async function saveTask(draft: TaskDraft): Promise<string | null> {
  const { id, base, fields } = draft
  const goOn = (task: Task) => (writtenOn: TaskDraft) => onTopOf(task, taskDataOf(task), writtenOn)
  // Before anything is waited for: what is written from here on is not among what is sent.
  const settle = kept.saving(id)
  if (id === null) {
    const made = await addTask(fields)
    if (made === null) return null
    const { task } = await client.tasks.get({ id: made })
    settle(goOn(task))
    return made
  }
  const there = await opened.load(id)
  if (there === null || there.task.revision !== base?.revision) return null
  const changed = writtenIn(draft)
  if (Object.keys(changed).length > 0) await changeTask(id, changed)
  const { task } = await client.tasks.get({ id })
  settle(goOn(task))
  return id
}

/** Takes a newer state of the task as what the writing began from, and keeps what was written. */
export function keepTaskDraft(draft: TaskDraft, task: Task): void {
  changeTaskDraft(onTopOf(task, taskDataOf(task), draft))
}

/** Writes something about a task. */
export async function commentOnTask(id: string, text: string): Promise<void> {
  await inTurn(() => changeByHand('comment_on_task', { task_id: id, text }))
}

/** Asks for the removal of a comment; nothing happens before the dialog's yes. */
export async function deleteTaskComment(id: string): Promise<void> {
  await changeByHand('delete_task_comment', { comment_id: id })
}

/** Asks for the removal of a task with its parts; nothing happens before the dialog's yes. */
export async function deleteTask(id: string): Promise<void> {
  await changeByHand('delete_tasks', { task_ids: [id] })
}

/** Attaches a task to a message of a new conversation. */
export function askAboutTask({ id, title }: Pick<Task, 'id' | 'title'>): void {
  attach(null, [{ kind: 'task', taskId: id, title }])
}

/** Has an assistant work on a task; answers the conversation. */
export async function runTask(id: string): Promise<string> {
  return (await client.tasks.run({ id })).conversationId
}
