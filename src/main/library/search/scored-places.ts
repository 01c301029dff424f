import { createHeap, type RankedPlace } from './heap'
import type { PlacedSegment } from './live-index'

/** Places by segment, rising, counted from its first; segments without any are left out. */
export type PlacesBySegment = ReadonlyMap<PlacedSegment, Int32Array>

/** What a query adds up in; kept from query to query, because both are as long as the index. */
export type Accumulators = { scores: Float32Array; places: Int32Array }

/** Begins without room. */
export function createAccumulators(): Accumulators {
  return { scores: new Float32Array(0), places: new Int32Array(0) }
}

/** What a query adds up in as long as the index, all scores 0. */
export function clearedFor(passages: number, accumulators: Accumulators): Accumulators {
  if (accumulators.scores.length < passages) {
    accumulators.scores = new Float32Array(passages)
    accumulators.places = new Int32Array(passages)
  }
  return { scores: accumulators.scores.subarray(0, passages).fill(0), places: accumulators.places }
}

/**
 * Allowed places with a score of at least `from`, and below `to`. They are the accumulators' own: whoever asks again has
 * others in their place.
 */
export function placesFrom(
  segments: readonly PlacedSegment[],
  { scores, places }: Accumulators,
  allowed: Uint8Array,
  from: number,
  to = Number.POSITIVE_INFINITY,
): PlacesBySegment {
  const bySegment = new Map<PlacedSegment, Int32Array>()
  let count = 0
  for (const segment of segments) {
    const { base, passages } = segment
    const start = count
    const end = base + passages.count
    for (let place = base; place < end; place++) {
      const score = scores[place] as number
      // Written in any case and kept in some: the processor can't foretell which.
      places[count] = place - base
      if (score >= from && score < to && allowed[place] === 1) count++
    }
    if (count > start) bySegment.set(segment, places.subarray(start, count))
  }
  return bySegment
}

/** Those of the places that have a score of at least `least`, in the same memory. */
export function narrowed(all: PlacesBySegment, { scores }: Accumulators, least: number): PlacesBySegment {
  const bySegment = new Map<PlacedSegment, Int32Array>()
  for (const [segment, passages] of all) {
    const { base } = segment
    let count = 0
    for (let index = 0; index < passages.length; index++) {
      const passage = passages[index] as number
      passages[count] = passage
      if ((scores[base + passage] as number) >= least) count++
    }
    if (count > 0) bySegment.set(segment, passages.subarray(0, count))
  }
  return bySegment
}

/** Lets places keep a share of their scores. */
export function scale(all: PlacesBySegment, { scores }: Accumulators, share: number): void {
  for (const [{ base }, passages] of all) {
    for (let index = 0; index < passages.length; index++) {
      const place = base + (passages[index] as number)
      scores[place] = (scores[place] as number) * share
    }
  }
}

/** How many places these are. */
export function countPlaces(all: PlacesBySegment): number {
  return [...all.values()].reduce((sum, { length }) => sum + length, 0)
}

/** The score of the last among the best so far; 0 while there are fewer. */
export function leastOfBest(scores: Float32Array, allowed: Uint8Array, limit: number): number {
  const heap = createHeap(limit)
  offerAll(heap, scores, allowed)
  return heap.least()
}

/** The best of some places, best first. */
export function bestOf(all: PlacesBySegment, { scores }: Accumulators, limit: number): RankedPlace[] {
  const heap = createHeap(limit)
  for (const [{ base }, passages] of all) {
    for (const passage of passages) heap.offer(base + passage, scores[base + passage] ?? 0)
  }
  return heap.sorted()
}

/** The best of all that are allowed, best first. */
export function bestOfAll(scores: Float32Array, allowed: Uint8Array, limit: number): RankedPlace[] {
  const heap = createHeap(limit)
  offerAll(heap, scores, allowed)
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
