import { type NewPage, putSomePages, setSegmentFacts } from '../../db/index-segments'
import type { WorkerConnection } from '../../db/worker-connection'
import type { PutPage, SegmentFacts } from './segment-files'
import { inTurns } from './turns'

/** So much is made between two turns (bytes): about what one short transaction has room for. */
const BYTES_A_TURN = 1024 * 1024

/**
 * Makes a segment step by step and stores its pages as they come: others have their turn at the database while the next
 * are made, and few of them lie in memory. It is not visible yet.
 */
export async function writeSegment(
  connection: WorkerConnection,
  segment: number,
  make: (put: PutPage) => Generator<void, SegmentFacts>,
): Promise<SegmentFacts> {
  const pages: NewPage[] = []
  const steps = make((file, page, data) => pages.push({ file, page, data }))
  let made: SegmentFacts | null = null
  const makeSome = () => {
    const bytes = () => pages.reduce((sum, { data }) => sum + data.length, 0)
    while (made === null && bytes() < BYTES_A_TURN) {
      const step = steps.next()
      if (step.done === true) made = step.value
    }
  }
  const waiting: Iterator<NewPage> = {
    next() {
      const page = pages.shift()
      return page === undefined ? { done: true, value: undefined } : { done: false, value: page }
    },
  }
  makeSome()
  await inTurns(() => {
    const turn = putSomePages(connection, segment, waiting)
    return { ...turn, more: pages.length > 0 || made === null }
  }, makeSome)
  if (made === null) throw new Error('A segment was stored before it was made.')
  setSegmentFacts(connection, segment, made)
  return made
}
