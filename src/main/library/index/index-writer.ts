import type { NewEntries } from '../../db/chunk-writes'
import { beginSegment, type NewPage, putSomePages, setSegmentFacts } from '../../db/index-segments'
import type { WorkerConnection } from '../../db/worker-connection'
import type { Analyzer } from '../analysis/analyze'
import { createSegmentBuilder, type NewPassage } from './segment-builder'
import { inTurns } from './turns'

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
    const pages: NewPage[] = []
    const facts = builder.write((file, page, data) => pages.push({ file, page, data }))
    builder = createSegmentBuilder()
    const rest = pages.values()
    await inTurns(() => putSomePages(connection, segment, rest))
    setSegmentFacts(connection, segment, facts)
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
