import type { WorkerConnection } from './worker-connection'

/** Vectors of some passages of a document that follow each other. */
export type VectorBlock = {
  readonly number: number
  readonly document: number
  readonly firstOrdinal: number
  readonly count: number
  /** A 32-bit float for each vector. */
  readonly scales: Buffer
  /** An 8-bit integer for each dimension of each vector. */
  readonly codes: Buffer
}

/** Reads the blocks of a set that came after one, oldest first. */
export function vectorBlockReader(
  connection: WorkerConnection,
): (set: number, after: number) => IterableIterator<VectorBlock> {
  const read = connection.prepare(
    `SELECT b.number, b.document_number AS document, b.first_ordinal AS firstOrdinal, b.count, c.scales, c.codes
     FROM vector_blocks b JOIN vector_codes c ON c.block = b.number
     WHERE b.set_number = ? AND b.number > ? ORDER BY b.number`,
  )
  return (set, after) => read.iterate(set, after) as IterableIterator<VectorBlock>
}

/** What was removed since a moment that a reader remembers. */
export type VectorRemovals = {
  /** To remember. */
  readonly last: number
  /** Null when it is not known which any more. */
  readonly blocks: readonly number[] | null
}

/** Tells which blocks were removed since the moment `since`; null for a reader that knows nothing yet. */
export function vectorRemovalReader(connection: WorkerConnection): (since: number | null) => VectorRemovals {
  const newest = connection.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'vector_removals'").pluck()
  const read = connection.prepare('SELECT block FROM vector_removals WHERE number > ?').pluck()
  return (since) => {
    const last = (newest.get() as number | undefined) ?? 0
    if (since === null || last === since) return { last, blocks: [] }
    const blocks = read.all(since) as number[]
    // Fewer rows than numbers: some are forgotten already.
    return { last, blocks: blocks.length < last - since ? null : blocks }
  }
}

/** Reads the 16-bit numbers of one vector: by its block, its place there, and the dimensions. */
export function vectorDetailReader(
  connection: WorkerConnection,
): (block: number, place: number, dimensions: number) => Int16Array {
  const read = connection
    .prepare('SELECT substr(numbers, ? + 1, ?) FROM vector_details WHERE block = ?')
    .pluck()
  return (block, place, dimensions) => {
    const length = dimensions * Int16Array.BYTES_PER_ELEMENT
    const bytes = read.get(place * length, length, block)
    if (!Buffer.isBuffer(bytes) || bytes.length !== length) {
      throw new Error(`Vector ${place} of block ${block} is not stored whole.`)
    }
    // Copied, because a view of 16-bit numbers has to begin at an even place.
    return new Int16Array(new Uint8Array(bytes).buffer)
  }
}
