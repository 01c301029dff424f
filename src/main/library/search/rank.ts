import type { QueryTerm } from './words'
import { stemsOf } from './words'

/** A passage as it is ranked. */
export type RankedText = {
  readonly title: string
  readonly section: string | null
  readonly text: string
}

// Robertson's BM25 with the values that did best over six test collections (Lucene's 1.2 and 0.75 did worse).
const K1 = 1.5
const B = 0.6
const TITLE_WEIGHT = 3
const SECTION_WEIGHT = 2

/** What two words that are neighbours in the query and in the text add, relative to a word's own weight. */
const PAIR_WEIGHT = 0.1

/** How rare a term is, as BM25 sees it; never negative. */
export function inverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))
}

/** Scores passages against all terms of the query, whichever of them the index was asked for. */
export function scorePassages(
  passages: readonly RankedText[],
  terms: readonly QueryTerm[],
  weights: ReadonlyMap<string, number>,
): number[] {
  const wanted = positions(terms)
  // Stemming changes the end of a word only: nothing that begins differently can match.
  const beginnings = new Set(terms.map((term) => term.stem.slice(0, 2)))
  const mayMatch = (word: string) => beginnings.has(word.slice(0, 2)) || beginnings.has(word.slice(0, 1))
  const titles = new Map<string, Float64Array>()
  const countsOf = (text: string) => {
    const known = titles.get(text)
    if (known !== undefined) return known
    const counts = count(stemsOf(text, mayMatch), wanted, terms.length)
    titles.set(text, counts)
    return counts
  }
  const bodies = passages.map((passage) => stemsOf(passage.text, mayMatch))
  const average = bodies.reduce((sum, body) => sum + body.length, 0) / Math.max(1, bodies.length) || 1
  return passages.map((passage, index) => {
    const body = bodies[index] ?? []
    const inBody = count(body, wanted, terms.length)
    const inTitle = countsOf(passage.title)
    const inSection = countsOf(passage.section ?? '')
    const norm = K1 * (1 - B + (B * body.length) / average)
    let score = 0
    terms.forEach((term, at) => {
      const frequency =
        (inBody[at] ?? 0) + TITLE_WEIGHT * (inTitle[at] ?? 0) + SECTION_WEIGHT * (inSection[at] ?? 0)
      score += ((weights.get(term.stem) ?? 0) * frequency * (K1 + 1)) / (frequency + norm)
    })
    return score + PAIR_WEIGHT * pairScore(body, terms, wanted, weights, norm)
  })
}

/** Where in the query a stem stands. */
type Positions = (stem: string) => number | undefined

function positions(terms: readonly QueryTerm[]): Positions {
  const exact = new Map(terms.map((term, index) => [term.stem, index]))
  const prefixes = terms.flatMap((term, index) =>
    term.match.endsWith('*') ? [{ prefix: term.stem, index }] : [],
  )
  if (prefixes.length === 0) return (stem) => exact.get(stem)
  return (stem) => exact.get(stem) ?? prefixes.find(({ prefix }) => stem.startsWith(prefix))?.index
}

function count(stems: readonly (string | null)[], wanted: Positions, size: number): Float64Array {
  const counts = new Float64Array(size)
  for (const stem of stems) {
    const at = stem === null ? undefined : wanted(stem)
    if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

function pairScore(
  body: readonly (string | null)[],
  terms: readonly QueryTerm[],
  wanted: Positions,
  weights: ReadonlyMap<string, number>,
  norm: number,
): number {
  const counts = new Map<number, number>()
  for (let index = 1; index < body.length; index++) {
    const first = wanted(body[index - 1] ?? '')
    const second = wanted(body[index] ?? '')
    if (first !== undefined && second === first + 1) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  let score = 0
  for (const [first, times] of counts) {
    const weight =
      (weights.get(terms[first]?.stem ?? '') ?? 0) + (weights.get(terms[first + 1]?.stem ?? '') ?? 0)
    score += (weight * times * (K1 + 1)) / (times + norm)
  }
  return score
}
