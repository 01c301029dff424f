import type { SegmentFile } from './segment-files'

type ReadPage = (segment: number, file: SegmentFile, page: number) => Buffer

/** Keeps the pages that were read last, up to so many bytes; pages never change, so that none is ever stale. */
export function createPageCache(read: ReadPage, maxBytes: number): ReadPage {
  const pages = new Map<number, Buffer>()
  let bytes = 0
  return (segment, file, page) => {
    // Segments, files (16) and pages (4 million, 128 GB) side by side in one number.
    const key = (segment * 16 + file) * 0x400000 + page
    const known = pages.get(key)
    if (known !== undefined) {
      pages.delete(key)
      pages.set(key, known)
      return known
    }
    const data = read(segment, file, page)
    pages.set(key, data)
    bytes += data.length
    for (const [oldest, { length }] of pages) {
      if (bytes <= maxBytes) break
      pages.delete(oldest)
      bytes -= length
    }
    return data
  }
}
