import { ModelFailure } from '../../model/port'
import { isLeft } from '../models-at-work'
import { type Asking, ask, type GivenText, NotSummedUp } from './ask'
import type { Material } from './instructions'
import { groupsOf, type Room, statementsOfPart } from './plan'
import type { Source } from './statements'

/** Requests at the same time: enough to hide waiting, few enough for a server on the same machine. */
const atOnce = 3

/** A passage of the document behind a statement, and its words that say so; empty where none of them stand out. */
export interface Basis<P> {
  readonly passage: P
  readonly quote: string
}

/** A statement of the summary, with the passages of the document that it comes from. */
export interface Sourced<P> {
  readonly text: string
  readonly basis: readonly Basis<P>[]
}

/** What is summed up, and within which bounds. */
export interface Reduction {
  readonly asking: Asking
  readonly room: Room
  readonly mostStatements: number
  readonly left: () => Parameters<typeof isLeft>[0]
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
}

/** Something that is summed up, with what of the document it stands for. */
interface Item<P> {
  readonly given: GivenText
  readonly basisOf: (source: Source) => readonly Basis<P>[]
}

/**
 * Sums passages up: each group of neighbours to statements, those again until they fit one request, and these to the
 * summary. Throws what the model throws, and {@link NotSummedUp}.
 */
export async function mapReduce<P extends GivenText>(
  reduction: Reduction,
  passages: readonly P[],
): Promise<{ readonly statements: readonly Sourced<P>[]; readonly dropped: number }> {
  const { room, mostStatements } = reduction
  const failed = new AbortController()
  const work = startWork<P>({ ...reduction, signal: AbortSignal.any([reduction.signal, failed.signal]) })
  try {
    let items: readonly Item<P>[] = passages.map(passageItem)
    let material: Material = 'passages'
    for (let level = 0; ; level++) {
      const groups = groupsOf(items.map(withText), room.tokens).map((group) => group.map(({ item }) => item))
      if (groups.length <= 1) break
      if (level > 0 && groups.every(({ length }) => length < 2)) throw tooLarge()
      work.expect(groups.length + 1)
      const made = await inParallel(groups, atOnce, (group) => work.part(group, material))
      items = made.flat().map((statement, at) => statementItem(statement, at))
      material = 'statements'
    }
    const statements = items.length === 0 ? [] : await work.whole(items, material, mostStatements)
    if (statements.length === 0) throw new NotSummedUp('broken', 'The model wrote no statement.')
    if (statements.every(({ basis }) => basis.length === 0)) {
      throw new NotSummedUp('unsourced', 'The model named no passage that it was given.')
    }
    return { statements, dropped: work.dropped() }
  } catch (error) {
    // The others must not go on, and cost, for nothing.
    failed.abort()
    throw error
  }
}

function startWork<P>({ asking, room, left, signal, progress }: Reduction) {
  let dropped = 0
  let done = 0
  let total = 1

  const request = async (items: readonly Item<P>[], material: Material, mostStatements: number) => {
    if (!isLeft(left(), leastUsage)) throw new NotSummedUp('budget', 'The budget is used up.')
    const maxTokens = room.answer(mostStatements)
    const given = items.map((item) => item.given)
    const made = await ask(asking, { material, given, mostStatements, maxTokens, signal })
    dropped += made.dropped
    progress(++done, Math.max(done, total))
    return made.statements.map(({ text, sources }): Sourced<P> => {
      const basis = sources.flatMap((source) => items[source.index]?.basisOf(source) ?? [])
      return { text, basis: basis.filter((each, at) => indexOfPassage(basis, each) === at) }
    })
  }
  /** Cut in two as often as the server finds it too long. */
  const part = async (items: readonly Item<P>[], material: Material): Promise<readonly Sourced<P>[]> => {
    // Of few statements half as many are made, so that each level comes to less than the one before.
    const most = material === 'passages' ? statementsOfPart : Math.floor(items.length / 2)
    try {
      return await request(items, material, Math.max(1, Math.min(statementsOfPart, most)))
    } catch (error) {
      if (!isTooLarge(error) || items.length < 2) throw error
      return (await inOrder(halvesOf(items), (half) => part(half, material))).flat()
    }
  }
  const whole = async (
    items: readonly Item<P>[],
    material: Material,
    mostStatements: number,
  ): Promise<readonly Sourced<P>[]> => {
    try {
      return await request(items, material, mostStatements)
    } catch (error) {
      // Two statements come to two again.
      if (!isTooLarge(error) || items.length < (material === 'passages' ? 2 : 3)) throw error
      const parts = await inOrder(halvesOf(items), (half) => part(half, material))
      return whole(parts.flat().map(statementItem), 'statements', mostStatements)
    }
  }
  return {
    part,
    whole,
    dropped: () => dropped,
    expect: (more: number) => {
      total = done + more
      progress(done, total)
    },
  }
}

const leastUsage = { inputTokens: 1, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

function passageItem<P extends GivenText>(passage: P): Item<P> {
  return { given: passage, basisOf: ({ quote }) => [{ passage, quote }] }
}

function statementItem<P>({ text, basis }: Sourced<P>, at: number): Item<P> {
  return { given: { id: `statement-${at + 1}`, text, page: null, section: null }, basisOf: () => basis }
}

function withText<P>(item: Item<P>) {
  return { item, text: item.given.text }
}

function indexOfPassage<P>(basis: readonly Basis<P>[], { passage }: Basis<P>): number {
  return basis.findIndex((each) => each.passage === passage)
}

function halvesOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)]
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ModelFailure && error.tooLarge
}

function tooLarge(): ModelFailure {
  return new ModelFailure('model_error', 'The model takes too little at once.', {
    retryable: false,
    tooLarge: true,
  })
}

async function inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  return inParallel(items, 1, work)
}

/** The answers in the order of the items. */
async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = []
  const waiting = [...items.entries()]
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      answers[next[0]] = await work(next[1])
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker))
  return answers
}
