import { z } from 'zod'
import { copyBytes } from './bytes'

/** The parts of a segment; each is a row of pages. */
export const segmentFiles = {
  /** Terms in order, each with what its postings are. */
  terms: 0,
  /** The first term of each block of `terms`. */
  termBlocks: 1,
  postings: 2,
  /** Whose passages these are, and the lengths of their fields. */
  passages: 3,
  /** Words as they are written, in order, with their terms, where they differ. */
  forms: 4,
  formBlocks: 5,
  /** The mark of each term, in order; with how often it is, where there are no `markFrequencies`; see {@link packMark}. */
  marks: 6,
  /** How often the frequent ones are, in segments that have no `markFrequencies`. */
  frequent: 7,
  /** What each passage says, in blocks. */
  passageTerms: 8,
  /** Bytes of each block of `passageTerms`. */
  passageTermBlocks: 9,
  /** In how many passages the terms of each mark stand. */
  markFrequencies: 10,
} as const
/** One of {@link segmentFiles}. */
export type SegmentFile = (typeof segmentFiles)[keyof typeof segmentFiles]

/** How many files a segment has. */
const SEGMENT_FILES = Object.keys(segmentFiles).length

/** How many the first had; they have none of the later ones. */
const FIRST_SEGMENT_FILES = segmentFiles.markFrequencies

/** Bytes: large enough that a long list is few rows, small enough that a short one reads little else. */
const PAGE_BYTES = 32 * 1024

/**
 * Bytes where a search wants a little here and there: what lies around it would only take room in the cache. As many as
 * SQLite keeps together with their row in one page of 4,096 bytes, so that one read of the file gets them: 4,061 of a
 * row in a table's leaf, of which 4 are the row's header (https://www.sqlite.org/fileformat2.html, 1.6 and 2.1).
 */
const SMALL_PAGE_BYTES = 4057

/** As many as they had in segments that don't say it. */
const SMALL_PAGE_BYTES_BEFORE = 4096

/** Files that a search wants a little of here and there. */
const smallPaged: readonly number[] = [segmentFiles.terms, segmentFiles.forms, segmentFiles.passageTerms]

/** The sizes of what is written now. */
const written = { smallPaged, smallPageBytes: SMALL_PAGE_BYTES }

/** As they were in segments that don't say it. */
const smallPagedBefore: readonly number[] = [segmentFiles.passageTerms]

type PageSizes = Pick<SegmentFacts, 'smallPaged' | 'smallPageBytes'>

const pageBytesOf = (file: number, { smallPaged, smallPageBytes }: PageSizes) =>
  smallPaged.includes(file) ? smallPageBytes : PAGE_BYTES

/** What is known of a segment without reading its pages. */
export const segmentFactsSchema = z.object({
  passages: z.int(),
  /** Bytes of each file, by its number. */
  bytes: z.array(z.int()).min(FIRST_SEGMENT_FILES).max(SEGMENT_FILES),
  /** The files that have small pages, by their numbers. */
  smallPaged: z
    .array(z.int())
    .readonly()
    .default([...smallPagedBefore]),
  /** Bytes of a small page. */
  smallPageBytes: z.int().positive().default(SMALL_PAGE_BYTES_BEFORE),
  /** Words of each field in all passages. */
  words: z.object({ body: z.int(), title: z.int(), section: z.int() }),
  /** How many passages are in each language, by its code. */
  languages: z.record(z.string(), z.int()),
})
/** See {@link segmentFactsSchema}. */
export type SegmentFacts = z.infer<typeof segmentFactsSchema>

/** Files that a segment may have, and pages that a file may have (128 GB), in the place of a page. */
const FILES_IN_PLACE = 16
const PAGES_IN_PLACE = 0x400000

/** Where a page is among those of all segments, files and pages: below 2 ** 53 for the first 130 million segments. */
export function placeOfPage(segment: number, file: number, page: number): number {
  return (segment * FILES_IN_PLACE + file) * PAGES_IN_PLACE + page
}

/** The number of the segment that a page is of, told by the place at which the page is stored. */
export function segmentOfPlace(place: number): number {
  return Math.floor(place / (FILES_IN_PLACE * PAGES_IN_PLACE))
}

/** Takes the pages of a segment that is being written, in any order of files, each file's in order. */
export type PutPage = (file: SegmentFile, page: number, data: Buffer) => void

/** Reads a page of a finished segment. */
export type GetPage = (file: SegmentFile, page: number) => Buffer

/** Reads any range of a file. */
export type ReadRange = (file: SegmentFile, offset: number, length: number) => Buffer

/** Ranges from the pages of a segment. */
export function rangeReader(getPage: GetPage, sizes: PageSizes): ReadRange {
  return (file, offset, length) => {
    if (length === 0) return Buffer.alloc(0)
    const pageBytes = pageBytesOf(file, sizes)
    const first = Math.floor(offset / pageBytes)
    const start = offset - first * pageBytes
    if (start + length <= pageBytes) return getPage(file, first).subarray(start, start + length)
    const whole = Buffer.allocUnsafe(length)
    let filled = 0
    for (let page = first; filled < length; page++) {
      const from = page === first ? start : 0
      const size = Math.min(pageBytes - from, length - filled)
      getPage(file, page).copy(whole, filled, from, from + size)
      filled += size
    }
    return whole
  }
}

/** Cuts what is appended to files into pages. */
export function pageCutter(put: PutPage) {
  const pending = Array.from({ length: SEGMENT_FILES }, (_, file) => ({
    page: 0,
    data: Buffer.alloc(0),
    used: 0,
    pageBytes: pageBytesOf(file, written),
  }))
  const bytes = Array.from({ length: SEGMENT_FILES }, () => 0)
  const flush = (file: SegmentFile) => {
    const at = pending[file]
    if (at === undefined || at.used === 0) return
    put(file, at.page++, at.data.subarray(0, at.used))
    at.data = Buffer.alloc(0)
    at.used = 0
  }
  return {
    /** Bytes of a file so far. */
    size: (file: SegmentFile) => bytes[file] ?? 0,
    /** Appends the first so many bytes. */
    append(file: SegmentFile, data: Uint8Array, length = data.length) {
      const at = pending[file]
      if (at === undefined) return
      const { pageBytes } = at
      bytes[file] = (bytes[file] as number) + length
      let taken = 0
      while (taken < length) {
        const size = Math.min(pageBytes - at.used, length - taken)
        if (at.used + size > at.data.length) {
          const grown = Buffer.allocUnsafe(Math.min(pageBytes, Math.max(1024, (at.used + size) * 2)))
          at.data.copy(grown, 0, 0, at.used)
          at.data = grown
        }
        copyBytes(data, taken, taken + size, at.data, at.used)
        at.used += size
        taken += size
        if (at.used === pageBytes) flush(file)
      }
    },
    /** Hands out the last pages; answers the bytes of each file and of its pages. */
    finish(): Pick<SegmentFacts, 'bytes' | 'smallPaged' | 'smallPageBytes'> {
      for (const file of Object.values(segmentFiles)) flush(file)
      return { bytes, ...written }
    },
  }
}
