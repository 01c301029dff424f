import { ByteReader } from './bytes'
import { type Dictionary, type DictionaryCursor, openDictionary } from './dictionary'
import { FileStream } from './file-stream'
import { addMarkFrequencies, LEAST_FREQUENCY } from './mark-frequencies'
import { type PassageTerms, readTerms } from './passage-terms'
import { decodePassages, type PassageTable } from './passages'
import type { EncodedPostings } from './postings'
import { type GetPage, rangeReader, type SegmentFacts, type SegmentFile, segmentFiles } from './segment-files'
import { readFormTerms, readTermEntry, TERMS_BLOCK, type TermEntry } from './segment-writer'
import { countOf, FREQUENT, MARK_BYTES, MARKS } from './term-mark'

/** A finished segment to be read from beginning to end. */
export type SegmentSource = {
  readonly facts: SegmentFacts
  readonly passages: PassageTable
  /** How many terms it has. */
  readonly terms: number
  /** One of its files. */
  stream(file: SegmentFile): FileStream
}

/** A finished segment to search in. */
export type Segment = SegmentSource & {
  readonly number: number
  term(term: string): TermEntry | null
  postings(entry: TermEntry): EncodedPostings
  /** The terms that a form stands for, where they differ from it. */
  formTerms(form: string): string[]
  /** Terms, or forms with their terms, from a key on. */
  termsFrom(key: string): DictionaryCursor
  formsFrom(key: string): DictionaryCursor
  walkTerms: Dictionary['walk']
  walkForms: Dictionary['walk']
  /** The term at a place among them, and the marks of those at some places. */
  termAt(place: number): string
  marksAt(places: Int32Array): Int32Array
  /** Adds how many passages have each term to sums by mark, without the rarest, or takes it away (-1). */
  addFrequencies(sums: Uint32Array, times: 1 | -1): void
  passageTerms(passage: number): PassageTerms
}

/** Opens a segment to be read once. */
export function openSource(facts: SegmentFacts, getPage: GetPage): SegmentSource {
  const { passages, marks } = segmentFiles
  const stream = (file: SegmentFile) => new FileStream(getPage, file, facts.bytes[file] ?? 0)
  const table = stream(passages)
  table.need(facts.bytes[passages] ?? 0)
  return {
    facts,
    passages: decodePassages(table.bytes),
    terms: (facts.bytes[marks] ?? 0) / MARK_BYTES,
    stream,
  }
}

/** Opens a segment; its tables of blocks and passages are read, all else when asked for. */
export function openSegment(number: number, facts: SegmentFacts, getPage: GetPage): Segment {
  const read = rangeReader(getPage, facts)
  const size = (file: number) => facts.bytes[file] ?? 0
  const { terms, termBlocks, forms, formBlocks, postings } = segmentFiles
  const { marks, frequent, markFrequencies, passageTerms, passageTermBlocks } = segmentFiles
  const termDictionary = openDictionary(read, terms, termBlocks, size(termBlocks))
  const formDictionary = openDictionary(read, forms, formBlocks, size(formBlocks))
  const source = openSource(facts, getPage)
  const wholeMarks = Buffer.from(read(marks, 0, size(marks)))
  const packedAt = (place: number) => {
    const at = place * MARK_BYTES
    return (
      (wholeMarks[at] as number) |
      ((wholeMarks[at + 1] as number) << 8) |
      ((wholeMarks[at + 2] as number) << 16)
    )
  }
  const blockStarts = [0]
  const blocks = new ByteReader(read(passageTermBlocks, 0, size(passageTermBlocks)))
  while (blocks.at < size(passageTermBlocks)) blockStarts.push((blockStarts.at(-1) ?? 0) + blocks.varint())
  return {
    ...source,
    number,
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
    termAt: termDictionary.at,
    marksAt(places) {
      const found = new Int32Array(places.length)
      for (let index = 0; index < places.length; index++) {
        found[index] = packedAt(places[index] as number) & (MARKS - 1)
      }
      return found
    },
    addFrequencies(sums, times) {
      if (facts.bytes.length > markFrequencies) {
        addMarkFrequencies(read(markFrequencies, 0, size(markFrequencies)), sums, times)
        return
      }
      const counts = new ByteReader(read(frequent, 0, size(frequent)))
      for (let at = 0; at < wholeMarks.length; at += MARK_BYTES) {
        const high = wholeMarks[at + 2] as number
        // The number is behind the mark, in the last byte.
        const count = countOf(high << 16)
        if (count < LEAST_FREQUENCY) continue
        const packed = (high << 16) | ((wholeMarks[at + 1] as number) << 8) | (wholeMarks[at] as number)
        const mark = packed & (MARKS - 1)
        sums[mark] = (sums[mark] as number) + times * (count < FREQUENT ? count : counts.varint())
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
      return readTerms(bytes.subarray(at, at + length), source.terms)
    },
  }
}
