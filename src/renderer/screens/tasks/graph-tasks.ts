import { isEnded, type TaskLine } from '../../../shared/contract/tasks'
import { looksForEnded, matches, type Narrowing } from './matching'

/** The tasks that the graph draws, each with what it waits for there. */
export interface GraphTasks {
  readonly drawn: readonly TaskLine[]
  /** How many of those that are looked for have nothing to do with another. */
  readonly alone: number
}

/** Tasks that wait for another, or another for them; where both are ended, nothing waits any more. */
export function graphTasks(
  lines: readonly TaskLine[],
  narrowing: Narrowing,
  endedShown: boolean,
): GraphTasks {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const withEnded = endedShown || looksForEnded(narrowing)
  const wanted = lines.filter((line) => matches(line, narrowing) && (withEnded || !isEnded(line.status)))
  const isWanted = new Set(wanted.map(({ id }) => id))
  const needsOf = new Map<string, string[]>()
  const linked = new Set<string>()
  for (const line of lines) {
    const needs = line.needs.filter((id) => byId.has(id) && (isWanted.has(line.id) || isWanted.has(id)))
    // One that is done and only stands before another that is done says nothing.
    const shown = needs.filter((id) => {
      const need = byId.get(id)
      return withEnded || !isEnded(line.status) || (need !== undefined && !isEnded(need.status))
    })
    if (shown.length === 0) continue
    needsOf.set(line.id, shown)
    for (const id of [line.id, ...shown]) linked.add(id)
  }
  return {
    drawn: lines
      .filter(({ id }) => linked.has(id))
      .map((line) => ({ ...line, needs: needsOf.get(line.id) ?? [] })),
    alone: wanted.filter(({ id }) => !linked.has(id)).length,
  }
}
