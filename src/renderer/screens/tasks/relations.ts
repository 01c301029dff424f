import { type TaskLine, taskLimits } from '../../../shared/contract/tasks'

// A task waits for what it needs and for its own parts: it is done with them.

/** The ids of all that wait for a task, or for one that waits for it: it can't wait for any of these itself. */
export function waitingFor(lines: readonly TaskLine[], id: string): ReadonlySet<string> {
  const waiting = grouped(
    lines.flatMap(({ id: own, needs, parent }) => [
      ...needs.map((need) => [need, own] as const),
      ...(parent === null ? [] : [[own, parent] as const]),
    ]),
  )
  return reached(id, (from) => waiting.get(from) ?? [])
}

/** The ids of all that a task waits for, or that one of these waits for: it can be a part of none of them. */
function waitedForBy(lines: readonly TaskLine[], id: string): ReadonlySet<string> {
  const needs = new Map(lines.map((line) => [line.id, line.needs]))
  const parts = partsOf(lines)
  return reached(id, (from) => [...(needs.get(from) ?? []), ...(parts.get(from) ?? [])])
}

/** The ids of all that is within a task, however deep. */
export function within(lines: readonly TaskLine[], id: string): ReadonlySet<string> {
  const parts = partsOf(lines)
  return reached(id, (from) => parts.get(from) ?? [])
}

function partsOf(lines: readonly TaskLine[]): ReadonlyMap<string, readonly string[]> {
  return grouped(lines.flatMap(({ id, parent }) => (parent === null ? [] : [[parent, id] as const])))
}

function grouped(
  pairs: readonly (readonly [from: string, to: string])[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const [from, to] of pairs) {
    const group = groups.get(from)
    if (group === undefined) groups.set(from, [to])
    else group.push(to)
  }
  return groups
}

/** What can be reached from one, without itself. */
function reached(start: string, next: (from: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const ahead = [...next(start)]
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (found.has(id)) continue
    found.add(id)
    ahead.push(...next(id))
  }
  return found
}

/** What a task is a part of, from the outermost to the one right above it. */
export function pathTo(lines: readonly TaskLine[], id: string): readonly TaskLine[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const path: TaskLine[] = []
  let above = byId.get(id)?.parent ?? null
  while (above !== null) {
    const line = byId.get(above)
    // Stored tasks hold no circle; a list that is one change behind may.
    if (line === undefined || path.includes(line)) break
    path.unshift(line)
    above = line.parent
  }
  return path
}

/** The ids of the tasks that one can't be made a part of: what it waits for, and what is within others too deep already. */
export function notAbove(lines: readonly TaskLine[], id: string | null): ReadonlySet<string> {
  const inside = id === null ? new Set<string>() : within(lines, id)
  const depths = depthsOf(lines)
  const own = id === null ? 0 : (depths.get(id) ?? 0)
  const height = Math.max(0, ...[...inside].map((part) => (depths.get(part) ?? 0) - own))
  const tooDeep = lines.filter((line) => (depths.get(line.id) ?? 0) + 1 + height >= taskLimits.depth)
  const waited = id === null ? [] : [id, ...waitedForBy(lines, id)]
  return new Set([...waited, ...tooDeep.map((line) => line.id)])
}

/** How many tasks each is within. */
function depthsOf(lines: readonly TaskLine[]): ReadonlyMap<string, number> {
  const parents = new Map(lines.map(({ id, parent }) => [id, parent]))
  const depths = new Map<string, number>()
  for (const { id } of lines) {
    const path: string[] = []
    let at: string | null = id
    while (at !== null && !depths.has(at) && !path.includes(at)) {
      path.push(at)
      at = parents.get(at) ?? null
    }
    let depth = at === null ? -1 : (depths.get(at) ?? -1)
    for (const each of path.toReversed()) depths.set(each, ++depth)
  }
  return depths
}
