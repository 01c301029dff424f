import {
  type VectorBlock,
  vectorBlockReader,
  vectorDetailReader,
  vectorRemovalReader,
} from '../../db/vector-blocks'
import { liveSet, type VectorSet } from '../../db/vector-sets'
import type { WorkerConnection } from '../../db/worker-connection'
import { createHeap } from '../search/heap'
import { chooseKernel, type Kernel, ROWS_AT_ONCE, type RowStore, STEP } from './kernel'
import { fineCosine, type QuantizedQuery, quantizeQuery } from './quantize'

/** The vector of a query, and the set whose model made it. */
export type QueryVector = { readonly set: number; readonly values: Float32Array<ArrayBuffer> }

/** A passage and how near it is to a query: the cosine of their vectors. */
export type NearPassage = { readonly document: number; readonly ordinal: number; readonly cosine: number }

/** What stands near a query. */
export type Nearest = {
  /** The nearest, nearest first; only those whose cosine is above 0. */
  readonly passages: readonly NearPassage[]
  /** The cosine of any passage; null when it has no vector. */
  cosineOf(document: number, ordinal: number): number | null
}

/** The vectors of the live set. */
export type VectorIndex = {
  /**
   * The `limit` nearest of the documents that are let through (other than 0, by document number); null when the
   * query's set is not the live one. To be called within a transaction, so that documents and vectors fit.
   */
  nearest(
    query: QueryVector,
    documents: Int32Array,
    limit: number,
    checkCancelled: () => void,
  ): Nearest | null
}

type Block = {
  readonly number: number
  readonly document: number
  readonly firstOrdinal: number
  readonly count: number
  readonly shelf: Shelf
  /** Its first row in its shelf. */
  readonly first: number
  gone: boolean
}

/** Rows in one memory. */
type Shelf = {
  readonly store: RowStore
  readonly scales: Float32Array
  readonly blocks: Block[]
  /** Rows of all shelves before. */
  readonly base: number
  used: number
}

type Loaded = {
  readonly set: VectorSet
  readonly stride: number
  readonly shelves: Shelf[]
  readonly byNumber: Map<number, Block>
  readonly byDocument: Map<number, Set<Block>>
  last: number
  removals: number
  rows: number
  gone: number
}

/** A memory grows no further (bytes): more vectors get another one. */
const SHELF_BYTES = 64 * 1024 * 1024

/** The first memory is for so many rows; each further one for as many as there are. */
const FIRST_ROWS = 4096

/**
 * So many of the best by 8-bit numbers are scored again by 16-bit ones. What 8 bits get wrong moves a passage by a
 * few places, never by a hundred.
 */
const SCORED_AGAIN = 100

/** Beyond this share of rows whose passages are gone, all are read anew. */
const GONE_SHARE = 0.5

/** Opens the vectors of a database; nothing is read before the first question. */
export function openVectorIndex(connection: WorkerConnection, kernel: Kernel = chooseKernel()): VectorIndex {
  const readBlocks = vectorBlockReader(connection)
  const readRemovals = vectorRemovalReader(connection)
  const readDetails = vectorDetailReader(connection)
  let loaded: Loaded | null = null

  const begin = (set: VectorSet): Loaded => ({
    set,
    stride: Math.ceil(set.dimensions / STEP) * STEP,
    shelves: [],
    byNumber: new Map(),
    byDocument: new Map(),
    last: 0,
    removals: readRemovals(null).last,
    rows: 0,
    gone: 0,
  })

  /** Brings what is remembered up to the database. */
  const refresh = (checkCancelled: () => void): Loaded | null => {
    const set = liveSet(connection)
    if (set === undefined) loaded = null
    else if (loaded?.set.number !== set.number) loaded = begin(set)
    if (loaded === null) return null
    const { last, blocks } = readRemovals(loaded.removals)
    for (const block of blocks ?? []) drop(loaded, block)
    if (blocks === null || loaded.gone > loaded.rows * GONE_SHARE) loaded = begin(loaded.set)
    else loaded.removals = last
    for (const block of readBlocks(loaded.set.number, loaded.last)) {
      // What is read is kept: a search that comes after one that was given up goes on from here.
      checkCancelled()
      take(kernel, loaded, block)
    }
    return loaded
  }

  return {
    nearest({ set, values }, documents, limit, checkCancelled) {
      const vectors = refresh(checkCancelled)
      if (vectors?.set.number !== set || values.length !== vectors.set.dimensions) return null
      const query = quantizeQuery(values, vectors.stride)
      const cosine = (block: Block, place: number) =>
        fineCosine(
          query,
          readDetails(block.number, place, vectors.set.dimensions),
          block.shelf.scales[block.first + place] ?? 0,
        )
      const passages = scan(vectors, query, documents, Math.max(SCORED_AGAIN, limit * 2), checkCancelled)
        .map(({ block, place }) => ({
          document: block.document,
          ordinal: block.firstOrdinal + place,
          cosine: cosine(block, place),
        }))
        .filter((passage) => passage.cosine > 0)
        .sort((a, b) => b.cosine - a.cosine || a.document - b.document || a.ordinal - b.ordinal)
        .slice(0, limit)
      return {
        passages,
        cosineOf(document, ordinal) {
          for (const block of vectors.byDocument.get(document) ?? []) {
            const place = ordinal - block.firstOrdinal
            if (place >= 0 && place < block.count) return cosine(block, place)
          }
          return null
        },
      }
    },
  }
}

function take(kernel: Kernel, loaded: Loaded, stored: VectorBlock): void {
  const { count, document, number, firstOrdinal } = stored
  const shelf = shelfFor(kernel, loaded, count)
  const block = { number, document, firstOrdinal, count, shelf, first: shelf.used, gone: false }
  shelf.store.put(shelf.used, widened(stored.codes, count, loaded.set.dimensions, loaded.stride))
  shelf.scales.set(new Float32Array(new Uint8Array(stored.scales).buffer), shelf.used)
  shelf.blocks.push(block)
  shelf.used += count
  loaded.byNumber.set(number, block)
  const ofDocument = loaded.byDocument.get(document) ?? new Set()
  loaded.byDocument.set(document, ofDocument.add(block))
  loaded.rows += count
  loaded.last = number
}

function drop(loaded: Loaded, number: number): void {
  const block = loaded.byNumber.get(number)
  if (block === undefined) return
  block.gone = true
  loaded.gone += block.count
  loaded.byNumber.delete(number)
  loaded.byDocument.get(block.document)?.delete(block)
}

/** The last shelf, or a new one where it has no room. */
function shelfFor(kernel: Kernel, loaded: Loaded, count: number): Shelf {
  const last = loaded.shelves.at(-1)
  if (last !== undefined && last.used + count <= last.store.capacity) return last
  const most = Math.floor(SHELF_BYTES / loaded.stride)
  const capacity = Math.max(count, Math.min(most, Math.max(FIRST_ROWS, loaded.rows)))
  const shelf: Shelf = {
    store: kernel.store(loaded.stride, capacity),
    scales: new Float32Array(capacity),
    blocks: [],
    base: last === undefined ? 0 : last.base + last.store.capacity,
    used: 0,
  }
  loaded.shelves.push(shelf)
  return shelf
}

/** Rows of as many numbers as the kernel takes at a time. */
function widened(codes: Buffer, count: number, dimensions: number, stride: number): Int8Array {
  const numbers = new Int8Array(codes.buffer, codes.byteOffset, codes.length)
  if (dimensions === stride) return numbers
  const rows = new Int8Array(count * stride)
  for (let row = 0; row < count; row++) {
    rows.set(numbers.subarray(row * dimensions, (row + 1) * dimensions), row * stride)
  }
  return rows
}

/** The best rows by their 8-bit numbers, of documents that are let through. */
function scan(
  { shelves }: Loaded,
  query: QuantizedQuery,
  documents: Int32Array,
  limit: number,
  checkCancelled: () => void,
): { block: Block; place: number }[] {
  const heap = createHeap(limit)
  for (const shelf of shelves) {
    const { store, scales, base } = shelf
    eachRange(shelf, documents, (from, to) => {
      for (let first = from; first < to; first += ROWS_AT_ONCE) {
        checkCancelled()
        const count = Math.min(ROWS_AT_ONCE, to - first)
        const products = store.products(query.codes, first, count)
        let least = heap.least()
        for (let index = 0; index < count; index++) {
          const score = (products[index] as number) * (scales[first + index] as number) * query.scale
          if (score <= least) continue
          heap.offer(base + first + index, score)
          least = heap.least()
        }
      }
    })
  }
  return heap.sorted().flatMap(({ place: row }) => {
    const shelf = shelves.findLast(({ base }) => base <= row)
    const block = shelf && blockAt(shelf, row - shelf.base)
    return shelf === undefined || block === undefined
      ? []
      : [{ block, place: row - shelf.base - block.first }]
  })
}

/** Rows that follow each other and are let through. */
function eachRange({ blocks }: Shelf, documents: Int32Array, take: (from: number, to: number) => void): void {
  let from = 0
  let to = 0
  for (const { first, count, document, gone } of blocks) {
    if (gone || (documents[document] ?? 0) === 0) continue
    if (first === to) to = first + count
    else {
      take(from, to)
      from = first
      to = first + count
    }
  }
  take(from, to)
}

function blockAt({ blocks }: Shelf, row: number): Block | undefined {
  let low = 0
  let high = blocks.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((blocks[middle]?.first ?? 0) <= row) low = middle
    else high = middle - 1
  }
  return blocks[low]
}
