import { isEnded, type TaskData, taskLimits } from '../../../shared/contract/tasks'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'

/** A task as its place among others is looked at. */
type Placed = Pick<TaskData, 'title' | 'parent' | 'needs' | 'status'> & { readonly id: string }

/** What tells of tasks and what they are made of. */
interface Places<Task extends Placed = Placed> {
  find(id: string): Task | null
  /** What is a part of it. */
  parts(id: string): readonly Task[]
}

/** Says how one of these would wait for itself – each waits for its needs and its parts –; null where none does. */
export function circleSentence(places: Places, ids: readonly string[]): Sentence | null {
  const circle = circleAmong(places, ids)
  const [first] = circle ?? []
  if (circle === null || first === undefined) return null
  return say('task.circle', { title: first.title, way: [...circle, first].map(({ title }) => title) })
}

/** Says that tasks would be within each other too deep; null where none of these is. */
export function depthSentence(places: Places, ids: readonly string[]): Sentence | null {
  const deep = ids.flatMap((id) => {
    const task = places.find(id)
    if (task === null) return []
    return above(places, task).length + levels(places, id) > taskLimits.depth ? [task] : []
  })[0]
  return deep === undefined ? null : say('task.too_deep', { title: deep.title, most: taskLimits.depth })
}

/** The needs of a task that are neither done nor cancelled. */
export function openNeeds<Task extends Placed>(
  places: Places<Task>,
  { needs }: Pick<Placed, 'needs'>,
): Task[] {
  return needs.flatMap((id) => {
    const task = places.find(id)
    return task === null || isEnded(task.status) ? [] : [task]
  })
}

/** Tasks that wait for each other in a ring, from one of `ids` on; null where there is none. */
function circleAmong(places: Places, ids: readonly string[]): readonly Placed[] | null {
  const settled = new Set<string>()
  for (const id of ids) {
    const task = places.find(id)
    const circle = task === null ? null : circleFrom(places, task, new Map(), settled)
    if (circle !== null) return circle
  }
  return null
}

/** `way` has led to this task, by ids; `settled` are those from which no ring is reached. */
function circleFrom(
  places: Places,
  task: Placed,
  way: Map<string, Placed>,
  settled: Set<string>,
): readonly Placed[] | null {
  if (way.has(task.id)) {
    const all = [...way.values()]
    return all.slice(all.findIndex(({ id }) => id === task.id))
  }
  if (settled.has(task.id)) return null
  way.set(task.id, task)
  const next = [...task.needs.flatMap((id) => places.find(id) ?? []), ...places.parts(task.id)]
  for (const each of next) {
    const circle = circleFrom(places, each, way, settled)
    if (circle !== null) return circle
  }
  way.delete(task.id)
  settled.add(task.id)
  return null
}

/** What a task is a part of, from the nearest on. */
function above(places: Places, task: Placed): readonly Placed[] {
  const parent = task.parent === null ? null : places.find(task.parent)
  return parent === null ? [] : [parent, ...above(places, parent)]
}

/** How many are within each other from this one on. */
function levels(places: Places, id: string): number {
  return 1 + Math.max(0, ...places.parts(id).map((part) => levels(places, part.id)))
}
