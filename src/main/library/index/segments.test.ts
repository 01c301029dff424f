import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toTheEnd } from '../../async/stepwise'
import { type Analyzer, createAnalyzer } from '../analysis/analyze'
import { isListing } from '../analysis/listing'
import { passagesOfStream, readWordStream } from '../analysis/word-stream'
import { ByteReader, ByteWriter } from './bytes'
import { sharedLength } from './dictionary'
import { lengthCode, lengthOf, timesCode } from './fields'
import { mergeSegments } from './merge-segments'
import { eachPosting, eachWanted, encodePostings } from './postings'
import { createSegmentBuilder, type NewPassage } from './segment-builder'
import {
  type GetPage,
  type PutPage,
  rangeReader,
  type SegmentFacts,
  segmentFactsSchema,
  segmentFiles,
} from './segment-files'
import { openSegment, type Segment } from './segment-reader'
import { readFormTerms, readTermEntry } from './segment-writer'
import { FREQUENT, hashTerm, MARKS, markOf } from './term-mark'

const english = createAnalyzer('en')

function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function written(write: (put: PutPage) => Generator<void, SegmentFacts>): {
  facts: SegmentFacts
  getPage: GetPage
} {
  const pages = new Map<string, Buffer>()
  const facts = toTheEnd(write((file, page, data) => pages.set(`${file} ${page}`, Buffer.from(data))))
  return { facts, getPage: (file, page) => pages.get(`${file} ${page}`) ?? Buffer.alloc(0) }
}

function inMemory(number: number, write: (put: PutPage) => Generator<void, SegmentFacts>): Segment {
  const { facts, getPage } = written(write)
  return openSegment(number, facts, getPage)
}

function builderOf(passages: readonly NewPassage[]) {
  const builder = createSegmentBuilder()
  for (const passage of passages) builder.add(passage, english)
  return builder
}

function segmentOf(number: number, passages: readonly NewPassage[]): Segment {
  return inMemory(number, builderOf(passages).write)
}

/** What a passage says: its terms and how often each stands there. */
function saidIn(segment: Segment, passage: number) {
  const { places, times, isListing } = segment.passageTerms(passage)
  return {
    times: new Map([...places].map((place, index) => [segment.termAt(place), times[index]])),
    isListing,
  }
}

/** In how many passages terms stand, by mark, without the rarest. */
function frequenciesOf(segment: Segment): Map<number, number> {
  const sums = new Uint32Array(MARKS)
  segment.addFrequencies(sums, 1)
  const frequencies = new Map<number, number>()
  for (let mark = 0; mark < MARKS; mark++) if (sums[mark] !== 0) frequencies.set(mark, sums[mark] ?? 0)
  segment.addFrequencies(sums, -1)
  expect(sums.some((count) => count !== 0)).toBe(false)
  return frequencies
}

/** All that a segment says, in plain values. */
function contentOf(segment: Segment) {
  const terms = new Map<string, [number, number][]>()
  for (const at = segment.termsFrom(''); at.key !== undefined; at.next()) {
    const postings: [number, number][] = []
    eachPosting(segment.postings(readTermEntry(at.payload)), (passage, code) =>
      postings.push([passage, code]),
    )
    terms.set(at.key, postings)
  }
  const forms = new Map<string, string[]>()
  for (const at = segment.formsFrom(''); at.key !== undefined; at.next()) {
    forms.set(at.key, readFormTerms(at.key, at.payload, at.end).sort())
  }
  const { runs, body, title, section } = segment.passages
  return {
    terms,
    said: Array.from({ length: segment.passages.count }, (_, passage) => saidIn(segment, passage)),
    frequencies: frequenciesOf(segment),
    forms,
    runs,
    lengths: [body, title, section].map((codes) => [...codes]),
    facts: segment.facts,
  }
}

function passagesOf(document: number, count: number, random: (below: number) => number): NewPassage[] {
  const word = () =>
    ['tide', 'tides', 'moon', 'FY2018', '潮汐', 'naïve', `rare${random(3000)}`][random(7)] ?? ''
  return Array.from({ length: count }, (_, ordinal) => ({
    document,
    indexing: document + 100,
    ordinal,
    title: `Title ${word()}`,
    fileName: random(2) === 0 ? '' : `File ${word()}`,
    section: random(2) === 0 ? null : word(),
    text: Array.from({ length: random(60) }, word).join(' '),
  }))
}

/** A digest of all pages that a segment of some passages is written as. */
function pagesOf(passages: readonly NewPassage[], analyzerFor: () => Analyzer): string {
  const pages = createHash('sha256')
  const builder = createSegmentBuilder()
  for (const passage of passages) builder.add(passage, analyzerFor())
  toTheEnd(builder.write((file, page, data) => pages.update(`${file} ${page} `).update(data)))
  return pages.digest('hex')
}

/** The same passages with the words of their texts, as they are read with the document. */
function withWords(passages: readonly NewPassage[]): NewPassage[] {
  const stream = readWordStream(passages.map(({ text }) => text))
  if (stream === null) throw new Error('Too many different words.')
  const read = passagesOfStream(stream)
  return passages.map((passage) => ({ ...passage, words: read.next().value }))
}

describe('bytes', () => {
  it('give back every number and text', () => {
    const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 28, 2 ** 31, 2 ** 35 + 7, 2 ** 53 - 1]
    const writer = new ByteWriter(1)
    for (const number of numbers) writer.varint(number)
    writer.text('naïve 潮 🙂')
    const reader = new ByteReader(writer.copy())
    expect(numbers.map(() => reader.varint())).toEqual(numbers)
    expect(reader.text()).toBe('naïve 潮 🙂')
  })
})

describe('postings', () => {
  it.each([1, 127, 128, 129, 1000, 5000])('of %i passages are given back, and any part of them', (count) => {
    const random = randomFrom(count)
    let passage = -1
    const passages = Int32Array.from({ length: count }, () => {
      passage += 1 + random(random(50) === 0 ? 100_000 : 5)
      return passage
    })
    const codes = Uint8Array.from({ length: count }, () => (random(3) === 0 ? 1 + random(255) : 1))
    const writer = new ByteWriter()
    encodePostings(writer, passages, codes, 0, count)
    const encoded = { count, bytes: writer.copy() }
    const all: number[][] = []
    eachPosting(encoded, (at, code) => all.push([at, code]))
    expect(all).toEqual(Array.from(passages, (at, index) => [at, codes[index]]))

    const wanted = Int32Array.from(
      [...new Set(Array.from({ length: 40 }, () => random(passage + 10)))].sort((a, b) => a - b),
    )
    const found = new Map<number, number>()
    eachWanted(encoded, wanted, (index, code) => found.set(wanted[index] ?? -1, code))
    const has = new Map(all.map(([at, code]) => [at, code]))
    expect([...found]).toEqual([...wanted].filter((at) => has.has(at)).map((at) => [at, has.get(at)]))
  })
})

describe('fields', () => {
  it('keep short lengths exactly and long ones nearly', () => {
    for (const words of [0, 1, 39, 40]) expect(lengthOf(lengthCode(words))).toBe(words)
    for (const words of [41, 100, 350, 2000, 7000]) {
      expect(Math.abs(lengthOf(lengthCode(words)) / words - 1)).toBeLessThan(0.015)
    }
    expect(timesCode(1, 0, 0)).toBe(1)
    expect(timesCode(1000, 9, 9)).toBe(255)
  })
})

describe('a segment', () => {
  it('is the same, byte for byte, when its words are more than an analyzer remembers', () => {
    const letters = (n: number) =>
      [...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
    const many = `${Array.from({ length: 150_000 }, (_, n) => letters(n + 17_576)).join(' ')} 潮汐`
    const passages = passagesOf(1, 3, randomFrom(5)).map((passage, index) =>
      index === 1 ? { ...passage, text: many } : passage,
    )
    const one = createAnalyzer('en')
    const begun = one.generation()
    const shared = pagesOf(passages, () => one)
    expect(one.generation()).toBeGreaterThan(begun)
    expect(shared).toBe(pagesOf(passages, () => createAnalyzer('en')))
    const other = createAnalyzer('en')
    expect(pagesOf(withWords(passages), () => other)).toBe(shared)
    expect(other.generation()).toBeGreaterThan(0)
  })

  it('is the same, byte for byte, of words that were read before', () => {
    const documents = [3, 4].map((document) => passagesOf(document, 200, randomFrom(document)))
    const both = [createAnalyzer('en'), createAnalyzer('de')]
    const inTurn = () => {
      let next = 0
      return () => both[next++ < 200 ? 0 : 1] as Analyzer
    }
    const read = documents.flatMap(withWords)
    expect(read.some(({ words }) => words === null)).toBe(true)
    expect(read.some(({ words }) => words !== null && words !== undefined)).toBe(true)
    expect(pagesOf(read, inTurn())).toBe(pagesOf(documents.flat(), inTurn()))
  })

  it('finds each term and form, and those that begin so, in a dictionary of many blocks', () => {
    const random = randomFrom(5)
    const segment = segmentOf(1, passagesOf(7, 400, random))
    const { terms } = contentOf(segment)
    const keys = [...terms.keys()]
    expect(keys.length).toBeGreaterThan(500)
    expect(keys).toEqual([...keys].sort())
    for (const key of keys) expect(segment.term(key)?.count).toBe(terms.get(key)?.length)
    for (const absent of ['', 'a', 'rare99999', 'zzz', '\uffff']) expect(segment.term(absent)).toBeNull()
    expect(segment.termsFrom('rare1').key).toBe(keys.find((key) => key >= 'rare1'))
    expect(segment.termsFrom('\uffff').key).toBeUndefined()
    expect(segment.formTerms('tides')).toEqual(['tide'])
    expect(segment.formTerms('absent')).toEqual([])
  })

  it('keeps what each passage says, but for its section, and how often each term is', () => {
    const many = Array.from({ length: 400 }, (_, n) =>
      [...n.toString(8)].map((digit) => 'bcdfghkl'[Number(digit)]).join(''),
    ).join(' ')
    const contents = '1. One, 2018\n2. Two, 2019\n3. Three\n4. Four'
    const texts = ['the tides of FY2018', '', `${many} ${many}`, 'moon '.repeat(90), '潮汐', contents]
    const passages = [...texts, ...Array.from({ length: 40 }, () => 'the moon')].map((text, ordinal) => ({
      document: 1,
      indexing: 1,
      ordinal,
      title: 'High tides',
      fileName: 'High waves',
      section: ordinal === 0 ? 'Sea' : null,
      text,
    }))
    const segment = segmentOf(1, passages)
    for (const [ordinal, { title, text }] of passages.entries()) {
      const times = new Map<string, number>()
      for (const field of [title, 'waves', text]) {
        english.eachWord(field, ({ terms, beside }) => {
          for (const term of [...terms, ...beside]) times.set(term, (times.get(term) ?? 0) + 1)
        })
      }
      const said = saidIn(segment, ordinal)
      expect(said.isListing).toBe(isListing(text))
      if (ordinal === 3) expect(said.times.get('moon')).toBe(48)
      else expect(said.times).toEqual(times)
    }
    const counts = frequenciesOf(segment)
    const of = (term: string) => counts.get(markOf(hashTerm(term)))
    expect([of('tide'), of('moon'), of('2018'), of('sea')]).toEqual([46, 41, 2, undefined])
  })

  it('reads ranges that cross pages', () => {
    const data = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
    const read = rangeReader((_, page) => data.subarray(page * 32_768, (page + 1) * 32_768), {
      smallPaged: [],
      smallPageBytes: 4096,
    })
    expect(read(0, 32_000, 50_000).equals(data.subarray(32_000, 82_000))).toBe(true)
  })

  it('of a segment that does not say which pages are small reads as it was written then', () => {
    const builder = builderOf(passagesOf(1, 400, randomFrom(5)))
    const files = new Map<number, Buffer[]>()
    const facts = toTheEnd(
      builder.write((file, page, data) => {
        files.set(file, [...(files.get(file) ?? []), Buffer.from(data)])
        expect(files.get(file)).toHaveLength(page + 1)
      }),
    )
    const { smallPaged, smallPageBytes, ...before } = facts
    expect(smallPaged).toContain(segmentFiles.terms)
    expect(smallPageBytes).toBeLessThan(4096)
    expect(files.get(segmentFiles.terms)?.length).toBeGreaterThan(1)
    const pageBytes = (file: number) => (file === segmentFiles.passageTerms ? 4096 : 32_768)
    const wholes = new Map([...files].map(([file, pages]) => [file, Buffer.concat(pages)]))
    const old = openSegment(1, segmentFactsSchema.parse(before), (file, page) =>
      (wholes.get(file) ?? Buffer.alloc(0)).subarray(page * pageBytes(file), (page + 1) * pageBytes(file)),
    )
    const now = openSegment(1, facts, (file, page) => files.get(file)?.[page] ?? Buffer.alloc(0))
    expect({ ...contentOf(old), facts: null }).toEqual({ ...contentOf(now), facts: null })
  })

  it('of a segment that has no frequencies by mark counts them by its terms, as it was written then', () => {
    const { facts, getPage } = written(builderOf(passagesOf(1, 400, randomFrom(6))).write)
    const segment = openSegment(1, facts, getPage)
    const frequent = new ByteWriter()
    for (const at = segment.termsFrom(''); at.key !== undefined; at.next()) {
      const { count } = readTermEntry(at.payload)
      if (count >= FREQUENT) frequent.varint(count)
    }
    const bytes = facts.bytes.slice(0, segmentFiles.markFrequencies)
    bytes[segmentFiles.frequent] = frequent.length
    const old = openSegment(2, segmentFactsSchema.parse({ ...facts, bytes }), (file, page) =>
      file === segmentFiles.frequent ? frequent.copy() : getPage(file, page),
    )
    expect(frequent.length).toBeGreaterThan(0)
    expect(frequenciesOf(old)).toEqual(frequenciesOf(segment))
  })

  it('keeps surrogate pairs whole where keys share a beginning', () => {
    expect(sharedLength('\u{20000}a', '\u{20001}a')).toBe(0)
    expect(sharedLength('x\u{20000}a', 'x\u{20000}b')).toBe(3)
  })

  it('merged from several is the same as indexing what is left of them at once', () => {
    const random = randomFrom(9)
    const documents = [1, 2, 3, 4, 5].map((document) => passagesOf(document, 1 + random(80), random))
    const segments = documents.map((passages, index) => segmentOf(index, passages))
    const merge = (gone: number | null) =>
      inMemory(9, (put) => mergeSegments(segments, (document) => document !== gone, put))
    expect(contentOf(merge(null))).toEqual(contentOf(segmentOf(9, documents.flat())))
    expect(contentOf(merge(3))).toEqual(
      contentOf(
        segmentOf(
          9,
          documents.flat().filter(({ document }) => document !== 3),
        ),
      ),
    )
  })
})

describe('a dictionary', () => {
  it('shows a visitor each key that begins so and of which nothing was refused, also across blocks', () => {
    const random = randomFrom(21)
    const segment = segmentOf(1, [
      ...passagesOf(7, 300, random),
      ...passagesOf(8, 1, random).map((passage) => ({
        ...passage,
        text: 'tidé \u{20000}\u{20001}\u{20002} 潮汐潮 ЖЖ',
      })),
    ])
    const keys = [...contentOf(segment).terms.keys()]
    expect(keys.length).toBeGreaterThan(1000)
    for (const beginning of [
      '',
      'r',
      'rare',
      'rare12',
      't',
      '1',
      '潮',
      'ж',
      '\u{20000}',
      'absent',
      '\uffff',
    ]) {
      for (const refused of [null, /[37]/, /^r/, /^rare[1-8]/, /e1/, /[^ -~]/]) {
        const taken: string[] = []
        let shown = ''
        segment.walkTerms(beginning, {
          unit(at, unit) {
            expect(at).toBeLessThanOrEqual(shown.length)
            shown = shown.slice(0, at) + String.fromCharCode(unit)
            if (refused?.test(shown) !== true) return true
            shown = shown.slice(0, at)
            return false
          },
          nextUnit: (_, unit) => (unit < 0xffff ? unit + 1 : -1),
          isWanted: (length) => length % 2 === 0,
          take(key, payload) {
            expect(readTermEntry(payload).count).toBe(segment.term(key)?.count)
            taken.push(key)
          },
        })
        const expected = keys.filter(
          (key) => key.startsWith(beginning) && refused?.test(key) !== true && key.length % 2 === 0,
        )
        expect(taken, `${beginning}, ${refused}`).toEqual(expected)
      }
    }
  })

  it('knows each key by its place', () => {
    const segment = segmentOf(1, passagesOf(7, 300, randomFrom(22)))
    const keys = [...contentOf(segment).terms.keys()]
    expect(segment.terms).toBe(keys.length)
    expect(keys.map((_, place) => segment.termAt(place))).toEqual(keys)
    expect([...segment.marksAt(Int32Array.from(keys.keys()))]).toEqual(
      keys.map((key) => markOf(hashTerm(key))),
    )
  })
})
