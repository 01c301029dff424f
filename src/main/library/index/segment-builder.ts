import type { AnalyzedWord, Analyzer } from '../analysis/analyze'
import { isListing } from '../analysis/listing'
import { doubled } from '../doubled'
import { bodyTimesOf, timesCode, titleTimesOf } from './fields'
import { createKey, setKey } from './key'
import { MOST_TIMES } from './passage-terms'
import { createPassageList } from './passages'
import type { PutPage, SegmentFacts } from './segment-files'
import { createSegmentWriter } from './segment-writer'
import { createWordTerms, type WordTerms } from './word-terms'

/** A passage to be indexed. */
export type NewPassage = {
  readonly document: number
  /** See {@link PassageRun}. */
  readonly indexing: number
  readonly ordinal: number
  readonly title: string
  /** Its document's file name, see {@link fileNameText}; counts as words of the title that do not make it longer. */
  readonly fileName: string
  readonly section: string | null
  readonly text: string
}

/** Gathers passages in memory and writes them as one segment. */
export type SegmentBuilder = {
  add(passage: NewPassage, analyzer: Analyzer): void
  passages(): number
  /** Roughly, of memory. */
  bytes(): number
  write(put: PutPage): SegmentFacts
}

/** Where the times of a field stand among those of a term. */
const BODY = 0
const TITLE = 1
const SECTION = 2
const FIELDS = 3

const BYTES_A_POSTING = 5
const BYTES_A_TERM = 120

/** Begins a segment. */
export function createSegmentBuilder(): SegmentBuilder {
  const numbers = new Map<string, number>()
  const termsOf = new Map<Analyzer, WordTerms>()
  /** Words with other than one term, as {@link WordTerms} counts them. */
  const several: { readonly terms: readonly number[]; readonly beside: readonly number[] }[] = []
  const forms = new Map<string, string[]>()
  const languages = new Set<string>()
  const list = createPassageList()
  /** Of each passage, see {@link isListing}. */
  const listings: boolean[] = []
  let postingTerms = new Int32Array(1024)
  let postingCodes = new Uint8Array(1024)
  let postings = 0
  /** Where each passage's postings begin. */
  const firstPostings: number[] = []
  /** Of each term: times in the fields of the present passage. */
  let times = new Int32Array(1024 * FIELDS)
  /** The terms that the present passage has; never more than there are. */
  let touched = new Int32Array(1024)
  let touchedCount = 0

  /** To be asked for once a text is being read: its analyzer may begin anew with it. */
  const knownOf = (analyzer: Analyzer): WordTerms => {
    const last = termsOf.get(analyzer)
    if (last?.generation === analyzer.generation()) return last
    const fresh = createWordTerms(analyzer.generation())
    termsOf.set(analyzer, fresh)
    return fresh
  }

  const numberOf = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(term, number)
    if (number === touched.length) {
      times = doubled(times)
      touched = doubled(touched)
    }
    return number
  }

  const numberForm = ({ terms, form }: AnalyzedWord): void => {
    const [term, second] = terms
    if (term !== undefined && second === undefined && term !== form) {
      const terms = forms.get(form)
      if (terms === undefined) forms.set(form, [term])
      else if (!terms.includes(term)) terms.push(term)
    }
  }

  /** What {@link WordTerms} says of a word that is met for the first time. */
  const learn = (word: AnalyzedWord): number => {
    const terms = word.terms.map(numberOf)
    const beside = word.beside.map(numberOf)
    numberForm(word)
    if (terms.length === 1 && beside.length === 0) return (terms[0] ?? 0) + 1
    return -several.push({ terms, beside })
  }

  const touch = (term: number, field: number) => {
    const at = term * FIELDS
    if (times[at] === 0 && times[at + 1] === 0 && times[at + 2] === 0) touched[touchedCount++] = term
    times[at + field] = (times[at + field] ?? 0) + 1
  }

  const touchNew = (term: number, field: number) => {
    if (times[term * FIELDS + field] === 0) touch(term, field)
  }

  /** Counts the words of a field. */
  const count = (text: string, analyzer: Analyzer, field: number, take = touch): number => {
    let length = 0
    let known: WordTerms | undefined
    analyzer.eachNumber(text, (number) => {
      known ??= knownOf(analyzer)
      const terms = known.find(number) || known.add(number, learn(analyzer.word(number)))
      if (terms > 0) {
        take(terms - 1, field)
        length++
        return
      }
      const word = several[-1 - terms]
      if (word === undefined) return
      length += word.terms.length
      for (const term of word.terms) take(term, field)
      for (const term of word.beside) take(term, field)
    })
    return length
  }

  const keep = (number: number, code: number) => {
    if (postings === postingTerms.length) {
      postingTerms = doubled(postingTerms)
      const grown = new Uint8Array(postingCodes.length * 2)
      grown.set(postingCodes)
      postingCodes = grown
    }
    postingTerms[postings] = number
    postingCodes[postings] = code
    postings++
  }

  return {
    add(passage, analyzer) {
      languages.add(analyzer.language)
      firstPostings.push(postings)
      listings.push(isListing(passage.text))
      const lengths = {
        title: count(passage.title, analyzer, TITLE),
        section: passage.section === null ? 0 : count(passage.section, analyzer, SECTION),
        body: count(passage.text, analyzer, BODY),
      }
      count(passage.fileName, analyzer, TITLE, touchNew)
      for (let index = 0; index < touchedCount; index++) {
        const term = touched[index] ?? 0
        const at = term * FIELDS
        keep(term, timesCode(times[at + BODY] ?? 0, times[at + TITLE] ?? 0, times[at + SECTION] ?? 0))
        times[at + BODY] = 0
        times[at + TITLE] = 0
        times[at + SECTION] = 0
      }
      touchedCount = 0
      list.add(passage, lengths)
    },
    passages: () => firstPostings.length,
    bytes: () => postings * BYTES_A_POSTING + (numbers.size + forms.size) * BYTES_A_TERM,
    write(put) {
      const table = list.table()
      const byTerm = sortByTerm(postingTerms, postingCodes, postings, firstPostings, numbers.size)
      const writer = createSegmentWriter(put)
      const saying = createSaying(firstPostings, postings)
      const key = createKey()
      const termKey = createKey()
      for (const term of [...numbers.keys()].sort()) {
        const number = numbers.get(term) ?? 0
        const start = byTerm.starts[number] ?? 0
        const end = byTerm.starts[number + 1] ?? start
        saying.add(writer.terms(), byTerm.passages, byTerm.codes, start, end)
        setKey(key, term)
        writer.term(key, byTerm.passages, byTerm.codes, start, end, table.body)
      }
      for (const form of [...forms.keys()].sort()) {
        setKey(key, form)
        for (const term of forms.get(form) ?? []) {
          setKey(termKey, term)
          writer.form(key, termKey)
        }
      }
      for (const [passage, isListing] of listings.entries()) {
        const start = firstPostings[passage] ?? 0
        writer.passageTerms(saying.places, saying.times, start, saying.end(passage), isListing)
      }
      return writer.finish(table, languages)
    },
  }
}

/** Of each times code, how often a term stands in the title and the body. */
const saidTimes = Uint8Array.from({ length: 256 }, (_, code) =>
  Math.min(MOST_TIMES, bodyTimesOf(code) + titleTimesOf(code)),
)

/**
 * Gathers what each passage says: its postings, seen from the passage. Terms come by their rising places among those of
 * the segment, so that those of a passage rise as well.
 */
function createSaying(firstPostings: readonly number[], postings: number) {
  const places = new Int32Array(postings)
  const times = new Uint8Array(postings)
  /** Of each passage, where its next term goes. */
  const next = Int32Array.from(firstPostings)
  return {
    add(place: number, passages: Int32Array, codes: Uint8Array, start: number, end: number): void {
      for (let at = start; at < end; at++) {
        const said = saidTimes[codes[at] ?? 0] ?? 0
        if (said === 0) continue
        const passage = passages[at] ?? 0
        const to = next[passage] ?? 0
        next[passage] = to + 1
        places[to] = place
        times[to] = said
      }
    },
    places,
    times,
    /** Where those of a passage end; they begin with its postings. */
    end: (passage: number) => next[passage] as number,
  }
}

/** Counting sort: postings come by passage and go by term, passages rising. */
function sortByTerm(
  terms: Int32Array,
  codes: Uint8Array,
  count: number,
  firstPostings: readonly number[],
  termCount: number,
) {
  const starts = new Int32Array(termCount + 1)
  for (let at = 0; at < count; at++) {
    const next = (terms[at] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let term = 0; term < termCount; term++)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
  const fill = starts.slice()
  const passages = new Int32Array(count)
  const sorted = new Uint8Array(count)
  for (let passage = 0; passage < firstPostings.length; passage++) {
    const end = firstPostings[passage + 1] ?? count
    for (let at = firstPostings[passage] ?? 0; at < end; at++) {
      const term = terms[at] ?? 0
      const place = fill[term] ?? 0
      fill[term] = place + 1
      passages[place] = passage
      sorted[place] = codes[at] ?? 0
    }
  }
  return { starts, passages, codes: sorted }
}
