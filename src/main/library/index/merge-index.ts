import { overwriteFreePages } from '../../db/erasing'
import {
  beginSegment,
  forgetUnfinished,
  indexingsOfDocuments,
  liveSegments,
  pageReader,
  removeSomePages,
  replaceSegments,
  type SegmentRow,
} from '../../db/index-segments'
import type { WorkerConnection } from '../../db/worker-connection'
import { mergeSegments } from './merge-segments'
import { openSource } from './segment-reader'
import { inTurns } from './turns'
import { writeSegment } from './write-segment'

/** Segments of about the same size become one when there are so many: each passage is then written a few times. */
const SEGMENTS_TO_MERGE = 8

/** The smallest size that counts (passages); smaller segments are all alike. */
const SMALLEST = 64

/** Merges segments until no size has too many, and removes what they were made from. */
export async function mergeIndex(connection: WorkerConnection): Promise<void> {
  forgetUnfinished(connection, 'merges')
  for (let plan = planMerge(liveSegments(connection)); plan !== null; ) {
    await merge(connection, plan)
    plan = planMerge(liveSegments(connection))
  }
  await inTurns(() => removeSomePages(connection))
}

/**
 * Leaves nothing in the database's file of documents that are there no more: segments that still hold their words are
 * written anew without them, and pages that nothing uses are written over.
 */
export async function eraseRemoved(connection: WorkerConnection): Promise<void> {
  forgetUnfinished(connection, 'merges')
  const indexings = indexingsOfDocuments(connection)
  const read = pageReader(connection)
  for (const row of liveSegments(connection)) {
    const { passages } = openSource(row.facts, (file, page) => read(row.number, file, page))
    const isWhole = passages.runs.every(({ document, indexing }) => indexings.get(document) === indexing)
    if (!isWhole) await merge(connection, [row])
  }
  await inTurns(() => removeSomePages(connection))
  await overwriteFreePages(connection, inTurns)
}

/** The segments of the smallest size of which there are too many; null when there are nowhere. */
function planMerge(segments: readonly SegmentRow[]): readonly SegmentRow[] | null {
  const bySize = new Map<number, SegmentRow[]>()
  for (const segment of segments) {
    const size = sizeOf(segment)
    bySize.set(size, [...(bySize.get(size) ?? []), segment])
  }
  const full = [...bySize].filter(([, { length }]) => length >= SEGMENTS_TO_MERGE).sort(([a], [b]) => a - b)
  return full[0]?.[1].slice(0, SEGMENTS_TO_MERGE * SEGMENTS_TO_MERGE) ?? null
}

function sizeOf({ facts }: SegmentRow): number {
  const times = Math.max(1, facts.passages / SMALLEST)
  return Math.floor(Math.log(times) / Math.log(SEGMENTS_TO_MERGE))
}

async function merge(connection: WorkerConnection, rows: readonly SegmentRow[]): Promise<void> {
  const read = pageReader(connection)
  const segments = rows.map(({ number, facts }) =>
    openSource(facts, (file, page) => read(number, file, page)),
  )
  const indexings = indexingsOfDocuments(connection)
  const number = beginSegment(connection, null)
  const { passages } = await writeSegment(connection, number, (put) =>
    mergeSegments(segments, (document, indexing) => indexings.get(document) === indexing, put),
  )
  // What nothing is left of leaves no segment.
  const replaced = rows.map((row) => row.number)
  if (passages === 0) replaceSegments(connection, [...replaced, number], null)
  else replaceSegments(connection, replaced, number)
}
