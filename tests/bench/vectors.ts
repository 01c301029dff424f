import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import BetterSqlite3 from 'better-sqlite3'
import { load as loadSqliteVec } from 'sqlite-vec'
import { openDatabase } from '../../src/main/db/open'
import { openReadingConnection } from '../../src/main/db/worker-connection'
import { openLiveIndex } from '../../src/main/library/search/live-index'
import { openVectorIndex } from '../../src/main/library/vectors/vector-index'
import { liveSetOf, randomVectors, storeVectorDocument } from '../support/stored-vectors'
import { type Figure, median, quantile, range, round } from './figures'

/** What is measured. */
export interface VectorBenchOptions {
  readonly vectors: number
  /** Milliseconds that the usual question may take. */
  readonly target: number
}

const DIMENSIONS = 384
const PASSAGES_OF_DOCUMENT = 100
const LIMIT = 10
const QUERIES = 30
/** The first questions warm each side up alike. */
const WARM_UP = 3

/** Asks for the ten nearest of evenly spread vectors, in turn with an exact scan and with sqlite-vec. */
export async function benchVectors({ vectors: count, target }: VectorBenchOptions): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-vectors-'))
  try {
    const next = randomVectors(1, DIMENSIONS)
    const all = new Float32Array(count * DIMENSIONS)
    const ours = openOurs(join(folder, 'ours.db'), count, next, all)
    const theirs = openSqliteVec(join(folder, 'theirs.db'), all)
    const times = {
      ours: [] as number[],
      processor: [] as number[],
      filtered: [] as number[],
      exact: [] as number[],
      vec: [] as number[],
    }
    let hits = 0
    let first = { ms: 0, processorMs: 0 }
    for (let query = 0; query < WARM_UP + QUERIES; query++) {
      const wanted = normalised(next())
      const found = timed(() => ours.ask(wanted))
      const filtered = timed(() => ours.askOneTag(wanted))
      const exact = timed(() => exactNearest(all, wanted))
      const vec = timed(() => theirs.ask(wanted))
      if (query === 0) first = found
      if (query < WARM_UP) continue
      times.ours.push(found.ms)
      times.processor.push(found.processorMs)
      times.filtered.push(filtered.ms)
      times.exact.push(exact.ms)
      times.vec.push(vec.ms)
      const best = new Set(exact.value)
      hits += found.value.filter((at) => best.has(at)).length
    }
    ours.close()
    theirs.close()
    const size = count.toLocaleString('en')
    const name = `vectors, ${size} of ${DIMENSIONS} dimensions`
    const p95 = (values: readonly number[]) => round(quantile(values, 0.95), 1)
    return [
      {
        name: `${name}: ten nearest, median`,
        value: round(median(times.ours), 1),
        unit: 'ms',
        target: `< ${target}`,
        spread: range(times.ours, 1),
        comparison: `p95 ${p95(times.ours)} ms, median processor time ${round(median(times.processor), 1)} ms; sqlite-vec ${round(median(times.vec), 1)} ms, exact scan in JavaScript ${round(median(times.exact), 1)} ms`,
      },
      {
        name: `${name}: times faster than sqlite-vec, median`,
        value: round(median(times.vec) / median(times.ours), 1),
        unit: '×',
      },
      {
        name: `${name}: recall@10 against exact`,
        value: round(hits / (QUERIES * LIMIT), 4),
        unit: '',
        target: '> 0.9599',
      },
      {
        name: `${name}: ten nearest of a tenth, by a tag, median`,
        value: round(median(times.filtered), 1),
        unit: 'ms',
        spread: range(times.filtered, 1),
      },
      {
        name: `${name}: first question, reading all`,
        value: round(first.ms),
        unit: 'ms',
        comparison: `processor time ${round(first.processorMs)} ms`,
      },
      {
        name: `${name}: database`,
        value: round(ours.megabytes),
        unit: 'MB',
        comparison: `sqlite-vec ${round(theirs.megabytes)} MB`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function timed<T>(work: () => T): { value: T; ms: number; processorMs: number } {
  const used = process.cpuUsage()
  const started = performance.now()
  const value = work()
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(used)
  return { value, ms, processorMs: (user + system) / 1000 }
}

function normalised(vector: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  let sum = 0
  for (const value of vector) sum += value * value
  return vector.map((value) => value / Math.sqrt(sum))
}

/** Stores vectors as embedding does and keeps each, normalised, in `all`. */
function openOurs(path: string, count: number, next: () => Float32Array<ArrayBuffer>, all: Float32Array) {
  const db = openDatabase(path)
  db.raw.pragma('synchronous = OFF')
  const set = liveSetOf(db, 'bench', DIMENSIONS)
  const firstOf = new Map<number, number>()
  for (let first = 0; first < count; first += PASSAGES_OF_DOCUMENT) {
    const vectors = Array.from({ length: Math.min(PASSAGES_OF_DOCUMENT, count - first) }, () =>
      normalised(next()),
    )
    for (const [at, vector] of vectors.entries()) all.set(vector, (first + at) * DIMENSIONS)
    const tags = [`t${(first / PASSAGES_OF_DOCUMENT) % 10}`]
    firstOf.set(storeVectorDocument(db, set, { id: `d${first}`, vectors, tags }), first)
  }
  const bytes = Number(
    db.raw
      .prepare(
        'SELECT (SELECT sum(length(codes) + length(scales)) FROM vector_codes) + (SELECT sum(length(numbers)) FROM vector_details)',
      )
      .pluck()
      .get(),
  )
  db.close()
  const connection = openReadingConnection(path)
  const live = openLiveIndex(connection)
  const index = openVectorIndex(connection)
  const ask = (values: Float32Array<ArrayBuffer>, tags?: readonly string[]) =>
    live.read((state) => {
      const found = index.nearest({ set, values }, state.documents({ tags }), LIMIT, () => {})
      return (found?.passages ?? []).map(({ document, ordinal }) => (firstOf.get(document) ?? 0) + ordinal)
    })
  return {
    megabytes: bytes / 1e6,
    ask: (values: Float32Array<ArrayBuffer>) => ask(values),
    askOneTag: (values: Float32Array<ArrayBuffer>) => ask(values, ['t3']),
    close: () => connection.close(),
  }
}

/** The same vectors in sqlite-vec's virtual table. */
function openSqliteVec(path: string, all: Float32Array) {
  const db = new BetterSqlite3(path)
  db.pragma('synchronous = OFF')
  loadSqliteVec(db)
  db.exec(`CREATE VIRTUAL TABLE vectors USING vec0(embedding float[${DIMENSIONS}] distance_metric=cosine)`)
  const insert = db.prepare('INSERT INTO vectors (rowid, embedding) VALUES (?, ?)')
  db.transaction(() => {
    for (let at = 0; at * DIMENSIONS < all.length; at++) {
      insert.run(BigInt(at), bytesOf(all.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)))
    }
  })()
  const find = db.prepare('SELECT rowid FROM vectors WHERE embedding MATCH ? AND k = ?').pluck()
  return {
    megabytes:
      (Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }))) /
      1e6,
    ask: (values: Float32Array) => find.all(bytesOf(values), LIMIT) as number[],
    close: () => db.close(),
  }
}

function bytesOf(values: Float32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength)
}

/** The places of the ten nearest, in full precision. */
function exactNearest(all: Float32Array, wanted: Float32Array): number[] {
  const best: { at: number; score: number }[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let at = 0, from = 0; from < all.length; at++, from += DIMENSIONS) {
    let score = 0
    for (let each = 0; each < DIMENSIONS; each++) {
      score += (all[from + each] as number) * (wanted[each] as number)
    }
    if (score <= least) continue
    best.push({ at, score })
    best.sort((a, b) => b.score - a.score)
    if (best.length > LIMIT) best.pop()
    if (best.length === LIMIT) least = best[LIMIT - 1]?.score ?? least
  }
  return best.map(({ at }) => at)
}
