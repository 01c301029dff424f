/** A task and what it waits for; those that are not drawn are left out. */
export interface GraphTask {
  readonly id: string
  readonly needs: readonly string[]
}

/** Tasks that have to do with each other, however far; the largest group first. */
export function groupsOf(tasks: readonly GraphTask[]): readonly (readonly GraphTask[])[] {
  const known = new Set(tasks.map(({ id }) => id))
  const beside = new Map<string, string[]>(tasks.map(({ id }) => [id, []]))
  for (const { id, needs } of tasks) {
    for (const need of needs) {
      if (!known.has(need)) continue
      beside.get(id)?.push(need)
      beside.get(need)?.push(id)
    }
  }
  const groupOf = new Map<string, number>()
  for (const [index, { id }] of tasks.entries()) {
    const ahead = [id]
    for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
      if (groupOf.has(at)) continue
      groupOf.set(at, index)
      ahead.push(...(beside.get(at) ?? []))
    }
  }
  const groups = Map.groupBy(tasks, ({ id }) => groupOf.get(id))
  return [...groups.values()].toSorted((a, b) => b.length - a.length)
}

/** The layer of each task: one more than the last of what it waits for. What waits in a circle is cut where it closes. */
export function layersOf(tasks: readonly GraphTask[]): ReadonlyMap<string, number> {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const layers = new Map<string, number>()
  const under = new Set<string>()
  const layerOf = (id: string): number => {
    const known = layers.get(id)
    if (known !== undefined) return known
    under.add(id)
    const needs = (byId.get(id)?.needs ?? []).filter((need) => byId.has(need) && !under.has(need))
    const layer = Math.max(-1, ...needs.map(layerOf)) + 1
    under.delete(id)
    layers.set(id, layer)
    return layer
  }
  for (const { id } of tasks) layerOf(id)
  return nearTheirUse(tasks, layers)
}

/** What is needed late stands right before it: its edge need not pass all that is in between. */
function nearTheirUse(
  tasks: readonly GraphTask[],
  layers: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const moved = new Map(layers)
  const layerOf = (id: string) => moved.get(id) ?? 0
  const users = Map.groupBy(
    tasks.flatMap(({ id, needs }) => needs.map((need) => ({ id, need }))),
    ({ need }) => need,
  )
  for (const { id } of tasks.toSorted((a, b) => layerOf(b.id) - layerOf(a.id))) {
    const after = (users.get(id) ?? []).map((use) => layerOf(use.id)).filter((layer) => layer > layerOf(id))
    if (after.length > 0) moved.set(id, Math.min(...after) - 1)
  }
  return moved
}
