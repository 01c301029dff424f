import type { Passage } from '../../../shared/contract/library'
import { countPassages, findPassages, type PassageRow, passageFrequency } from '../../db/passages'
import type { WorkerConnection } from '../../db/worker-connection'
import { inverseFrequency, scorePassages } from './rank'
import { type QueryTerm, queryTerms } from './words'

/** What is searched for. */
export type SearchRequest = {
  readonly query: string
  readonly collectionId: string | null
  readonly tags: readonly string[]
  readonly minSimilarity: number
  readonly limit: number
}

/** How many passages the index gives to be ranked exactly. */
const CANDIDATES = 50

/**
 * How many matches the index may rank for one query: half a microsecond each. The rarest words come first; a
 * word beyond the budget only matters together with the others, and in the exact ranking.
 */
const MATCH_BUDGET = 20_000

/** A word in more than this share of all passages tells little, when rarer ones are there. */
const COMMON_SHARE = 0.2

/** Of passages that follow each other in one document, so many are shown; more would say the same again. */
const MAX_NEIGHBOURS = 3

/** Finds the best passages for any text. */
export function searchPassages(connection: WorkerConnection, request: SearchRequest): Passage[] {
  const terms = queryTerms(request.query)
  if (terms.length === 0) return []
  const total = countPassages(connection)
  const frequencies = new Map(terms.map(({ stem }) => [stem, passageFrequency(connection, stem)]))
  const rows = new Map<number, PassageRow>()
  const limit = Math.max(CANDIDATES, request.limit)
  for (const match of expressions(terms, frequencies, total)) {
    for (const row of findPassages(connection, match, request, limit)) rows.set(row.chunk, row)
  }
  const weights = new Map(
    terms.map(({ stem }) => [stem, inverseFrequency(total, frequencies.get(stem) ?? 0)]),
  )
  const candidates = [...rows.values()]
  const scores = scorePassages(candidates, terms, weights)
  const ranked = candidates
    .map((row, index) => ({ row, score: scores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score || a.row.chunk - b.row.chunk)
  const best = ranked[0]?.score ?? 0
  const similar = ranked.filter(({ score }) => similarity(score, best) >= request.minSimilarity)
  return spread(similar, request.limit).map(({ row, score }) =>
    toPassage(row, score, similarity(score, best)),
  )
}

/** Asks the index for the telling words, and for the common ones only where they stand beside the others. */
function expressions(
  terms: readonly QueryTerm[],
  frequencies: ReadonlyMap<string, number>,
  total: number,
): string[] {
  const frequency = (term: QueryTerm) => frequencies.get(term.stem) ?? 0
  // A prefix match stands for many words, whose number is not known.
  const rarestFirst = [...terms].sort((a, b) => frequency(a) - frequency(b))
  const asked: QueryTerm[] = []
  let matches = 0
  let found = 0
  for (const term of rarestFirst) {
    const common = frequency(term) > total * COMMON_SHARE && total > CANDIDATES
    if (found > 0 && (common || matches + frequency(term) > MATCH_BUDGET)) break
    asked.push(term)
    matches += frequency(term)
    found += Math.sign(frequency(term))
  }
  const present = rarestFirst.filter((term) => frequency(term) > 0)
  const any = asked.map((term) => term.match).join(' OR ')
  const dropped = present.length - asked.filter((term) => frequency(term) > 0).length
  if (dropped === 0 || present.length < 2) return [any]
  // The rarest word and its next ones together: the lists are intersected, which is cheap.
  return [
    any,
    present
      .slice(0, 3)
      .map((term) => term.match)
      .join(' AND '),
  ]
}

function similarity(score: number, best: number): number {
  return best > 0 ? score / best : 0
}

type Ranked = { readonly row: PassageRow; readonly score: number }

/** The first `limit`, with no long row of neighbours while others are there. */
function spread(ranked: readonly Ranked[], limit: number): Ranked[] {
  if (ranked.length <= limit) return [...ranked]
  const chosen: Ranked[] = []
  const later: Ranked[] = []
  const seen = new Set<string>()
  const at = (row: PassageRow, distance: number) => `${row.documentId} ${row.ordinal + distance}`
  for (const each of ranked) {
    if (chosen.length === limit) break
    const crowd = rowOfNeighbours(seen, each.row, at) > MAX_NEIGHBOURS
    seen.add(at(each.row, 0))
    if (crowd) later.push(each)
    else chosen.push(each)
  }
  return [...chosen, ...later].slice(0, limit).sort((a, b) => b.score - a.score || a.row.chunk - b.row.chunk)
}

/** How long the unbroken row of better passages is with this one in it. */
function rowOfNeighbours(
  seen: ReadonlySet<string>,
  row: PassageRow,
  at: (row: PassageRow, distance: number) => string,
): number {
  let length = 1
  for (let before = 1; seen.has(at(row, -before)); before++) length++
  for (let after = 1; seen.has(at(row, after)); after++) length++
  return length
}

function toPassage(row: PassageRow, score: number, relative: number): Passage {
  return {
    chunk_id: `${row.documentId}#${row.ordinal}`,
    document_id: row.documentId,
    title: row.title,
    ...(row.page === null ? {} : { page: row.page }),
    ...(row.section === null ? {} : { section: row.section }),
    start: row.start,
    end: row.end,
    score,
    similarity: relative,
    text: row.text,
  }
}
