import { ByteReader } from './bytes'
import { type Dictionary, type DictionaryCursor, openDictionary } from './dictionary'
import { decodeTerms, type PassageTerms } from './passage-terms'
import { decodePassages, type PassageTable } from './passages'
import type { EncodedPostings } from './postings'
import { type GetPage, rangeReader, type SegmentFacts, segmentFiles } from './segment-files'
import { readFormTerms, readTermEntry, TERMS_BLOCK, type TermEntry } from './segment-writer'
import { countOf, FREQUENT, MARK_BYTES, MARKS } from './term-mark'

/** A term in fewer passages of a segment is not handed out: it counts as in one. */
const LEAST_FREQUENCY = 2

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
  walkTerms: Dictionary['walk']
  walkForms: Dictionary['walk']
  /** How many terms it has. */
  readonly terms: number
  /** The term at a place among them, and its mark. */
  termAt(place: number): string
  markAt(place: number): number
  /** Hands out how many passages have each term, by its mark, without the rarest. */
  eachFrequency(take: (mark: number, count: number) => void): void
  passageTerms(passage: number): PassageTerms
}

/** Opens a segment; its tables of blocks and passages are read, all else when asked for. */
export function openSegment(number: number, facts: SegmentFacts, getPage: GetPage): Segment {
  const read = rangeReader(getPage)
  const size = (file: number) => facts.bytes[file] ?? 0
  const { terms, termBlocks, forms, formBlocks, postings, passages } = segmentFiles
  const { marks, frequent, passageTerms, passageTermBlocks } = segmentFiles
  const termDictionary = openDictionary(read, terms, termBlocks, size(termBlocks))
  const formDictionary = openDictionary(read, forms, formBlocks, size(formBlocks))
  const termCount = size(marks) / MARK_BYTES
  const wholeMarks = Buffer.from(read(marks, 0, size(marks)))
  const packedAt = (place: number) => {
    const at = place * MARK_BYTES
    return (wholeMarks[at] ?? 0) | ((wholeMarks[at + 1] ?? 0) << 8) | ((wholeMarks[at + 2] ?? 0) << 16)
  }
  const blockStarts = [0]
  const blocks = new ByteReader(read(passageTermBlocks, 0, size(passageTermBlocks)))
  while (blocks.at < size(passageTermBlocks)) blockStarts.push((blockStarts.at(-1) ?? 0) + blocks.varint())
  return {
    number,
    facts,
    passages: decodePassages(read(passages, 0, size(passages))),
    term(term) {
      const found = termDictionary.find(term)
      return found === null ? null : readTermEntry(found.payload)
    },
    postings: (entry) => ({ count: entry.count, bytes: read(postings, entry.offset, entry.bytes) }),
    formTerms(form) {
      const found = formDictionary.find(form)
      return found === null ? [] : readFormTerms(form, found.payload, found.end)
    },
    termsFrom: termDictionary.from,
    formsFrom: formDictionary.from,
    walkTerms: termDictionary.walk,
    walkForms: formDictionary.walk,
    terms: termCount,
    termAt: termDictionary.at,
    markAt: (place) => packedAt(place) & (MARKS - 1),
    eachFrequency(take) {
      const counts = new ByteReader(read(frequent, 0, size(frequent)))
      for (let place = 0; place < termCount; place++) {
        const packed = packedAt(place)
        const count = countOf(packed)
        if (count >= LEAST_FREQUENCY) take(packed & (MARKS - 1), count < FREQUENT ? count : counts.varint())
      }
    },
    passageTerms(passage) {
      const block = Math.floor(passage / TERMS_BLOCK)
      const start = blockStarts[block] ?? 0
      const bytes = read(passageTerms, start, (blockStarts[block + 1] ?? start) - start)
      const reader = new ByteReader(bytes)
      let before = 0
      let length = 0
      const inBlock = Math.min(TERMS_BLOCK, facts.passages - block * TERMS_BLOCK)
      for (let index = 0; index < inBlock; index++) {
        const next = reader.varint()
        if (index < passage % TERMS_BLOCK) before += next
        else if (index === passage % TERMS_BLOCK) length = next
      }
      const at = reader.at + before
      return decodeTerms(bytes.subarray(at, at + length), termCount)
    },
  }
}
