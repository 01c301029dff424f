import type { RunEvent } from '../../../shared/run/events'
import type { MessageNode } from '../../db/messages'

/** The latest messages of a branch that are read with what a run works with: what a page is given at first. */
export const tailMessages = 60

/** The places of a branch up to which summaries were made, in whatever run or branch; the furthest first. */
export function summarizedPlaces(
  path: readonly MessageNode[],
  reductions: readonly RunEvent[],
): readonly number[] {
  const places = new Map(path.map(({ id }, place) => [id, place]))
  const summarized = reductions.flatMap(({ body }) =>
    body.type === 'context_reduced' && body.reduction.kind === 'compacted'
      ? (places.get(body.reduction.messageId) ?? [])
      : [],
  )
  return [...new Set(summarized)].sort((a, b) => b - a)
}

/**
 * Where the part of a branch begins that is at work whatever a summary stands for: so many of its latest messages, the
 * last run, whose budget counts all its turns, and the last message of a person, which the next summary repeats.
 */
export function startOfLatest(path: readonly MessageNode[], latest: number): number {
  const lastRun = path.at(-1)?.runId
  return Math.max(
    0,
    Math.min(
      path.length - latest,
      path.findIndex(({ runId }) => runId === lastRun),
      path.findLastIndex(({ role }) => role === 'user'),
    ),
  )
}

/** Runs in which something was left out and no turn followed that. */
export function runsWithoutTurnAfter(
  all: readonly MessageNode[],
  reductions: readonly RunEvent[],
): ReadonlySet<string> {
  const lastTurns = new Map(
    all.flatMap(({ role, runId, seq }) => (role === 'assistant' ? [[runId, seq] as const] : [])),
  )
  return new Set(
    reductions.filter(({ runId, seq }) => (lastTurns.get(runId) ?? 0) < seq).map(({ runId }) => runId),
  )
}

/** The branch that ends at a message; null is before any. */
export function pathTo(byId: ReadonlyMap<string, MessageNode>, leafId: string | null): MessageNode[] {
  const path: MessageNode[] = []
  for (let node = byId.get(leafId ?? ''); node !== undefined; node = byId.get(node.parentId ?? ''))
    path.push(node)
  return path.reverse()
}
