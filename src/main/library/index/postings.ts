import { ByteReader, ByteWriter } from './bytes'
import { longer } from './doubled'
import type { FileStream } from './file-stream'

/** Postings of a block; a list with more begins with a table of blocks, so that parts of it can be left unread. */
const BLOCK_POSTINGS = 128

/** The times code of a term that stands once, in the body: by far the most are. */
const ONCE = 1

/** Bytes of a posting at most: its distance and its times code. */
const MOST_POSTING_BYTES = 6

/**
 * Writes the passages (rising) that a term stands in, with its times codes: per posting the distance from the last
 * one, doubled, plus one when the code is the usual and left out. Every block counts on from the one before.
 */
export function encodePostings(
  out: ByteWriter,
  passages: Int32Array,
  codes: Uint8Array,
  start: number,
  end: number,
): void {
  if (end - start <= BLOCK_POSTINGS) {
    encodeBlock(out, passages, codes, start, end, -1)
    return
  }
  const table = new ByteWriter()
  const blocks = new ByteWriter((end - start) * 2)
  let previous = -1
  for (let at = start; at < end; at += BLOCK_POSTINGS) {
    const blockEnd = Math.min(end, at + BLOCK_POSTINGS)
    const before = blocks.length
    encodeBlock(blocks, passages, codes, at, blockEnd, previous)
    const last = passages[blockEnd - 1] ?? 0
    table.varint(last - previous)
    table.varint(blocks.length - before)
    previous = last
  }
  out.varint(table.length)
  out.append(table.view())
  out.append(blocks.view())
}

function encodeBlock(
  out: ByteWriter,
  passages: Int32Array,
  codes: Uint8Array,
  start: number,
  end: number,
  before: number,
): void {
  out.room((end - start) * MOST_POSTING_BYTES)
  const { bytes } = out
  let next = out.length
  let previous = before
  // As `varint` and `byte` do, without a call for each posting.
  for (let at = start; at < end; at++) {
    const passage = passages[at] as number
    const code = codes[at] as number
    let value = (passage - previous) * 2 + (code === ONCE ? 1 : 0)
    for (; value >= 0x80; value >>>= 7) bytes[next++] = (value & 0x7f) | 0x80
    bytes[next++] = value
    if (code !== ONCE) bytes[next++] = code
    previous = passage
  }
  out.length = next
}

/** Postings that grow: the first so many numbers count. */
export type PostingList = {
  passages: Int32Array
  codes: Uint8Array
  count: number
}

/** What a passage that is left out becomes. */
export const GONE = -1

/** Reads a term's postings, which come next in a stream, and adds them as the passages that theirs became. */
export function appendPostings(
  list: PostingList,
  stream: FileStream,
  count: number,
  size: number,
  became: Int32Array,
): void {
  stream.need(size)
  const end = stream.at + size
  if (count > BLOCK_POSTINGS) {
    const table = stream.varint()
    stream.at += table
  }
  const most = list.count + count
  while (most > list.passages.length) {
    list.passages = longer(list.passages, new Int32Array(list.passages.length * 2))
    list.codes = longer(list.codes, new Uint8Array(list.codes.length * 2))
  }
  const { passages, codes } = list
  const { bytes } = stream
  let { at } = stream
  let to = list.count
  let passage = -1
  // Merging is this loop for the most part: as `eachPosting`, without a call for each.
  for (let left = count; left > 0; left--) {
    let byte = bytes[at++] as number
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] as number
      value |= (byte & 0x7f) << shift
    }
    passage += value >>> 1
    const code = (value & 1) === 1 ? ONCE : (bytes[at++] as number)
    const place = became[passage] as number
    if (place === GONE) continue
    passages[to] = place
    codes[to] = code
    to++
  }
  list.count = to
  stream.at = end
}

/** A term's encoded postings. */
export type EncodedPostings = {
  /** How many. */
  readonly count: number
  readonly bytes: Buffer
}

/** Hands out every posting in order. */
export function eachPosting(
  { count, bytes }: EncodedPostings,
  take: (passage: number, code: number) => void,
): void {
  let at = bodyStart(count, bytes)
  let passage = -1
  for (let left = count; left > 0; left--) {
    let byte = bytes[at++] ?? 0
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] ?? 0
      value |= (byte & 0x7f) << shift
    }
    passage += value >>> 1
    take(passage, (value & 1) === 1 ? ONCE : (bytes[at++] ?? 0))
  }
}

/** Hands out the postings of wanted passages (rising), reading only the blocks that can hold them. */
export function eachWanted(
  { count, bytes }: EncodedPostings,
  wanted: Int32Array,
  take: (index: number, code: number) => void,
): void {
  const table = new ByteReader(bytes)
  let at = 0
  let tableEnd = 0
  if (count > BLOCK_POSTINGS) {
    const size = table.varint()
    tableEnd = table.at + size
    at = tableEnd
  }
  let before = -1
  let index = 0
  for (let done = 0; done < count && index < wanted.length; done += BLOCK_POSTINGS) {
    let last = Number.POSITIVE_INFINITY
    let next = bytes.length
    if (table.at < tableEnd) {
      last = before + table.varint()
      next = at + table.varint()
    }
    if ((wanted[index] ?? 0) <= last) {
      let passage = before
      for (let left = Math.min(BLOCK_POSTINGS, count - done); left > 0; left--) {
        let byte = bytes[at++] ?? 0
        let value = byte & 0x7f
        for (let shift = 7; byte >= 0x80; shift += 7) {
          byte = bytes[at++] ?? 0
          value |= (byte & 0x7f) << shift
        }
        passage += value >>> 1
        const code = (value & 1) === 1 ? ONCE : (bytes[at++] ?? 0)
        while (index < wanted.length && (wanted[index] ?? 0) < passage) index++
        if (wanted[index] === passage) take(index++, code)
        if (index >= wanted.length) return
      }
      while (index < wanted.length && (wanted[index] ?? 0) <= last) index++
    }
    before = last
    at = next
  }
}

/** Where the blocks begin, behind the table of them. */
export function bodyStart(count: number, bytes: Buffer): number {
  if (count <= BLOCK_POSTINGS) return 0
  const reader = new ByteReader(bytes)
  const size = reader.varint()
  return reader.at + size
}
