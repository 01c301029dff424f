import { type ByteReader, ByteWriter } from './bytes'
import { createDictionaryWriter } from './dictionary'
import { lengthOf } from './fields'
import { compareKeys, copyKey, createKey, type Key, sharedUnits } from './key'
import { createMarkFrequencies } from './mark-frequencies'
import { encodeTerms } from './passage-terms'
import { encodePassages, type PassageTable } from './passages'
import { encodePostings } from './postings'
import { type PutPage, pageCutter, type SegmentFacts, segmentFiles } from './segment-files'
import { hashKey, MARK_BYTES, markOf, packMark } from './term-mark'

/** What is known of a term without its postings. */
export type TermEntry = {
  /** How many passages of the segment it stands in. */
  readonly count: number
  readonly offset: number
  readonly bytes: number
  /** The most times in each field, each taken for itself, as a times code. */
  readonly most: number
  /** The least body length code of its passages. */
  readonly shortest: number
}

/** Passages whose terms lie in one block: its place is known, theirs follow from the lengths at its beginning. */
export const TERMS_BLOCK = 16

/** Whoever writes a segment hands over after so many entries. */
export const STEP_ENTRIES = 500

/** Writes a segment: terms in rising order, forms in rising order, what each passage says, and the passages at the end. */
export function createSegmentWriter(put: PutPage) {
  const cutter = pageCutter(put)
  const dictionary = createDictionaryWriter(cutter.append, segmentFiles.terms, segmentFiles.termBlocks)
  const forms = createDictionaryWriter(cutter.append, segmentFiles.forms, segmentFiles.formBlocks)
  const postings = new ByteWriter(4096)
  const payload = new ByteWriter(32)
  const packedMark = new Uint8Array(MARK_BYTES)
  const frequencies = createMarkFrequencies()
  let terms = 0
  const saying = new ByteWriter(4096)
  const lengths = new ByteWriter(64)
  let said = 0
  /** The form whose terms come; none yet. */
  const form = createKey()
  let hasForm = false
  /** Its terms: the first so many of these. */
  const formTerms: Key[] = []
  let formTermCount = 0

  const endForm = () => {
    if (!hasForm) return
    payload.clear()
    for (let index = 0; index < formTermCount; index++) {
      const term = formTerms[index] as Key
      // A stem begins as its form does, nearly always.
      const shared = sharedUnits(form, term)
      payload.varint(shared)
      payload.key(term, shared)
    }
    forms.add(form, payload)
  }

  const endBlock = () => {
    if (said === 0) return
    const size = lengths.length + saying.length
    cutter.append(segmentFiles.passageTerms, lengths.bytes, lengths.length)
    cutter.append(segmentFiles.passageTerms, saying.bytes, saying.length)
    lengths.clear()
    lengths.varint(size)
    cutter.append(segmentFiles.passageTermBlocks, lengths.bytes, lengths.length)
    saying.clear()
    lengths.clear()
    said = 0
  }

  return {
    /** Adds a term with its postings from `start` to `end`; `lengths` are body length codes by passage. */
    term(
      term: Key,
      passages: Int32Array,
      codes: Uint8Array,
      start: number,
      end: number,
      lengths: Uint8Array,
    ) {
      let body = 0
      let title = 0
      let section = 0
      let shortest = 255
      for (let at = start; at < end; at++) {
        const code = codes[at] as number
        if ((code & 0x0f) > body) body = code & 0x0f
        if ((code & 0x30) > title) title = code & 0x30
        if ((code & 0xc0) > section) section = code & 0xc0
        const length = lengths[passages[at] as number] as number
        if (length < shortest) shortest = length
      }
      postings.clear()
      encodePostings(postings, passages, codes, start, end)
      payload.clear()
      payload.varint(end - start)
      payload.varint(cutter.size(segmentFiles.postings))
      payload.varint(postings.length)
      payload.byte(body | title | section)
      payload.byte(shortest)
      cutter.append(segmentFiles.postings, postings.bytes, postings.length)
      dictionary.add(term, payload)
      terms++
      const count = end - start
      const mark = markOf(hashKey(term))
      const packed = packMark(mark, count)
      packedMark[0] = packed
      packedMark[1] = packed >>> 8
      packedMark[2] = packed >>> 16
      cutter.append(segmentFiles.marks, packedMark)
      frequencies.add(mark, count)
    },
    /** Adds that a form stands for a term; forms in rising order, a form's terms one after the other. */
    form(next: Key, term: Key) {
      if (!hasForm || compareKeys(next, form) !== 0) {
        endForm()
        copyKey(next, form)
        hasForm = true
        formTermCount = 0
      }
      for (let index = 0; index < formTermCount; index++) {
        if (compareKeys(formTerms[index] as Key, term) === 0) return
      }
      const kept = formTerms[formTermCount] ?? createKey()
      copyKey(term, kept)
      formTerms[formTermCount++] = kept
    },
    /** How many terms were added: the place of the next. */
    terms: () => terms,
    /** Adds what the next passage says, see {@link PassageTerms}, from `start` to `end`; all terms are there by then. */
    passageTerms(places: Int32Array, times: Uint8Array, start: number, end: number, isListing: boolean) {
      const before = saying.length
      encodeTerms(saying, places, times, start, end, isListing, terms)
      lengths.varint(saying.length - before)
      if (++said === TERMS_BLOCK) endBlock()
    },
    finish(passages: PassageTable, languages: ReadonlyMap<string, number>): SegmentFacts {
      endForm()
      dictionary.finish()
      forms.finish()
      endBlock()
      cutter.append(segmentFiles.markFrequencies, frequencies.encode())
      cutter.append(segmentFiles.passages, encodePassages(passages))
      return {
        passages: passages.count,
        ...cutter.finish(),
        words: {
          body: sumOfLengths(passages.body),
          title: sumOfLengths(passages.title),
          section: sumOfLengths(passages.section),
        },
        languages: Object.fromEntries([...languages].sort()),
      }
    },
  }
}

/** As the codes say it, so that merging passages gives the same as indexing them. */
function sumOfLengths(codes: Uint8Array): number {
  let sum = 0
  for (const code of codes) sum += lengthOf(code)
  return Math.round(sum)
}

/** Reads a term's entry. */
export function readTermEntry(reader: ByteReader): TermEntry {
  return {
    count: reader.varint(),
    offset: reader.varint(),
    bytes: reader.varint(),
    most: reader.byte(),
    shortest: reader.byte(),
  }
}

/** Reads the terms of a form; `end` is where its entry ends. */
export function readFormTerms(form: string, reader: ByteReader, end: number): string[] {
  const terms: string[] = []
  while (reader.at < end) {
    const shared = reader.varint()
    terms.push(form.slice(0, shared) + reader.text())
  }
  return terms
}
