import { placeOfPage, type SegmentFile } from './segment-files'

type ReadPage = (segment: number, file: SegmentFile, page: number) => Buffer

type Kept = { readonly data: Buffer; round: number }

/**
 * What is kept of a full cache: several pages go at once, since to find the oldest takes a look at the places of all
 * that went or moved before it.
 */
const KEPT_OF_FULL = 15 / 16

/** Pages that are read before one that is asked for again moves to the young end again. */
const ROUND = 32

/** Keeps the pages that were asked for last, up to so many bytes; pages never change, so that none is ever stale. */
export function createPageCache(read: ReadPage, maxBytes: number): ReadPage {
  const pages = new Map<number, Kept>()
  let bytes = 0
  let reads = 0
  return (segment, file, page) => {
    const key = placeOfPage(segment, file, page)
    const round = Math.floor(reads / ROUND)
    const known = pages.get(key)
    if (known !== undefined) {
      // Most are asked for many times in a search: one move is enough.
      if (known.round === round) return known.data
      known.round = round
      pages.delete(key)
      pages.set(key, known)
      return known.data
    }
    const data = read(segment, file, page)
    reads++
    pages.set(key, { data, round })
    bytes += data.length
    if (bytes > maxBytes) forgetOldest(maxBytes * KEPT_OF_FULL)
    return data
  }
  function forgetOldest(keptBytes: number): void {
    for (const [oldest, { data }] of pages) {
      if (bytes <= keptBytes) return
      pages.delete(oldest)
      bytes -= data.length
    }
  }
}
