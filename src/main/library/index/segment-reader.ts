import { type DictionaryCursor, openDictionary } from './dictionary'
import { decodePassages, type PassageTable } from './passages'
import type { EncodedPostings } from './postings'
import { type GetPage, rangeReader, type SegmentFacts, segmentFiles } from './segment-files'
import { eachFrequency, readFormTerms, readTermEntry, type TermEntry } from './segment-writer'

/** A finished segment to search in. */
export type Segment = {
  readonly number: number
  readonly facts: SegmentFacts
  readonly passages: PassageTable
  term(term: string): TermEntry | null
  postings(entry: TermEntry): EncodedPostings
  /** The terms that a form stands for, where they differ from it. */
  formTerms(form: string): string[]
  /** Terms, or forms with their terms, from a key on. */
  termsFrom(key: string): DictionaryCursor
  formsFrom(key: string): DictionaryCursor
  eachFrequency(take: (hash: number, count: number) => void): void
}

/** Opens a segment; its tables of blocks and passages are read, all else when asked for. */
export function openSegment(number: number, facts: SegmentFacts, getPage: GetPage): Segment {
  const read = rangeReader(getPage)
  const size = (file: number) => facts.bytes[file] ?? 0
  const { terms, termBlocks, forms, formBlocks, postings, passages, frequencies } = segmentFiles
  const termDictionary = openDictionary(read, terms, termBlocks, size(termBlocks))
  const formDictionary = openDictionary(read, forms, formBlocks, size(formBlocks))
  return {
    number,
    facts,
    passages: decodePassages(read(passages, 0, size(passages))),
    term(term) {
      const found = termDictionary.find(term)
      return found === null ? null : readTermEntry(found)
    },
    postings: (entry) => ({ count: entry.count, bytes: read(postings, entry.offset, entry.bytes) }),
    formTerms(form) {
      const at = formDictionary.from(form)
      return at.key === form ? readFormTerms(form, at.payload, at.end) : []
    },
    termsFrom: termDictionary.from,
    formsFrom: formDictionary.from,
    eachFrequency(take) {
      if (size(frequencies) > 0) eachFrequency(read(frequencies, 0, size(frequencies)), take)
    },
  }
}
