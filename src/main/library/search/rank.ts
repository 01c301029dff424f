import { BODY_LEVELS, bodyTimesOf, lengthOf, sectionTimesOf, titleTimesOf } from '../index/fields'
import { bodyStart, type EncodedPostings, eachPosting, eachWanted } from '../index/postings'
import type { RankedPlace } from './heap'
import type { FoundTerm, IndexState, PlacedSegment } from './live-index'
import {
  type Accumulators,
  bestOf,
  bestOfAll,
  clearedFor,
  countPlaces,
  leastOfBest,
  narrowed,
  type PlacesBySegment,
  placesFrom,
  scale,
} from './scored-places'

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004): a term's times in each field, divided by the field's length norm and
 * weighted, are added before they saturate; being in the section path counts once more beside. How the values were
 * found is in docs/decisions/0007.
 */
export const ranking = {
  saturation: 1.5,
  title: { weight: 3, norm: 0.6 },
  // `beside`: the path tells what a passage is about, however often other passages have the word.
  section: { weight: 1.5, norm: 0.3, beside: 0.2 },
  body: { weight: 1, norm: 0.6 },
} as const

/** A term and what it counts. */
export type WeightedTerm = {
  readonly term: string
  /** Its share of the query times how rare it is. */
  readonly weight: number
  /** What each passage gets beside whose title has it. */
  readonly named?: number
}

/** How rare a term is, as BM25 sees it; never negative. */
export function inverseFrequency(passages: number, frequency: number): number {
  // The terms of one word may stand in more passages together than there are.
  const having = Math.min(frequency, passages)
  return Math.log(1 + (passages - having + 0.5) / (having + 0.5))
}

/** Below this many postings still to come, looking for what can be left out costs more than it saves. */
const PRUNING_WORTH = 20_000

/** A list of less than so many times the passages that are wanted is read whole. */
const READ_WHOLE = 4

/** Sums in single precision differ a little by their order. */
const ROUNDING = 1e-5

type List = {
  readonly weight: number
  readonly named: number
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

/** What a ranking left out: for these lists, what adds at most so much, all but the candidates, which had less. */
type LeftOut = {
  readonly below: number
  readonly candidates: PlacesBySegment
  readonly lists: readonly List[]
  readonly bound: number
}

/** Where a ranking adds up, and how. */
type Sums = Accumulators & {
  readonly gains: Gains
  readonly checkCancelled: () => void
}

/** A ranking of passages; what follows from it is to be asked for before the accumulators are used again. */
export type Ranking = {
  /** The best, exactly, best first. */
  readonly best: RankedPlace[]
  /**
   * The best, exactly, once every passage that has one of the terms keeps a share of its score and gets what further
   * terms add to it.
   */
  withMore(share: number, terms: readonly WeightedTerm[]): RankedPlace[]
}

/**
 * Ranks the passages that are allowed for the best `limit`. Terms are taken by what they can add, the most first; when
 * what the rest can add no longer lifts a new passage among the best, only those that can still get there are looked
 * up in the rest (MaxScore, term at a time).
 */
export function rankPlaces(
  state: IndexState,
  terms: readonly WeightedTerm[],
  allowed: Uint8Array,
  limit: number,
  accumulators: Accumulators,
  checkCancelled: () => void,
): Ranking {
  const gains = gainsOf(state)
  const lists = listsOf(state, terms, gains)
  const { segments } = state
  const sums = { ...clearedFor(state.passages, accumulators), gains, checkCancelled }
  const { scores } = sums
  let rest = boundOf(lists)
  let before = 0
  let restPostings = lists.reduce((sum, { postings }) => sum + postings, 0)
  let left: LeftOut | null = null
  for (const [index, list] of lists.entries()) {
    // To find the least of the best takes a look at every passage.
    if (left === null && before > rest && restPostings >= PRUNING_WORTH) {
      const least = leastOfBest(scores, allowed, limit)
      if (least > rest) {
        const below = (least - rest) * (1 - ROUNDING)
        const candidates = placesFrom(segments, sums, allowed, below)
        left = { below, candidates, lists: lists.slice(index), bound: rest }
      }
    }
    if (left === null) addAll(list, sums)
    else addWanted(list, left.candidates, sums)
    rest -= list.bound
    before += list.bound
    restPostings -= list.postings
  }
  const best = left === null ? bestOfAll(scores, allowed, limit) : bestOf(left.candidates, sums, limit)
  return {
    best,
    withMore(share, more) {
      const further = listsOf(state, more, gains)
      const known = best.length === limit ? share * (best.at(-1)?.score ?? 0) * (1 - ROUNDING) : 0
      // Who had less can't reach what the last of the best keeps.
      const least = (known - boundOf(further)) / share
      if (left !== null && least - left.bound < left.below) {
        const others = placesFrom(segments, sums, allowed, Math.max(0, least - left.bound), left.below)
        for (const list of left.lists) addWanted(list, others, sums)
      }
      let wanted = placesFrom(segments, sums, allowed, Math.max(Number.MIN_VALUE, least))
      let count = countPlaces(wanted)
      scale(wanted, sums, share)
      let coming = boundOf(further)
      let seen = coming
      for (const list of further) {
        if (coming < seen / 2 && count > limit) {
          wanted = narrowed(wanted, sums, known - coming)
          count = countPlaces(wanted)
          seen = coming
        }
        // What other passages get is not looked at.
        if (list.postings < count * READ_WHOLE) addAll(list, sums)
        else addWanted(list, wanted, sums)
        coming -= list.bound
      }
      return bestOf(wanted, sums, limit)
    },
  }
}

function listsOf(state: IndexState, terms: readonly WeightedTerm[], gains: Gains): List[] {
  return terms
    .map((term) => findList(state, term, gains))
    .filter(({ postings }) => postings > 0)
    .sort((a, b) => b.bound - a.bound)
}

const boundOf = (lists: readonly List[]) => lists.reduce((sum, { bound }) => sum + bound, 0)

function findList(state: IndexState, { term, weight, named = 0 }: WeightedTerm, gains: Gains): List {
  const { parts, count } = state.find(term)
  const most = parts.map(({ entry }) => gains.of(entry.most, entry.shortest, 0, 0))
  return { weight, named, parts, postings: count, bound: weight * Math.max(0, ...most) + named }
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
    of(code, bodyLength, titleLength, sectionLength) {
      const inSection = sectionTimesOf(code)
      const sectionNorm = section[sectionLength] ?? 1
      const times =
        bodyTimesOf(code) / (body[bodyLength] ?? 1) +
        (ranking.title.weight * titleTimesOf(code)) / (title[titleLength] ?? 1) +
        (ranking.section.weight * inSection) / sectionNorm
      return saturate(times) + (inSection > 0 ? ranking.section.beside / sectionNorm : 0)
    },
  }
  gainsByState.set(segments, gains)
  return gains
}

function addAll({ parts, weight, named }: List, { scores, gains, checkCancelled }: Sums): void {
  for (const { segment, entry } of parts) {
    checkCancelled()
    addPostings(segment.postings(entry), weight, named, segment, scores, gains)
  }
}

/** Adds a term to every passage it stands in: the loop that most of a search's time goes into. */
function addPostings(
  { count, bytes }: EncodedPostings,
  weight: number,
  named: number,
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
        ? weight * (bodyGains[(code << 8) | (body[passage] as number)] as number)
        : weight *
            gains.of(code, body[passage] as number, title[passage] as number, section[passage] as number) +
          (titleTimesOf(code) > 0 ? named : 0)
    scores[base + passage] = (scores[base + passage] as number) + gain
  }
}

function addWanted(
  { parts, weight, named }: List,
  places: PlacesBySegment,
  { scores, gains, checkCancelled }: Sums,
): void {
  for (const { segment, entry } of parts) {
    const wanted = places.get(segment)
    if (wanted === undefined) continue
    checkCancelled()
    const { base, passages } = segment
    const { body, title, section } = passages
    eachWanted(segment.postings(entry), wanted, (index, code) => {
      const passage = wanted[index] ?? 0
      const gain = gains.of(code, body[passage] ?? 0, title[passage] ?? 0, section[passage] ?? 0)
      scores[base + passage] =
        (scores[base + passage] ?? 0) + weight * gain + (titleTimesOf(code) > 0 ? named : 0)
    })
  }
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

/** Whether a term stands in one of the marked passages. */
export function hasPlace(state: IndexState, term: string, marked: Uint8Array): boolean {
  let has = false
  eachPlace(state, term, (place) => {
    has ||= marked[place] === 1
  })
  return has
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
