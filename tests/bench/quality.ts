import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { ensureDefaultCollection } from '../../src/main/db/collections'
import { insertDocument } from '../../src/main/db/insert-document'
import { openDatabase } from '../../src/main/db/open'
import { openWorkerConnection, type WorkerConnection } from '../../src/main/db/worker-connection'
import { createAnalyzer } from '../../src/main/library/analysis/analyze'
import { chunkText } from '../../src/main/library/chunking/chunk'
import { extractPlainText } from '../../src/main/library/extractors/plain-text'
import { storeDocuments } from '../../src/main/library/index/index-document'
import { mergeIndex } from '../../src/main/library/index/merge-index'
import { parseQuery } from '../../src/main/library/search/query'
import { openSearcher } from '../../src/main/library/search/search'
import { type Figure, round } from './figures'
import { seeded } from './generated-words'

/** Each collection and the nDCG@10 that it is to reach. */
const collections: readonly { readonly name: string; readonly target: string }[] = [
  { name: 'scifact', target: '> 0.6889' },
  { name: 'cranfield', target: '> 0.4299' },
  { name: 'xquad-en', target: '> 0.9299' },
  { name: 'xquad-de', target: '> 0.9299' },
  { name: 'xquad-es', target: '> 0.9299' },
  { name: 'xquad-zh', target: '> 0.9299' },
  { name: 'xquad-ar', target: '> 0.9299' },
]

/** Documents that count. */
const DEPTH = 10
/** Passages that are asked for, because a document may have several among the best. */
const PASSAGES = 50

/** Words with fewer letters are not misspelt. */
const LONG_WORD = /\p{L}{6,}/gu
const MISSPELT_SHARE = 0.3

/** Documents between two merges. */
const MERGE_EVERY = 64

type Doc = { readonly id: string; readonly title: string; readonly text: string }
type Query = { readonly text: string; readonly grades: ReadonlyMap<string, number> }
type Search = (query: string) => readonly string[]

/** Measures how good the ranking is, one document a record, beside FTS5’s own bm25() on the same records. */
export async function benchQuality(options: { readonly dataSets: string }): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, target } of collections) {
    const folder = join(options.dataSets, 'ir', name)
    if (!existsSync(folder)) {
      figures.push({ name: `quality, ${name}: not measured, no data`, value: Number.NaN, unit: '' })
      continue
    }
    process.stderr.write(`  ${name} …\n`)
    figures.push(...(await measure(name, target, folder)))
  }
  return figures
}

async function measure(name: string, target: string, folder: string): Promise<Figure[]> {
  const documents = lines(join(folder, 'corpus.jsonl')).map(
    ({ _id, title = '', text }): Doc => ({ id: String(_id), title, text: text ?? '' }),
  )
  const queries = readQueries(folder)
  const scratch = mkdtempSync(join(tmpdir(), 'bench-quality-'))
  try {
    const connection = await fill(join(scratch, 'bench.db'), documents)
    const searcher = openSearcher(connection)
    const ours: Search = (query) => {
      const request = { query, filter: {}, minSimilarity: 0, limit: PASSAGES, typing: false }
      return searcher.search(request).results.map((passage) => passage.document_id)
    }
    const theirs = fts5(documents)
    const clean = mean(queries, ours)
    const misspelt = mean(misspell(queries), ours)
    const beside = `FTS5 bm25(), porter: ${round(mean(queries, theirs), 4)}`
    const figures: Figure[] = [
      { name: `quality, ${name}: nDCG@10`, value: round(clean, 4), unit: '', target, comparison: beside },
    ]
    // Languages without letters that can be swapped are left out.
    if (misspell(queries).some(({ text }, index) => text !== queries[index]?.text)) {
      figures.push({
        name: `quality, ${name}: share kept with misspelt words`,
        value: round((misspelt / clean) * 100, 1),
        unit: '%',
        target: '> 96.9',
        comparison: `FTS5: ${round((mean(misspell(queries), theirs) / mean(queries, theirs)) * 100, 1)} %`,
      })
    }
    connection.close()
    return figures
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function fill(path: string, documents: readonly Doc[]): Promise<WorkerConnection> {
  const db = openDatabase(path)
  ensureDefaultCollection(db, 0)
  db.raw.pragma('synchronous = OFF')
  const connection = openWorkerConnection(path)
  for (const [index, { id, title, text }] of documents.entries()) {
    const { number } = insertDocument(db, {
      id,
      collectionId: 'default',
      title,
      mime: 'text/plain',
      source: id,
      size: 1,
      status: 'processing',
      stage: 'index',
      actor: '{}',
      addedAt: 0,
      updatedAt: 0,
    })
    const extracted = extractPlainText(text)
    const chunks = chunkText(extracted)
    const content = { document: { text: extracted.text, mime: 'text/plain', pages: [] }, chunks }
    await storeDocuments(
      connection,
      [{ document: number, sha256: null, title, extractor: 'bench', at: 0, content }],
      () => {},
    )
    if (index % MERGE_EVERY === MERGE_EVERY - 1) await mergeIndex(connection)
  }
  await mergeIndex(connection)
  db.close()
  return connection
}

/** What a plain use of FTS5 gives: its Porter tokenizer, any of the words, its own ranking. */
function fts5(documents: readonly Doc[]): Search {
  const db = new BetterSqlite3(':memory:')
  db.exec("CREATE VIRTUAL TABLE documents USING fts5 (title, text, tokenize = 'porter unicode61')")
  const insert = db.prepare('INSERT INTO documents (rowid, title, text) VALUES (?, ?, ?)')
  for (const [index, { title, text }] of documents.entries()) insert.run(index + 1, title, text)
  const find = db
    .prepare('SELECT rowid FROM documents WHERE documents MATCH ? ORDER BY bm25(documents) LIMIT ?')
    .pluck()
  const analyzer = createAnalyzer('en')
  return (query) => {
    const words = parseQuery(query.replace(/["“”„«»]/g, ' ').replace(/-/g, ' '), [analyzer]).words
    const forms = words.filter(({ isWhole }) => !isWhole).map(({ form }) => `"${form}"`)
    if (forms.length === 0) return []
    const rows = find.all(forms.join(' OR '), DEPTH) as number[]
    return rows.map((row) => documents[row - 1]?.id ?? '')
  }
}

/** Normalized discounted cumulative gain of the first ten documents, as trec_eval has it: the gain is the grade. */
function mean(queries: readonly Query[], search: Search): number {
  let sum = 0
  for (const { text, grades } of queries) {
    const found = [...new Set(search(text))].slice(0, DEPTH)
    const best = [...grades.values()].sort((a, b) => b - a).slice(0, DEPTH)
    sum += gain(found.map((id) => grades.get(id) ?? 0)) / gain(best)
  }
  return sum / queries.length
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + Math.max(0, grade) / Math.log2(index + 2), 0)
}

function readQueries(folder: string): Query[] {
  const grades = new Map<string, Map<string, number>>()
  for (const line of readFileSync(join(folder, 'qrels.tsv'), 'utf8').trim().split('\n')) {
    const [query = '', document = '', grade] = line.split('\t')
    if (!(Number(grade) > 0)) continue
    const known = grades.get(query) ?? new Map<string, number>()
    grades.set(query, known.set(document, Number(grade)))
  }
  return lines(join(folder, 'queries.jsonl')).flatMap(({ _id, text = '' }) => {
    const wanted = grades.get(String(_id))
    return wanted === undefined ? [] : [{ text, grades: wanted }]
  })
}

/** The same each time: one edit (a letter gone, doubled from the word, other, or swapped) in some long words. */
function misspell(queries: readonly Query[]): Query[] {
  const random = seeded(7)
  const below = (limit: number) => Math.floor(random() * limit)
  const edit = (word: string) => {
    if (random() >= MISSPELT_SHARE) return word
    const letters = [...word]
    const at = below(letters.length)
    const other = letters[below(letters.length)] ?? ''
    const kind = below(4)
    if (kind === 0) letters.splice(at, 1)
    else if (kind === 1) letters.splice(at, 0, other)
    else if (kind === 2) letters[at] = other
    else letters.splice(at, 2, ...letters.slice(at, at + 2).reverse())
    return letters.join('')
  }
  return queries.map(({ text, grades }) => ({
    text: text.replace(LONG_WORD, (word) =>
      /[\p{Script=Han}\p{Script=Hiragana}]/u.test(word) ? word : edit(word),
    ),
    grades,
  }))
}

type Line = { readonly _id: string | number; readonly title?: string; readonly text?: string }

function lines(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
