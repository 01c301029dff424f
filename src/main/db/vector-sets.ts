import { forAWhile, unsynced } from './short-transactions'
import type { WorkerConnection } from './worker-connection'

/** What one model made of the passages. */
export type VectorSet = {
  readonly number: number
  readonly provider: string
  readonly address: string
  readonly model: string
  readonly dimensions: number
  readonly state: 'building' | 'live'
}

/** Which model is wanted; a set is known by its model and its number of dimensions. */
export type WantedSet = Pick<VectorSet, 'provider' | 'address' | 'model' | 'dimensions'>

const columns = 'number, provider, address, model, dimensions, state'

/** The set that searches use; undefined when there is none. */
export function liveSet(connection: WorkerConnection): VectorSet | undefined {
  return connection.prepare(`SELECT ${columns} FROM vector_sets WHERE state = 'live'`).get() as
    | VectorSet
    | undefined
}

/**
 * The set of a model, begun when there is none. What was being built for another model is given up; the live one
 * stays in use until the new one is whole.
 */
export function enterSet(connection: WorkerConnection, wanted: WantedSet): VectorSet {
  return connection
    .transaction(() => {
      const same = connection
        .prepare(
          `SELECT number FROM vector_sets
           WHERE model = @model AND dimensions = @dimensions AND state IN ('live', 'building')`,
        )
        .pluck()
        .get(wanted) as number | undefined
      connection
        .prepare("UPDATE vector_sets SET state = 'retired' WHERE state = 'building' AND number IS NOT ?")
        .run(same ?? null)
      if (same !== undefined) {
        connection
          .prepare('UPDATE vector_sets SET provider = @provider, address = @address WHERE number = @same')
          .run({ ...wanted, same })
      } else {
        connection
          .prepare(
            `INSERT INTO vector_sets (provider, address, model, dimensions, state)
             VALUES (@provider, @address, @model, @dimensions, 'building')`,
          )
          .run(wanted)
      }
      return connection
        .prepare(
          `SELECT ${columns} FROM vector_sets
           WHERE model = @model AND dimensions = @dimensions AND state IN ('live', 'building')`,
        )
        .get(wanted) as VectorSet
    })
    .immediate()
}

/** In one transaction, a whole set takes the place of the live one. */
export function makeSetLive(connection: WorkerConnection, set: number): void {
  connection
    .transaction(() => {
      connection
        .prepare("UPDATE vector_sets SET state = 'retired' WHERE state = 'live' AND number <> ?")
        .run(set)
      connection
        .prepare("UPDATE vector_sets SET state = 'live' WHERE number = ? AND state = 'building'")
        .run(set)
    })
    .immediate()
}

/** Takes every set out of use; what they hold is removed later. */
export function retireSets(connection: WorkerConnection): void {
  connection
    .transaction(() => connection.prepare("UPDATE vector_sets SET state = 'retired'").run())
    .immediate()
}

/** Removes some of what is no longer in use; true while there is more. */
export function removeSomeUnused(connection: WorkerConnection): boolean {
  const retired = connection
    .prepare(
      `SELECT b.number FROM vector_sets s JOIN vector_blocks b ON b.set_number = s.number
       WHERE s.state = 'retired' LIMIT 1`,
    )
    .pluck()
  const leftover = connection.prepare('SELECT block FROM vector_leftovers LIMIT 1').pluck()
  const removeBlock = connection.prepare('DELETE FROM vector_blocks WHERE number = ?')
  const removeNumbers = ['vector_codes', 'vector_details', 'vector_leftovers'].map((table) =>
    connection.prepare(`DELETE FROM ${table} WHERE block = ?`),
  )
  const { more } = forAWhile(connection, () => {
    const block = retired.get()
    if (block !== undefined) removeBlock.run(block)
    const left = leftover.get()
    for (const remove of left === undefined ? [] : removeNumbers) remove.run(left)
    return block !== undefined || left !== undefined
  })
  if (!more) {
    unsynced(connection, () => connection.prepare("DELETE FROM vector_sets WHERE state = 'retired'").run())
  }
  return more
}

/** The set of a model that is in use or being built; undefined when there is none. */
export function setOfModel(connection: WorkerConnection, model: string): number | undefined {
  return connection
    .prepare(
      "SELECT max(number) FROM vector_sets WHERE model = ? AND state IN ('live', 'building') HAVING count(*) > 0",
    )
    .pluck()
    .get(model) as number | undefined
}

/** Whether any set is stored. */
export function anySet(connection: WorkerConnection): boolean {
  return connection.prepare('SELECT 1 FROM vector_sets LIMIT 1').get() !== undefined
}

/** Whether anything is stored that is no longer in use. */
export function anyUnused(connection: WorkerConnection): boolean {
  const found = connection.prepare(
    `SELECT EXISTS (SELECT 1 FROM vector_sets WHERE state = 'retired')
       OR EXISTS (SELECT 1 FROM vector_leftovers)`,
  )
  return found.pluck().get() === 1
}

/** How many passages have a vector of a set, out of how many. */
export type VectorCount = { readonly done: number; readonly total: number }

/** Documents whose passages get vectors: those that a search can find. */
const embeddable = `d.status = 'complete' AND d.deleted_at IS NULL
  AND d.collection_id IN (SELECT id FROM collections WHERE deleted_at IS NULL)`

/** Counts the passages that have a vector of a set; of no set when null. */
export function countVectors(connection: WorkerConnection, set: number | null): VectorCount {
  const total = connection.prepare(`SELECT coalesce(sum(d.chunks), 0) FROM documents d WHERE ${embeddable}`)
  const done = connection.prepare(
    `SELECT coalesce(sum(b.count), 0) FROM vector_blocks b JOIN documents d ON d.number = b.document_number
     WHERE b.set_number = ? AND ${embeddable}`,
  )
  return {
    done: set === null ? 0 : (done.pluck().get(set) as number),
    total: total.pluck().get() as number,
  }
}

/** Vectors that are stored, of every set. */
export type StoredVectors = { readonly vectors: number; readonly bytes: number }

/** Counts what removing every vector would free. */
export function storedVectors(connection: WorkerConnection): StoredVectors {
  // A scale, an 8-bit and a 16-bit number for each dimension.
  return connection
    .prepare(
      `SELECT coalesce(sum(b.count), 0) AS vectors, coalesce(sum(b.count * (4 + 3 * s.dimensions)), 0) AS bytes
       FROM vector_blocks b JOIN vector_sets s ON s.number = b.set_number`,
    )
    .get() as StoredVectors
}

/** A passage that has no vector yet. */
export type PassageToEmbed = {
  readonly document: number
  readonly ordinal: number
  readonly title: string
  readonly section: string | null
  readonly text: string
  /** Which state of the document this is. */
  readonly indexing: number
}

/** The first passages that lack a vector of a set, in order, from a document on. */
export function passagesToEmbed(
  connection: WorkerConnection,
  set: number,
  fromDocument: number,
  limit: number,
): PassageToEmbed[] {
  const next = connection.prepare(
    `SELECT d.number AS document, d.title, d.indexing, d.chunks,
       coalesce((SELECT max(b.first_ordinal + b.count) FROM vector_blocks b
         WHERE b.set_number = @set AND b.document_number = d.number), 0) AS done
     FROM documents d WHERE d.number >= @from AND ${embeddable} AND d.chunks > done ORDER BY d.number LIMIT 1`,
  )
  const read = connection.prepare(
    `SELECT ordinal, section, text FROM chunks
     WHERE document_number = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?`,
  )
  const found: PassageToEmbed[] = []
  // One snapshot, so that the texts are those that the document's row speaks of.
  connection
    .transaction(() => {
      for (let from = fromDocument; found.length < limit; ) {
        const row = next.get({ set, from }) as
          | { document: number; title: string; indexing: number; done: number }
          | undefined
        if (row === undefined) return
        const { document, title, indexing, done } = row
        const passages = read.all(document, done, limit - found.length) as {
          ordinal: number
          section: string | null
          text: string
        }[]
        found.push(...passages.map((passage) => ({ document, title, indexing, ...passage })))
        from = document + 1
      }
    })
    .deferred()
  return found
}

/** Vectors of passages of one document that follow each other. */
export type NewVectorBlock = {
  readonly document: number
  readonly indexing: number
  readonly title: string
  readonly firstOrdinal: number
  readonly count: number
  readonly scales: Uint8Array
  readonly codes: Uint8Array
  readonly numbers: Uint8Array
}

/**
 * Stores vectors, in one transaction; those of a document that changed meanwhile, or of a set that is no longer in
 * use, are left out. Answers how many passages were taken.
 */
export function storeVectors(
  connection: WorkerConnection,
  set: number,
  blocks: readonly NewVectorBlock[],
): number {
  const isInUse = connection
    .prepare("SELECT 1 FROM vector_sets WHERE number = ? AND state IN ('live', 'building')")
    .pluck()
  const isSame = connection
    .prepare(
      `SELECT 1 FROM documents d WHERE d.number = @document AND d.status = 'complete' AND d.indexing = @indexing
         AND d.title = @title
         AND @firstOrdinal = coalesce((SELECT max(b.first_ordinal + b.count) FROM vector_blocks b
           WHERE b.set_number = @set AND b.document_number = d.number), 0)`,
    )
    .pluck()
  const insertBlock = connection.prepare(
    `INSERT INTO vector_blocks (set_number, document_number, first_ordinal, count)
     VALUES (@set, @document, @firstOrdinal, @count)`,
  )
  const insertCodes = connection.prepare('INSERT INTO vector_codes (block, scales, codes) VALUES (?, ?, ?)')
  const insertDetails = connection.prepare('INSERT INTO vector_details (block, numbers) VALUES (?, ?)')
  // What a power cut takes is made again: nothing else depends on it.
  return unsynced(connection, () => {
    if (isInUse.get(set) === undefined) return 0
    let taken = 0
    for (const { document, indexing, title, firstOrdinal, count, scales, codes, numbers } of blocks) {
      if (isSame.get({ set, document, indexing, title, firstOrdinal }) === undefined) continue
      const { lastInsertRowid: block } = insertBlock.run({ set, document, firstOrdinal, count })
      insertCodes.run(block, scales, codes)
      insertDetails.run(block, numbers)
      taken += count
    }
    return taken
  })
}
