import { taskLimits } from '../../../shared/contract/tasks'

/** Tasks of one file that can't come, by their ids. */
export interface Misplaced {
  /** Those that wait for each other in a ring, and those between such rings. */
  readonly inRing: ReadonlySet<string>
  /** Those that are within more tasks than a task can be. */
  readonly tooDeep: ReadonlySet<string>
}

/**
 * Which tasks of a file can't stand as it says. No export has such: only a file that was damaged or made up. Each task
 * waits for its needs and for its parts. Takes time and memory in proportion to the tasks and what they name.
 */
export function misplacedTasks(
  places: ReadonlyMap<string, { readonly parent: string | null; readonly needs: readonly string[] }>,
): Misplaced {
  const waits = new Map<string, string[]>()
  const waited = new Map<string, string[]>()
  const connect = (one: string, other: string): void => {
    append(waits, one, other)
    append(waited, other, one)
  }
  for (const [id, { parent, needs }] of places) {
    if (parent !== null && places.has(parent)) connect(parent, id)
    for (const need of needs) if (places.has(need)) connect(id, need)
  }
  const inRing = new Set(places.keys())
  for (const [onward, back] of [
    [waits, waited],
    [waited, waits],
  ] as const) {
    peel(inRing, onward, back)
  }
  return { inRing, tooDeep: deep(places, inRing) }
}

function append(all: Map<string, string[]>, id: string, other: string): void {
  const there = all.get(id)
  if (there === undefined) all.set(id, [other])
  else there.push(other)
}

/** Takes out what leads to none of the others, then what led to that alone, and so on. */
function peel(
  among: Set<string>,
  onward: ReadonlyMap<string, readonly string[]>,
  back: ReadonlyMap<string, readonly string[]>,
): void {
  const left = new Map<string, number>()
  for (const id of among) left.set(id, (onward.get(id) ?? []).filter((other) => among.has(other)).length)
  const free = [...among].filter((id) => left.get(id) === 0)
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    among.delete(id)
    for (const other of back.get(id) ?? []) {
      if (!among.has(other)) continue
      const count = (left.get(other) ?? 0) - 1
      left.set(other, count)
      if (count === 0) free.push(other)
    }
  }
}

function deep(
  places: ReadonlyMap<string, { readonly parent: string | null }>,
  inRing: ReadonlySet<string>,
): Set<string> {
  const depths = new Map<string, number>()
  for (const id of places.keys()) {
    const way: string[] = []
    let at: string | null = id
    while (at !== null && places.has(at) && !inRing.has(at) && !depths.has(at)) {
      way.push(at)
      at = places.get(at)?.parent ?? null
    }
    let depth = at === null ? 0 : (depths.get(at) ?? 0)
    for (const each of way.reverse()) depths.set(each, ++depth)
  }
  return new Set([...depths].flatMap(([id, depth]) => (depth > taskLimits.depth ? [id] : [])))
}
