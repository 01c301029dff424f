import type { Analyzer } from '../analysis/analyze'
import { isListing } from '../analysis/listing'
import type { PassageWords } from '../analysis/word-stream'
import { doubled, longer } from './doubled'
import { bodyTimesOf, timesCode, titleTimesOf } from './fields'
import { createKey, setKey } from './key'
import { MOST_TIMES } from './passage-terms'
import { createPassageList } from './passages'
import type { PutPage, SegmentFacts } from './segment-files'
import { createSegmentWords, type KnownWords, type SeveralTerms } from './segment-words'
import { createSegmentWriter, STEP_ENTRIES } from './segment-writer'
import { orderOf } from './text-order'

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
  /** The words of the text, where they were read before. */
  readonly words?: PassageWords | null
}

/** Gathers passages in memory and writes them as one segment. */
export type SegmentBuilder = {
  add(passage: NewPassage, analyzer: Analyzer): void
  passages(): number
  /** Roughly, of memory. */
  bytes(): number
  /** Hands over now and then (by `yield`), so that what there is already can be stored; nothing is to be added any more. */
  write(put: PutPage): Generator<void, SegmentFacts>
}

/** What a term's times in a field of the present passage add to one number, and the bits that they have there. */
type Field = { readonly one: number; readonly bits: number }
const BODY: Field = { one: 1, bits: 0xffff }
const TITLE: Field = { one: 0x10000, bits: 0xff0000 }
const SECTION: Field = { one: 0x1000000, bits: 0x7f000000 }

const BYTES_A_POSTING = 5
const BYTES_A_TERM = 120

/** Begins a segment. */
export function createSegmentBuilder(): SegmentBuilder {
  const words = createSegmentWords()
  const languages = new Map<string, number>()
  const list = createPassageList()
  /** Of each passage, see {@link isListing}. */
  const listings: boolean[] = []
  let postingTerms = new Int32Array(1024)
  let postingCodes = new Uint8Array(1024)
  let postings = 0
  /** Where each passage's postings begin. */
  const firstPostings: number[] = []
  /** Of each term: times in the fields of the present passage. */
  let times = new Int32Array(1024)
  /** The terms that the present passage has; never more than there are. */
  let touched = new Int32Array(1024)
  let touchedCount = 0

  const touch = (term: number, { one, bits }: Field) => {
    if (term >= times.length) makeRoom(term)
    const before = times[term] as number
    if (before === 0) touched[touchedCount++] = term
    // Times beyond what has room say nothing more.
    if ((before & bits) !== bits) times[term] = before + one
  }

  const touchNew = (term: number, field: Field) => {
    if (((times[term] ?? 0) & field.bits) === 0) touch(term, field)
  }

  const makeRoom = (term: number) => {
    while (term >= times.length) times = doubled(times)
    touched = longer(touched, new Int32Array(times.length))
  }

  /** Counts words by their numbers. */
  const countNumbers = (
    numbers: PassageWords['numbers'],
    known: Pick<KnownWords, 'of'>,
    field: Field,
    take: typeof touch,
  ): number => {
    let length = numbers.length
    for (let index = 0; index < numbers.length; index++) {
      const terms = known.of(numbers[index] as number)
      if (terms > 0) take(terms - 1, field)
      else length += countSeveral(words.several(terms), field, take) - 1
    }
    return length
  }

  /** Counts the words of a field. */
  const count = (text: string, analyzer: Analyzer, field: Field, take = touch): number => {
    const numbers = analyzer.numbersOf(text)
    return countNumbers(numbers, words.known(analyzer), field, take)
  }

  /** Counts the words of a text that were read before. */
  const countWords = ({ stream, numbers }: PassageWords, analyzer: Analyzer): number =>
    countNumbers(numbers, words.ofStream(stream, analyzer), BODY, touch)

  const countSeveral = ({ terms, beside }: SeveralTerms, field: Field, take: typeof touch): number => {
    for (const term of terms) take(term, field)
    for (const term of beside) take(term, field)
    return terms.length
  }

  const keep = (number: number, code: number) => {
    if (postings === postingTerms.length) {
      postingTerms = doubled(postingTerms)
      postingCodes = longer(postingCodes, new Uint8Array(postingTerms.length))
    }
    postingTerms[postings] = number
    postingCodes[postings] = code
    postings++
  }

  return {
    add(passage, analyzer) {
      languages.set(analyzer.language, (languages.get(analyzer.language) ?? 0) + 1)
      firstPostings.push(postings)
      listings.push(isListing(passage.text))
      const lengths = {
        title: count(passage.title, analyzer, TITLE),
        section: passage.section === null ? 0 : count(passage.section, analyzer, SECTION),
        body: passage.words ? countWords(passage.words, analyzer) : count(passage.text, analyzer, BODY),
      }
      count(passage.fileName, analyzer, TITLE, touchNew)
      for (let index = 0; index < touchedCount; index++) {
        const term = touched[index] as number
        const packed = times[term] as number
        keep(term, timesCode(packed & BODY.bits, (packed & TITLE.bits) >> 16, packed >> 24))
        times[term] = 0
      }
      touchedCount = 0
      list.add(passage, lengths)
    },
    passages: () => firstPostings.length,
    bytes: () => postings * BYTES_A_POSTING + (words.terms.count + words.forms.count) * BYTES_A_TERM,
    *write(put) {
      const table = list.table()
      const { terms, forms, formTerms } = words
      const byTerm = sortByTerm(postingTerms, postingCodes, postings, firstPostings, terms.count)
      const writer = createSegmentWriter(put)
      const saying = createSaying(firstPostings, postings)
      const key = createKey()
      const formTerm = createKey()
      for (const number of orderOf(terms)) {
        const start = byTerm.starts[number] as number
        const end = byTerm.starts[number + 1] as number
        saying.add(writer.terms(), byTerm.passages, byTerm.codes, start, end)
        setKey(key, terms, number)
        writer.term(key, byTerm.passages, byTerm.codes, start, end, table.body)
        if (writer.terms() % STEP_ENTRIES === 0) yield
      }
      for (const [place, form] of orderOf(forms).entries()) {
        setKey(key, forms, form)
        setKey(formTerm, terms, formTerms[form] as number)
        writer.form(key, formTerm)
        if (place % STEP_ENTRIES === 0) yield
      }
      for (const [passage, isListing] of listings.entries()) {
        const start = firstPostings[passage] ?? 0
        writer.passageTerms(saying.places, saying.times, start, saying.end(passage), isListing)
        if (passage % STEP_ENTRIES === 0) yield
      }
      words.release()
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
        const said = saidTimes[codes[at] as number] as number
        if (said === 0) continue
        const passage = passages[at] as number
        const to = next[passage] as number
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
    const next = (terms[at] as number) + 1
    starts[next] = (starts[next] as number) + 1
  }
  for (let term = 0; term < termCount; term++)
    starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number)
  const fill = starts.slice()
  const passages = new Int32Array(count)
  const sorted = new Uint8Array(count)
  for (let passage = 0; passage < firstPostings.length; passage++) {
    const end = firstPostings[passage + 1] ?? count
    for (let at = firstPostings[passage] ?? 0; at < end; at++) {
      const term = terms[at] as number
      const place = fill[term] as number
      fill[term] = place + 1
      passages[place] = passage
      sorted[place] = codes[at] as number
    }
  }
  return { starts, passages, codes: sorted }
}
