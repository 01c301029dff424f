import { type NewPage, putSomePages, setSegmentFacts } from '../../db/index-segments'
import type { WorkerConnection } from '../../db/worker-connection'
import type { PutPage, SegmentFacts } from './segment-files'
import { inTurns } from './turns'

/** Pages are stored when they are so many (bytes): about what one short transaction has room for. */
const BYTES_AT_ONCE = 1024 * 1024

/**
 * Makes a segment step by step and stores its pages as they come, so that others have their turn at the database while
 * the next are made, and no more of it lies in memory. It is not visible yet.
 */
export async function writeSegment(
  connection: WorkerConnection,
  segment: number,
  make: (put: PutPage) => Generator<void, SegmentFacts>,
): Promise<SegmentFacts> {
  const pages: NewPage[] = []
  let bytes = 0
  const store = async () => {
    bytes = 0
    const rest = pages.splice(0).values()
    await inTurns(() => putSomePages(connection, segment, rest))
  }
  const steps = make((file, page, data) => {
    pages.push({ file, page, data })
    bytes += data.length
  })
  for (;;) {
    const step = steps.next()
    if (bytes >= BYTES_AT_ONCE) await store()
    if (step.done !== true) continue
    await store()
    setSegmentFacts(connection, segment, step.value)
    return step.value
  }
}
