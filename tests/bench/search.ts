import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { completeDocument, insertSomeChunks, type NewChunk } from '../../src/main/db/chunk-writes'
import { ensureDefaultCollection } from '../../src/main/db/collections'
import { insertDocument } from '../../src/main/db/documents'
import { openDatabase } from '../../src/main/db/open'
import { openWorkerConnection } from '../../src/main/db/worker-connection'
import { searchPassages } from '../../src/main/library/search/search'
import { indexedForm } from '../../src/main/library/search/words'
import { pick, seeded, vocabulary } from './generated-words'

/** One figure, ready for the table. */
export type BenchRow = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly target?: string
}

const CHUNKS = 100_000
const CHUNKS_PER_DOCUMENT = 100
const WORDS_PER_CHUNK = 220
const QUERIES = 400

/** Times questions of three to six words at 100,000 passages of generated text with Zipf's frequencies. */
export async function benchSearch(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-search-'))
  try {
    const path = join(folder, 'bench.db')
    const random = seeded(1)
    const words = vocabulary(random)
    const built = performance.now()
    fill(path, random, words)
    const buildSeconds = (performance.now() - built) / 1000
    const connection = openWorkerConnection(path)
    const times: number[] = []
    for (let query = 0; query < QUERIES; query++) {
      const text = question(random, words)
      const started = performance.now()
      searchPassages(connection, { query: text, collectionId: null, tags: [], minSimilarity: 0, limit: 10 })
      times.push(performance.now() - started)
    }
    connection.close()
    times.sort((a, b) => a - b)
    const at = (share: number) =>
      round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
    return [
      {
        name: `search, ${CHUNKS.toLocaleString('en')} passages, median`,
        value: at(0.5),
        unit: 'ms',
        target: '< 30',
      },
      {
        name: `search, ${CHUNKS.toLocaleString('en')} passages, p99`,
        value: at(0.99),
        unit: 'ms',
        target: '< 150',
      },
      {
        name: 'indexing of generated passages',
        value: Math.round(CHUNKS / buildSeconds),
        unit: 'passages/s',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(path: string, random: () => number, words: readonly string[]): void {
  const db = openDatabase(path)
  ensureDefaultCollection(db, 0)
  const connection = openWorkerConnection(path)
  // The bench may lose its data in a power cut.
  connection.pragma('synchronous = OFF')
  for (let document = 0; document < CHUNKS / CHUNKS_PER_DOCUMENT; document++) {
    const title = `${pick(random, words)} ${pick(random, words)}`
    const { number } = insertDocument(db, {
      id: `d${document}`,
      collectionId: 'default',
      title,
      mime: 'text/plain',
      source: title,
      size: 1,
      status: 'processing',
      stage: 'index',
      actor: '{}',
      addedAt: 0,
      updatedAt: 0,
    })
    const chunks = passages(random, words)
    while (insertSomeChunks(connection, number, title, chunks, indexedForm));
    completeDocument(connection, number, {
      title,
      mime: 'text/plain',
      pages: null,
      chunks: CHUNKS_PER_DOCUMENT,
      tokens: CHUNKS_PER_DOCUMENT * WORDS_PER_CHUNK,
      characters: 0,
      extractor: 'bench',
      at: 0,
    })
  }
  connection.close()
  db.close()
}

function* passages(random: () => number, words: readonly string[]): Generator<NewChunk> {
  for (let ordinal = 0; ordinal < CHUNKS_PER_DOCUMENT; ordinal++) {
    const text = Array.from({ length: WORDS_PER_CHUNK }, () => pick(random, words)).join(' ')
    const section = pick(random, words)
    yield { ordinal, page: null, section, start: 0, end: text.length, tokens: WORDS_PER_CHUNK, text }
  }
}

/** Three to six words, as people ask: from common to rare. */
function question(random: () => number, words: readonly string[]): string {
  return Array.from({ length: 3 + Math.floor(random() * 4) }, () => pick(random, words)).join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
