import { isEnded, type TaskData, taskLimits } from './contract/tasks'
import { say } from './sentences/say'
import type { Sentence } from './sentences/sentence'
import { leftOutOfWay } from './sentences/tasks'
import { same } from './tool/record-fields'

/** Where a task stands among others, by their ids; those may be gone. */
export type Place = Pick<TaskData, 'parent' | 'needs'>

/** Whether a task is in another place than before, where it is to be in one at all. */
export function isMoved(before: Place | null, after: Place | null): boolean {
  if (after === null) return false
  return before === null || before.parent !== after.parent || !same(before.needs, after.needs)
}

/** What tells of tasks, and how they hang together: thousands are looked at by their places alone. */
interface Places<Task> {
  find(id: string): Task | null
  /** All that these are within, are made of and wait for, however far; without those that are gone. */
  around(ids: readonly string[]): ReadonlyMap<string, Place>
}

/** Why tasks can't stand as they would, with those that the sentence names. */
export interface Misplaced<Task> {
  readonly words: Sentence
  readonly named: readonly Task[]
}

type Titled = Pick<TaskData, 'title'>

/** Why these can't stand as they would: one would wait for itself, or would be too deep within others; null where they can. */
export function misplaced<Task extends Titled>(
  places: Places<Task>,
  ids: readonly string[],
): Misplaced<Task> | null {
  const order = orderAround(places, ids)
  return inCircleOf(places, order, ids) ?? tooDeep(places, order, ids)
}

/** How one of these would wait for itself – each waits for its needs and its parts –; null where none does. */
export function inCircle<Task extends Titled>(
  places: Places<Task>,
  ids: readonly string[],
): Misplaced<Task> | null {
  return inCircleOf(places, orderAround(places, ids), ids)
}

/** Tasks by their ids, and the ids of their parts. */
interface Order {
  readonly places: ReadonlyMap<string, Place>
  readonly parts: ReadonlyMap<string | null, readonly string[]>
}

function orderAround({ around }: Pick<Places<unknown>, 'around'>, ids: readonly string[]): Order {
  const places = around(ids)
  const parts = new Map<string | null, string[]>()
  for (const [id, { parent }] of places) {
    const others = parts.get(parent)
    if (others === undefined) parts.set(parent, [id])
    else others.push(id)
  }
  return { places, parts }
}

function inCircleOf<Task extends Titled>(
  { find }: Pick<Places<Task>, 'find'>,
  order: Order,
  ids: readonly string[],
): Misplaced<Task> | null {
  const circle = circleAmong(order, ids)
  const [first] = circle ?? []
  if (circle === null || first === undefined) return null
  const way = endsOf([...circle, first]).map((id) => (id === null ? null : find(id)))
  const words = { title: way[0]?.title ?? '', way: way.map((task) => task?.title ?? leftOutOfWay) }
  return { words: say('task.circle', words), named: way.flatMap((task) => task ?? []) }
}

/** Titles of a way that a sentence tells at most. */
const TOLD_OF_WAY = 6

/** A long way without its middle, for which null stands. */
function endsOf(way: readonly string[]): readonly (string | null)[] {
  if (way.length <= TOLD_OF_WAY) return way
  return [...way.slice(0, TOLD_OF_WAY / 2), null, ...way.slice(-TOLD_OF_WAY / 2)]
}

function tooDeep<Task extends Titled>(
  { find }: Pick<Places<Task>, 'find'>,
  order: Order,
  ids: readonly string[],
): Misplaced<Task> | null {
  const deep = ids.find((id) => above(order, id) + levels(order, id) > taskLimits.depth)
  const task = deep === undefined ? null : find(deep)
  if (task === null) return null
  return { words: say('task.too_deep', { title: task.title, most: taskLimits.depth }), named: [task] }
}

/** The needs of a task that are neither done nor cancelled. */
export function openNeeds<Task extends Pick<TaskData, 'status'>>(
  { find }: Pick<Places<Task>, 'find'>,
  { needs }: Pick<TaskData, 'needs'>,
): Task[] {
  return needs.flatMap((id) => {
    const task = find(id)
    return task === null || isEnded(task.status) ? [] : [task]
  })
}

/** The ids of tasks that wait for each other in a ring, from one of `ids` on; null where there is none. */
function circleAmong(order: Order, ids: readonly string[]): readonly string[] | null {
  /** Those from which no ring is reached. */
  const settled = new Set<string>()
  for (const id of ids) {
    const circle = circleFrom(order, id, settled)
    if (circle !== null) return circle
  }
  return null
}

// Without recursion: thousands of tasks may wait one for the other.
function circleFrom({ places, parts }: Order, first: string, settled: Set<string>): readonly string[] | null {
  /** From the first to the one that is looked at, with what each waits for and is still to be looked at. */
  const way: { readonly id: string; readonly left: string[] }[] = []
  const onWay = new Set<string>()
  for (let next: string | null = first; ; next = way.at(-1)?.left.pop() ?? null) {
    if (next === null) {
      const last = way.pop()
      if (last === undefined) return null
      onWay.delete(last.id)
      settled.add(last.id)
      continue
    }
    const id = next
    if (onWay.has(id)) {
      const all = way.map((each) => each.id)
      return all.slice(all.indexOf(id))
    }
    const place = settled.has(id) ? undefined : places.get(id)
    if (place === undefined) continue
    onWay.add(id)
    way.push({ id, left: [...place.needs, ...(parts.get(id) ?? [])] })
  }
}

/** How many it is within, one in the other. */
function above(order: Order, id: string): number {
  const parent = order.places.get(id)?.parent ?? null
  return parent === null || !order.places.has(parent) ? 0 : 1 + above(order, parent)
}

/** How many are within each other from this one on. */
function levels(order: Order, id: string): number {
  return 1 + Math.max(0, ...(order.parts.get(id) ?? []).map((part) => levels(order, part)))
}
