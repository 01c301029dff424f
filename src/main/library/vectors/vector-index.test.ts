import { describe, expect, it } from 'vitest'
import { seeded, seedOfRun } from '../../../../tests/support/seeded'
import {
  addVectors,
  exactCosine,
  liveSetOf,
  randomVectors,
  storeVectorDocument,
  type VectorDocument,
} from '../../../../tests/support/stored-vectors'
import { setUpWorkerDatabase } from '../../../../tests/support/worker-database'
import { insertCollection, removeCollection } from '../../db/collections'
import { changeDocument } from '../../db/documents'
import type { DocumentFilter } from '../../db/searchable-documents'
import { enterSet, makeSetLive, removeSomeUnused } from '../../db/vector-sets'
import { openReadingConnection } from '../../db/worker-connection'
import { openLiveIndex } from '../search/live-index'
import { javascriptKernel, simdKernel } from './kernel'
import { type NearPassage, openVectorIndex, type VectorIndex } from './vector-index'

const desk = setUpWorkerDatabase(openReadingConnection)

/** Asks as a search does: documents and vectors of one moment. */
function asker(index: VectorIndex = openVectorIndex(desk.connection)) {
  const live = openLiveIndex(desk.connection)
  return (set: number, values: Float32Array<ArrayBuffer>, limit = 10, filter: DocumentFilter = {}) =>
    live.read((state) => index.nearest({ set, values }, state.documents(filter), limit, () => {}))
}
const placesOf = (found: { passages: readonly NearPassage[] } | null) =>
  found?.passages.map(({ document, ordinal }) => `${document}#${ordinal}`)

it('finds what an exact scan finds: recall@10 of at least 0.96 among 20,000 evenly spread vectors', () => {
  const dimensions = 384
  const next = randomVectors(1, dimensions)
  const set = liveSetOf(desk.db, 'm', dimensions)
  const all = Array.from({ length: 20_000 }, next)
  const size = 2000
  const documents = Array.from({ length: all.length / size }, (_, each) =>
    storeVectorDocument(desk.db, set, { id: `d${each}`, vectors: all.slice(each * size, (each + 1) * size) }),
  )
  const ask = asker()
  let hits = 0
  const queries = 20
  for (let query = 0; query < queries; query++) {
    const wanted = next()
    const exact = all
      .map((vector, at) => ({
        place: `${documents[Math.floor(at / size)]}#${at % size}`,
        cosine: exactCosine(wanted, vector),
      }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, 10)
    const found = new Set(placesOf(ask(set, wanted)))
    hits += exact.filter(({ place }) => found.has(place)).length
  }
  expect(hits / (queries * 10)).toBeGreaterThanOrEqual(0.96)
})

it('answers the same with either kernel, to the last bit', () => {
  for (const dimensions of [3, 16, 50]) {
    const next = randomVectors(dimensions, dimensions)
    const set = liveSetOf(desk.db, 'm', dimensions)
    storeVectorDocument(desk.db, set, { id: `d${dimensions}`, vectors: Array.from({ length: 300 }, next) })
    const [simd, plain] = [simdKernel(), javascriptKernel()].map((kernel) =>
      asker(openVectorIndex(desk.connection, kernel)),
    )
    for (let query = 0; query < 10; query++) {
      const wanted = next()
      expect(simd?.(set, wanted)?.passages).toEqual(plain?.(set, wanted)?.passages)
    }
  }
})

it('chooses among what a filter lets through, as brute force does, whatever the filter', () => {
  const { seed, below, pick } = seeded(seedOfRun())
  const dimensions = 12
  const next = randomVectors(seed, dimensions)
  const set = liveSetOf(desk.db, 'm', dimensions)
  const collections = ['default', 'second', 'gone']
  for (const id of collections.slice(1)) insertCollection(desk.db, { id, name: id, description: '', at: 0 })
  const documents = Array.from({ length: 120 }, (_, each) => {
    const document: VectorDocument = {
      id: `d${each}`,
      vectors: Array.from({ length: 1 + below(5) }, next),
      collectionId: pick(collections),
      tags: ['a', 'b', 'c'].filter(() => below(2) === 0),
      mime: pick(['text/plain', 'application/pdf', 'text/html']),
      addedAt: below(100),
    }
    const number = storeVectorDocument(desk.db, set, document)
    const deleted = below(6) === 0
    if (deleted) changeDocument(desk.db, number, { deletedAt: 1 })
    return { ...document, number, deleted }
  })
  removeCollection(desk.db, 'gone', 1)
  const ask = asker()
  for (let round = 0; round < 150; round++) {
    const maybe = <T>(value: T) => (below(3) === 0 ? value : undefined)
    const filter: DocumentFilter = {
      collectionId: maybe(pick(collections)),
      tags: maybe(['a', 'b', 'c'].filter(() => below(2) === 0)),
      types: maybe([pick(['pdf', 'text/html', 'plain'])]),
      addedFrom: maybe(below(100)),
      addedBefore: maybe(below(100)),
      documentId: below(8) === 0 ? pick(documents).id : undefined,
    }
    const passes = (each: (typeof documents)[number]) =>
      !each.deleted &&
      each.collectionId !== 'gone' &&
      (filter.collectionId === undefined || each.collectionId === filter.collectionId) &&
      (filter.tags ?? []).every((tag) => each.tags?.includes(tag)) &&
      (filter.types === undefined ||
        filter.types.some((type) => each.mime === type || each.mime?.endsWith(`/${type}`) === true)) &&
      (filter.addedFrom === undefined || (each.addedAt ?? 0) >= filter.addedFrom) &&
      (filter.addedBefore === undefined || (each.addedAt ?? 0) < filter.addedBefore) &&
      (filter.documentId === undefined || each.id === filter.documentId)
    const wanted = next()
    const exact = documents
      .filter(passes)
      .flatMap(({ number, vectors }) =>
        vectors.map((vector, ordinal) => ({
          place: `${number}#${ordinal}`,
          cosine: exactCosine(wanted, vector),
        })),
      )
      .filter(({ cosine }) => cosine > 0)
      .sort((a, b) => b.cosine - a.cosine)
    const found = ask(set, wanted, 5, filter)?.passages ?? []
    const told = `seed ${seed}, round ${round}`
    // The first look is at 8-bit codes, which don't tell the least nearness from none.
    const surely = exact.filter(({ cosine }) => cosine > 0.01)
    expect(found.length, told).toBeGreaterThanOrEqual(Math.min(5, surely.length))
    expect(found.length, told).toBeLessThanOrEqual(Math.min(5, exact.length))
    const cosines = new Map(exact.map(({ place, cosine }) => [place, cosine]))
    for (const [rank, { document, ordinal, cosine }] of found.entries()) {
      // The place is one that brute force has, and as near as the one that it has at this rank.
      expect(cosines.get(`${document}#${ordinal}`), told).toBeCloseTo(cosine, 3)
      expect(exact[rank]?.cosine, told).toBeCloseTo(cosine, 3)
    }
  }
})

describe('what changes', () => {
  const dimensions = 8
  const one = (at: number) => {
    const vector = new Float32Array(dimensions)
    vector[at] = 1
    return vector
  }

  it('is seen at once: new vectors, deleted documents, documents that come back', () => {
    const set = liveSetOf(desk.db, 'm', dimensions)
    const ask = asker()
    expect(ask(set, one(0))?.passages).toEqual([])
    const first = storeVectorDocument(desk.db, set, { id: 'first', vectors: [one(0)] })
    expect(placesOf(ask(set, one(0)))).toEqual([`${first}#0`])
    const second = storeVectorDocument(desk.db, set, { id: 'second', vectors: [one(1), one(0)] })
    expect(placesOf(ask(set, one(0)))).toEqual([`${first}#0`, `${second}#1`])
    changeDocument(desk.db, first, { deletedAt: 1 })
    expect(placesOf(ask(set, one(0)))).toEqual([`${second}#1`])
    changeDocument(desk.db, first, { deletedAt: null })
    expect(placesOf(ask(set, one(0)))).toEqual([`${first}#0`, `${second}#1`])
  })

  it('takes the vectors of a document with it whose title or passages are replaced', () => {
    const set = liveSetOf(desk.db, 'm', dimensions)
    const ask = asker()
    const kept = storeVectorDocument(desk.db, set, { id: 'kept', vectors: [one(0)] })
    const renamed = storeVectorDocument(desk.db, set, { id: 'renamed', vectors: [one(0)] })
    const restarted = storeVectorDocument(desk.db, set, { id: 'restarted', vectors: [one(0)] })
    expect(ask(set, one(0))?.passages).toHaveLength(3)
    changeDocument(desk.db, renamed, { title: 'Another' })
    changeDocument(desk.db, restarted, { status: 'processing', stage: 'index' })
    changeDocument(desk.db, restarted, { status: 'complete', stage: 'done' })
    expect(placesOf(ask(set, one(0)))).toEqual([`${kept}#0`])
    expect(ask(set, one(0))?.cosineOf(renamed, 0)).toBeNull()
  })

  it('is followed also after more removals than are remembered', () => {
    const set = liveSetOf(desk.db, 'm', dimensions)
    const ask = asker()
    const kept = storeVectorDocument(desk.db, set, { id: 'kept', vectors: [one(0)] })
    const many = storeVectorDocument(desk.db, set, { id: 'many', vectors: [] })
    const vectors = Array.from({ length: 1200 }, () => one(1))
    addVectors(desk.db, set, { document: many, title: 'many', indexing: 1 }, vectors, 1)
    expect(ask(set, one(1), 2000)?.passages).toHaveLength(1200)
    changeDocument(desk.db, many, { title: 'Another' })
    expect(ask(set, one(1), 2000)?.passages).toEqual([])
    expect(placesOf(ask(set, one(0)))).toEqual([`${kept}#0`])
  })

  it('is a whole set at a time: a query of another set than the live one gets no answer', () => {
    const old = liveSetOf(desk.db, 'old', dimensions)
    const ask = asker()
    const document = storeVectorDocument(desk.db, old, { id: 'd', vectors: [one(0)] })
    const { number: next } = enterSet(desk.db.raw, {
      provider: 'ollama',
      address: 'http://127.0.0.1:1',
      model: 'next',
      dimensions,
    })
    expect(placesOf(ask(old, one(0)))).toEqual([`${document}#0`])
    expect(ask(next, one(0))).toBeNull()
    makeSetLive(desk.db.raw, next)
    expect(ask(old, one(0))).toBeNull()
    expect(ask(next, one(0))?.passages).toEqual([])
    while (removeSomeUnused(desk.db.raw));
    const left =
      'SELECT (SELECT count(*) FROM vector_blocks) + (SELECT count(*) FROM vector_codes) + (SELECT count(*) FROM vector_details)'
    expect(desk.db.raw.prepare(left).pluck().get()).toBe(0)
    expect(desk.db.raw.prepare('SELECT count(*) FROM vector_sets').pluck().get()).toBe(1)
  })
})

it('knows how near any passage is, and nothing of one without a vector', () => {
  const set = liveSetOf(desk.db, 'm', 4)
  const document = storeVectorDocument(desk.db, set, {
    id: 'd',
    vectors: [Float32Array.of(3, 4, 0, 0), new Float32Array(4), Float32Array.of(-1, 0, 0, 0)],
  })
  const found = asker()(set, Float32Array.of(1, 0, 0, 0))
  expect(found?.cosineOf(document, 0)).toBeCloseTo(0.6, 4)
  expect(found?.cosineOf(document, 1)).toBe(0)
  expect(found?.cosineOf(document, 2)).toBeCloseTo(-1, 4)
  expect(found?.cosineOf(document, 3)).toBeNull()
  expect(placesOf(found)).toEqual([`${document}#0`])
})

it('goes on reading where a search was given up, and finds all', () => {
  const next = randomVectors(3, 16)
  const set = liveSetOf(desk.db, 'm', 16)
  const all = Array.from({ length: 100 }, next)
  for (const [each, vector] of all.entries())
    storeVectorDocument(desk.db, set, { id: `d${each}`, vectors: [vector] })
  const live = openLiveIndex(desk.connection)
  const index = openVectorIndex(desk.connection)
  const wanted = next()
  const ask = (of: VectorIndex, checkCancelled: () => void) =>
    live.read((state) => of.nearest({ set, values: wanted }, state.documents({}), 10, checkCancelled))
  for (const after of [0, 7, 50]) {
    let left = after
    expect(() =>
      ask(index, () => {
        if (left-- === 0) throw new Error('given up')
      }),
    ).toThrow('given up')
  }
  const found = ask(index, () => {})
  expect(found?.passages).toHaveLength(10)
  expect(found?.passages).toEqual(ask(openVectorIndex(desk.connection), () => {})?.passages)
})

it('answers nothing to the vector of another length', () => {
  const set = liveSetOf(desk.db, 'm', 4)
  expect(asker()(set, Float32Array.of(1, 0))).toBeNull()
})
