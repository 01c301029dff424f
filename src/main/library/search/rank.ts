import { BODY_LEVELS, bodyTimesOf, lengthOf, sectionTimesOf, titleTimesOf } from '../index/fields'
import { bodyStart, type EncodedPostings, eachPosting, eachWanted } from '../index/postings'
import { createHeap, type RankedPlace } from './heap'
import type { FoundTerm, IndexState, PlacedSegment } from './live-index'

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004): a term's times in each field, divided by the field's length norm and
 * weighted, are added before they saturate. The values did best over six test collections together.
 */
export const ranking = {
  saturation: 1.5,
  title: { weight: 3, norm: 0.6 },
  section: { weight: 1.5, norm: 0.3 },
  body: { weight: 1, norm: 0.6 },
} as const

/** A term and what it counts: its share of the query times how rare it is. */
export type WeightedTerm = { readonly term: string; readonly weight: number }

/** How rare a term is, as BM25 sees it; never negative. */
export function inverseFrequency(passages: number, frequency: number): number {
  return Math.log(1 + (passages - frequency + 0.5) / (Math.min(frequency, passages) + 0.5))
}

/** Below this many postings still to come, looking for what can be left out costs more than it saves. */
const PRUNING_WORTH = 20_000

type List = {
  readonly weight: number
  readonly postings: number
  /** No passage gets more from this term. */
  readonly bound: number
  readonly parts: FoundTerm['parts']
}

/** Gains by length code, for the fields of one state of the index. */
type Gains = {
  /** By body level × 256 + length code. */
  readonly body: Float32Array
  of(code: number, body: number, title: number, section: number): number
}

/** What a query adds up in; kept from query to query, because it is as long as the index. */
export type Accumulators = { scores: Float32Array }

/**
 * The best `limit` passages that are allowed, exactly, best first. Terms are taken by what they can add, the most
 * first; when what the rest can add no longer lifts a new passage among the best, only those that can still get
 * there are looked up in the rest (MaxScore, term at a time).
 */
export function rankPlaces(
  state: IndexState,
  terms: readonly WeightedTerm[],
  allowed: Uint8Array,
  limit: number,
  accumulators: Accumulators,
  checkCancelled: () => void,
  /** A score that `limit` passages are known to reach; 0 when none is known. */
  floor = 0,
): RankedPlace[] {
  const gains = gainsOf(state)
  const lists = terms
    .map((term) => findList(state, term, gains))
    .filter(({ postings }) => postings > 0)
    .sort((a, b) => b.bound - a.bound)
  if (accumulators.scores.length < state.passages) accumulators.scores = new Float32Array(state.passages)
  const scores = accumulators.scores.subarray(0, state.passages).fill(0)
  let rest = lists.reduce((sum, { bound }) => sum + bound, 0)
  let restPostings = lists.reduce((sum, { postings }) => sum + postings, 0)
  let candidates: Int32Array | null = null
  for (const [index, list] of lists.entries()) {
    if (candidates === null && index > 0 && restPostings >= PRUNING_WORTH) {
      // To find the least of the best takes a look at every passage.
      const least = floor > 0 ? floor * (1 - ROUNDING) : leastOfBest(scores, allowed, limit)
      if (least > rest) candidates = placesFrom(scores, allowed, least - rest)
    }
    for (const { segment, entry } of list.parts) {
      checkCancelled()
      const postings = segment.postings(entry)
      if (candidates === null) addAll(postings, list.weight, segment, scores, gains)
      else addWanted(postings, list.weight, segment, scores, gains, candidates)
    }
    rest -= list.bound
    restPostings -= list.postings
  }
  return best(scores, allowed, candidates, limit)
}

function findList(state: IndexState, { term, weight }: WeightedTerm, gains: Gains): List {
  const { parts, count } = state.find(term)
  const most = parts.map(({ entry }) => gains.of(entry.most, entry.shortest, 0, 0))
  return { weight, parts, postings: count, bound: weight * Math.max(0, ...most) }
}

const gainsByState = new WeakMap<readonly PlacedSegment[], Gains>()

function gainsOf({ segments, average }: IndexState): Gains {
  const known = gainsByState.get(segments)
  if (known !== undefined) return known
  const norms = (norm: number, words: number) =>
    Float64Array.from({ length: 256 }, (_, code) => 1 - norm + (norm * lengthOf(code)) / words)
  const body = norms(ranking.body.norm, average.body)
  const title = norms(ranking.title.norm, average.title)
  const section = norms(ranking.section.norm, average.section)
  const saturate = (times: number) => (times * (ranking.saturation + 1)) / (times + ranking.saturation)
  const bodyGains = new Float32Array(BODY_LEVELS * 256)
  for (let level = 0; level < BODY_LEVELS; level++) {
    for (let code = 0; code < 256; code++) {
      bodyGains[level * 256 + code] = saturate(bodyTimesOf(level) / (body[code] ?? 1))
    }
  }
  const gains: Gains = {
    body: bodyGains,
    of: (code, bodyLength, titleLength, sectionLength) =>
      saturate(
        bodyTimesOf(code) / (body[bodyLength] ?? 1) +
          (ranking.title.weight * titleTimesOf(code)) / (title[titleLength] ?? 1) +
          (ranking.section.weight * sectionTimesOf(code)) / (section[sectionLength] ?? 1),
      ),
  }
  gainsByState.set(segments, gains)
  return gains
}

/** Adds a term to every passage it stands in: the loop that most of a search's time goes into. */
function addAll(
  { count, bytes }: EncodedPostings,
  weight: number,
  { base, passages }: PlacedSegment,
  scores: Float32Array,
  gains: Gains,
): void {
  const { body, title, section } = passages
  const bodyGains = gains.body
  let at = bodyStart(count, bytes)
  let passage = -1
  for (let left = count; left > 0; left--) {
    let byte = bytes[at++] as number
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] as number
      value |= (byte & 0x7f) << shift
    }
    passage += value >>> 1
    const code = (value & 1) === 1 ? 1 : (bytes[at++] as number)
    const gain =
      code < 16
        ? (bodyGains[(code << 8) | (body[passage] as number)] as number)
        : gains.of(code, body[passage] as number, title[passage] as number, section[passage] as number)
    scores[base + passage] = (scores[base + passage] as number) + weight * gain
  }
}

function addWanted(
  postings: EncodedPostings,
  weight: number,
  { base, passages }: PlacedSegment,
  scores: Float32Array,
  gains: Gains,
  candidates: Int32Array,
): void {
  const first = firstFrom(candidates, base)
  const wanted = candidates.slice(first, firstFrom(candidates, base + passages.count))
  for (let index = 0; index < wanted.length; index++) wanted[index] = (wanted[index] ?? 0) - base
  eachWanted(postings, wanted, (index, code) => {
    const passage = wanted[index] ?? 0
    const { body, title, section } = passages
    const gain = gains.of(code, body[passage] ?? 0, title[passage] ?? 0, section[passage] ?? 0)
    scores[base + passage] = (scores[base + passage] ?? 0) + weight * gain
  })
}

/** The place in rising numbers of the first that is not below. */
function firstFrom(numbers: Int32Array, least: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** The score of the last among the best so far; 0 while there are fewer. */
function leastOfBest(scores: Float32Array, allowed: Uint8Array, limit: number): number {
  const heap = createHeap(limit)
  offerAll(heap, scores, allowed)
  return heap.least()
}

/** Sums in single precision differ a little by their order. */
const ROUNDING = 1e-5

/** Places whose score can still rise among the best. */
function placesFrom(scores: Float32Array, allowed: Uint8Array, least: number): Int32Array {
  const from = least * (1 - ROUNDING)
  let count = 0
  for (let place = 0; place < scores.length; place++) {
    if ((scores[place] as number) >= from && allowed[place] === 1) count++
  }
  const places = new Int32Array(count)
  let index = 0
  for (let place = 0; index < count; place++) {
    if ((scores[place] as number) >= from && allowed[place] === 1) places[index++] = place
  }
  return places
}

function best(
  scores: Float32Array,
  allowed: Uint8Array,
  candidates: Int32Array | null,
  limit: number,
): RankedPlace[] {
  const heap = createHeap(limit)
  if (candidates !== null) for (const place of candidates) heap.offer(place, scores[place] ?? 0)
  else offerAll(heap, scores, allowed)
  return heap.sorted()
}

/** Looks at every place of the index: what the heap keeps at least is asked for only when it may have changed. */
function offerAll(heap: ReturnType<typeof createHeap>, scores: Float32Array, allowed: Uint8Array): void {
  let least = heap.least()
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] as number
    if (score <= least || allowed[place] !== 1) continue
    heap.offer(place, score)
    least = heap.least()
  }
}

/** Of ranked passages those that have at least one of some terms, in their order. */
export function keepHavingAny(
  state: IndexState,
  terms: Iterable<string>,
  ranked: readonly RankedPlace[],
): RankedPlace[] {
  const places = Int32Array.from(ranked, ({ place }) => place).sort()
  const having = new Set<number>()
  for (const term of terms) {
    for (const { segment, entry } of state.find(term).parts) {
      const { base, passages } = segment
      const wanted = places
        .slice(firstFrom(places, base), firstFrom(places, base + passages.count))
        .map((place) => place - base)
      eachWanted(segment.postings(entry), wanted, (index) => having.add(base + (wanted[index] ?? 0)))
    }
  }
  return ranked.filter(({ place }) => having.has(place))
}

/** Marks the allowed passages that have every one of some terms. */
export function placesWithAll(
  state: IndexState,
  groups: readonly (readonly string[])[],
  allowed: Uint8Array,
): Uint8Array {
  let marked = allowed
  for (const group of groups) {
    const next = new Uint8Array(marked.length)
    for (const term of group) {
      eachPlace(state, term, (place) => {
        if (marked[place] === 1) next[place] = 1
      })
    }
    marked = next
  }
  return marked
}

/** Marks the allowed passages that have none of some terms. */
export function placesWithout(state: IndexState, terms: readonly string[], allowed: Uint8Array): Uint8Array {
  const marked = allowed.slice()
  for (const term of terms) {
    eachPlace(state, term, (place) => {
      marked[place] = 0
    })
  }
  return marked
}

function eachPlace(state: IndexState, term: string, take: (place: number) => void): void {
  for (const { segment, entry } of state.find(term).parts) {
    eachPosting(segment.postings(entry), (passage) => take(segment.base + passage))
  }
}
