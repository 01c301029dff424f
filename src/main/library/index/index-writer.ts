import type { NewEntries } from '../../db/chunk-writes'
import { beginSegment } from '../../db/index-segments'
import type { WorkerConnection } from '../../db/worker-connection'
import type { Analyzer } from '../analysis/analyze'
import { createSegmentBuilder, type NewPassage } from './segment-builder'
import { writeSegment } from './write-segment'

/** A segment is written when it has taken so much memory (bytes): larger ones need less merging. */
const FLUSH_BYTES = 48 * 1024 * 1024

/** Writes the entries of documents; they count when a later transaction says so. */
export type IndexWriter = {
  add(passage: Omit<NewPassage, 'indexing'>, analyzer: Analyzer): void
  /** Writes what was gathered when it is much. */
  flushIfLarge(): Promise<void>
  /** Writes the rest. */
  finish(): Promise<NewEntries>
}

/** Begins to index; `document` is the one, or the first, that it is for. */
export function createIndexWriter(connection: WorkerConnection, document: number): IndexWriter {
  const indexing = beginSegment(connection, document)
  const segments: number[] = []
  let builder = createSegmentBuilder()

  const flush = async () => {
    if (builder.passages() === 0) return
    const segment = segments.length === 0 ? indexing : beginSegment(connection, document)
    const { write } = builder
    builder = createSegmentBuilder()
    await writeSegment(connection, segment, write)
    segments.push(segment)
  }

  return {
    add: (passage, analyzer) => builder.add({ ...passage, indexing }, analyzer),
    async flushIfLarge() {
      if (builder.bytes() > FLUSH_BYTES) await flush()
    },
    async finish() {
      await flush()
      return { indexing, segments }
    },
  }
}
