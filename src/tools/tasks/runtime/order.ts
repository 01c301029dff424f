import { isEnded, type TaskData, taskLimits } from '../../../shared/contract/tasks'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { leftOutOfWay } from '../../../shared/sentences/tasks'

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
  return say('task.circle', { title: first.title, way: endsOf([...circle, first].map(({ title }) => title)) })
}

/** Titles of a way that a sentence tells at most. */
const TOLD_OF_WAY = 6

function endsOf(way: readonly string[]): readonly string[] {
  if (way.length <= TOLD_OF_WAY) return way
  return [...way.slice(0, TOLD_OF_WAY / 2), leftOutOfWay, ...way.slice(-TOLD_OF_WAY / 2)]
}

/** Says that tasks would be within each other too deep; null where none of these is. */
export function depthSentence(places: Places, ids: readonly string[]): Sentence | null {
  const deep = ids.flatMap((id) => {
    const task = places.find(id)
    if (task === null) return []
    return above(places, task) + levels(places, id) > taskLimits.depth ? [task] : []
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
  /** Those from which no ring is reached. */
  const settled = new Set<string>()
  for (const id of ids) {
    const circle = circleFrom(places, places.find(id), settled)
    if (circle !== null) return circle
  }
  return null
}

// Without recursion: thousands of tasks may wait one for the other.
function circleFrom(places: Places, first: Placed | null, settled: Set<string>): readonly Placed[] | null {
  /** From the first to the one that is looked at, with what each waits for and is still to be looked at. */
  const way: { readonly task: Placed; readonly left: Placed[] }[] = []
  const onWay = new Set<string>()
  for (let next = first; ; next = way.at(-1)?.left.pop() ?? null) {
    if (next === null) {
      const last = way.pop()
      if (last === undefined) return null
      onWay.delete(last.task.id)
      settled.add(last.task.id)
      continue
    }
    const { id } = next
    if (onWay.has(id)) {
      const all = way.map(({ task }) => task)
      return all.slice(all.findIndex((task) => task.id === id))
    }
    if (settled.has(id)) continue
    onWay.add(id)
    way.push({
      task: next,
      left: [...next.needs.flatMap((need) => places.find(need) ?? []), ...places.parts(id)],
    })
  }
}

/** How many it is within, one in the other. */
function above(places: Places, { parent }: Placed): number {
  const whole = parent === null ? null : places.find(parent)
  return whole === null ? 0 : 1 + above(places, whole)
}

/** How many are within each other from this one on. */
function levels(places: Places, id: string): number {
  return 1 + Math.max(0, ...places.parts(id).map((part) => levels(places, part.id)))
}
