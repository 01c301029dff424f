import type { Passage } from '../../../shared/contract/passages'
import type { Usage } from '../../../shared/run/blocks'
import { estimateTokens } from '../../../shared/run/estimate-tokens'
import { noUsage } from '../../../shared/run/usage'
import { type BudgetLeft, isLeft } from '../models-at-work'

/** What of a document one summary reads at most, so that nobody pays for a shelf by one call (tokens, estimated). */
const mostReadTokens = 200_000
/** Requests to read it; a small window may end before the tokens do. */
const mostReadings = 40
/** The most passages that are looked at to choose from, at even distances: reading them must not hold others up. */
export const mostPassages = 4000
/** What one request is given to read: more is read less closely. */
const mostGroupTokens = 30_000
/** Statements that a part of a document comes to, and those that are summed up again. */
export const statementsOfPart = 12
/** Shares of a model's window. */
const shares = { filled: 0.8, answer: 0.25 }
/** Instructions, title, request and what a server adds. */
const fixedTokens = 800
/** Title, source and frame of one passage. */
const framePassageTokens = 40
/** Below this a request holds too little to sum up. */
const leastRoomTokens = 1000
const answerTokens = { fixed: 400, statement: 120 }

/** How much a model takes of a document at once. */
export interface Room {
  /** Of passages, in one request. */
  readonly tokens: number
  readonly answer: (statements: number) => number
}

/** The room in a window; null where it is too small to sum anything up. */
export function roomIn(windowTokens: number): Room | null {
  const mostAnswer = Math.floor(windowTokens * shares.answer)
  const answer = (statements: number) =>
    Math.min(mostAnswer, answerTokens.fixed + answerTokens.statement * statements)
  const free = Math.floor(windowTokens * shares.filled) - fixedTokens - mostAnswer
  const tokens = Math.min(mostGroupTokens, free)
  return tokens < leastRoomTokens ? null : { tokens, answer }
}

type Words = Pick<Passage, 'text'>

/** Neighbours together, each group of at most so many tokens; what is larger alone is alone. */
export function groupsOf<T extends Words>(items: readonly T[], tokens: number): readonly T[][] {
  return grouped(items.map(sized), tokens).map((group) => group.map(({ item }) => item))
}

/** The passages that are read within the limits of a summary and of a budget, evenly; null where nothing is left. */
export function chooseToRead<T extends Words>(
  passages: readonly T[],
  room: Room,
  statements: number,
  left: BudgetLeft,
): readonly T[] | null {
  let chosen = evenly(passages.map(sized), Math.min(mostReadTokens, mostReadings * room.tokens))
  while (!isLeft(left, expectedUsage(chosen, room, statements))) {
    if (chosen.length <= 1) return null
    chosen = evenly(chosen, totalOf(chosen) * 0.8)
  }
  return chosen.map(({ item }) => item)
}

interface Sized<T> {
  readonly item: T
  readonly size: number
}

function sized<T extends Words>(item: T): Sized<T> {
  return { item, size: framePassageTokens + estimateTokens(item.text) }
}

function grouped<T>(items: readonly Sized<T>[], tokens: number): readonly (readonly Sized<T>[])[] {
  const groups: Sized<T>[][] = []
  let filled = Number.POSITIVE_INFINITY
  for (const each of items) {
    if (filled + each.size > tokens) {
      groups.push([])
      filled = 0
    }
    groups.at(-1)?.push(each)
    filled += each.size
  }
  return groups
}

/** What summing these up uses, about and rather too much. */
function expectedUsage<T>(passages: readonly Sized<T>[], room: Room, statements: number): Usage {
  const last = room.answer(statements)
  const parts = grouped(passages, room.tokens).length
  const read = totalOf(passages) + parts * fixedTokens
  if (parts <= 1) return { ...noUsage, inputTokens: read, outputTokens: last }
  const written = parts * room.answer(statementsOfPart)
  return { ...noUsage, inputTokens: read + written + fixedTokens, outputTokens: written + last }
}

/** All, or as many at even distances as come to so many tokens; one at least. */
function evenly<T>(items: readonly Sized<T>[], tokens: number): readonly Sized<T>[] {
  const total = totalOf(items)
  if (total <= tokens) return items
  const most = Math.floor((items.length * tokens) / total)
  for (let count = most; count > 1; count = Math.floor(count * 0.98)) {
    const placeOf = (at: number) => Math.floor((at * count) / items.length)
    const chosen = items.filter((_, at) => placeOf(at + 1) > placeOf(at))
    if (totalOf(chosen) <= tokens) return chosen
  }
  return items.slice(0, 1)
}

function totalOf(items: readonly Sized<unknown>[]): number {
  return items.reduce((sum, { size }) => sum + size, 0)
}
