import { ensureDefaultCollection } from '../../src/main/db/collections'
import { insertDocument } from '../../src/main/db/insert-document'
import type { Database } from '../../src/main/db/open'
import { enterSet, makeSetLive, storeVectors } from '../../src/main/db/vector-sets'
import { quantize } from '../../src/main/library/vectors/quantize'
import { seeded } from './seeded'

/** Vectors of one document's passages, with what searches filter by. */
export interface VectorDocument {
  readonly id: string
  readonly vectors: readonly Float32Array<ArrayBuffer>[]
  readonly collectionId?: string
  readonly tags?: readonly string[]
  readonly mime?: string
  readonly addedAt?: number
}

/** Passages of a block, as embedding writes them. */
const BLOCK = 32

/** Makes a set of vectors live; answers its number. */
export function liveSetOf(db: Database, model: string, dimensions: number): number {
  const { number } = enterSet(db.raw, {
    provider: 'ollama',
    address: 'http://127.0.0.1:1',
    model,
    dimensions,
  })
  makeSetLive(db.raw, number)
  return number
}

/** Stores a complete document with its vectors, without text; answers its number. */
export function storeVectorDocument(db: Database, set: number, document: VectorDocument): number {
  const { id, vectors, collectionId = 'default', tags = [], mime = 'text/plain', addedAt = 0 } = document
  ensureDefaultCollection(db, 0)
  const { number } = insertDocument(db, {
    id,
    collectionId,
    title: id,
    mime,
    source: id,
    size: 1,
    status: 'complete',
    stage: 'done',
    chunks: vectors.length,
    indexing: 1,
    tags: JSON.stringify(tags),
    actor: '{}',
    addedAt,
    updatedAt: 0,
  })
  addVectors(db, set, { document: number, title: id, indexing: 1 }, vectors)
  return number
}

/** Stores vectors of a document's passages from the first on, in blocks. */
export function addVectors(
  db: Database,
  set: number,
  of: { readonly document: number; readonly title: string; readonly indexing: number },
  vectors: readonly Float32Array<ArrayBuffer>[],
  blockSize = BLOCK,
): void {
  const bytes = (array: Float32Array | Int8Array | Int16Array) => new Uint8Array(array.buffer)
  const blocks = Array.from({ length: Math.ceil(vectors.length / blockSize) }, (_, each) => {
    const firstOrdinal = each * blockSize
    const some = vectors.slice(firstOrdinal, firstOrdinal + blockSize)
    const { scales, codes, fine } = quantize(some, some[0]?.length ?? 0)
    const numbers = { scales: bytes(scales), codes: bytes(codes), numbers: bytes(fine) }
    return { ...of, firstOrdinal, count: some.length, ...numbers }
  })
  storeVectors(db.raw, set, blocks)
}

/** Makes vectors whose directions are spread evenly, the same for the same seed. */
export function randomVectors(seed: number, dimensions: number): () => Float32Array<ArrayBuffer> {
  const { below } = seeded(seed)
  const uniform = () => (below(1_000_000) + 0.5) / 1_000_000
  return () => {
    const vector = new Float32Array(dimensions)
    for (let at = 0; at < dimensions; at += 2) {
      // Box and Muller: two numbers of the normal distribution from two even ones.
      const radius = Math.sqrt(-2 * Math.log(uniform()))
      const angle = 2 * Math.PI * uniform()
      vector[at] = radius * Math.cos(angle)
      if (at + 1 < dimensions) vector[at + 1] = radius * Math.sin(angle)
    }
    return vector
  }
}

/** The cosine, in full precision. */
export function exactCosine(a: Float32Array, b: Float32Array): number {
  let product = 0
  let ofA = 0
  let ofB = 0
  for (let at = 0; at < a.length; at++) {
    const x = a[at] as number
    const y = b[at] as number
    product += x * y
    ofA += x * x
    ofB += y * y
  }
  return product / Math.sqrt(ofA * ofB)
}
