/** What there is room for at the same time: what is read, and what was read and waits for the index. */
export type Capacity = {
  /** Whether one more document may be begun beside so many that are at work, with those at the index. */
  hasRoomFor(number: number, atWork: number): boolean
  /** Counts its bytes as being read, until what it answers is called the first time. */
  beginReading(number: number): () => void
  /** Counts so many bytes as waiting for the index, until what it answers is called. */
  enterIndex(bytes: number): () => void
}

/** Two files are read at a time; a third is copied meanwhile. */
const JOBS_AT_WORK = 3
/** As many small ones as have so many bytes are copied and read together. */
const SMALL_JOBS_AT_WORK = 128
/** Of these small ones together (bytes); a single larger one is none of them. */
export const SMALL_JOBS_BYTES = 1024 * 1024
/**
 * What was read and waits for the index goes there together; it is in memory. So many bytes of it take the place of a
 * file that is read: the next one is begun each time that room is made, and not several at once whenever all is gone.
 */
const BYTES_FOR_A_JOB = 12 * 1024 * 1024
/** So many documents at most wait there: the last of them is not to wait for long. */
const WAITING_MOST = 200

/** Starts with all of it free; `sizeOf` tells the bytes of a document's file. */
export function createCapacity(sizeOf: (number: number) => number): Capacity {
  const atIndex = { documents: 0, bytes: 0 }
  let bytesBeingRead = 0

  return {
    hasRoomFor(number, atWork) {
      const jobs = JOBS_AT_WORK - Math.floor(atIndex.bytes / BYTES_FOR_A_JOB)
      if (jobs <= 0 || atIndex.documents >= WAITING_MOST) return false
      const beingRead = atWork - atIndex.documents
      if (beingRead < jobs) return true
      if (beingRead >= SMALL_JOBS_AT_WORK) return false
      return bytesBeingRead + sizeOf(number) <= SMALL_JOBS_BYTES
    },
    beginReading(number) {
      let bytes = sizeOf(number)
      bytesBeingRead += bytes
      return () => {
        bytesBeingRead -= bytes
        bytes = 0
      }
    },
    enterIndex(bytes) {
      atIndex.documents++
      atIndex.bytes += bytes
      return () => {
        atIndex.documents--
        atIndex.bytes -= bytes
      }
    },
  }
}
