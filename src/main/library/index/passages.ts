import { ByteReader, ByteWriter } from './bytes'
import { lengthCode } from './fields'

/** Passages of one document that follow each other: what they are of, and from which place on. */
export type PassageRun = {
  readonly document: number
  /** Which indexing of the document made them; only those of its present one count. */
  readonly indexing: number
  readonly firstOrdinal: number
  readonly count: number
}

/** Whose passages a segment has, in order, and the length codes of their fields. */
export type PassageTable = {
  readonly count: number
  readonly runs: readonly PassageRun[]
  /** Where each run begins. */
  readonly starts: Int32Array
  readonly body: Uint8Array
  readonly title: Uint8Array
  readonly section: Uint8Array
}

/** Gathers the passages of a segment. */
export function createPassageList() {
  const runs: PassageRun[] = []
  let body = new Uint8Array(256)
  let title = new Uint8Array(256)
  let section = new Uint8Array(256)
  let count = 0
  const grow = (codes: Uint8Array<ArrayBuffer>) => {
    const grown = new Uint8Array(codes.length * 2)
    grown.set(codes)
    return grown
  }
  const addCodes = (document: number, indexing: number, ordinal: number, codes: readonly number[]) => {
    if (count === body.length) {
      body = grow(body)
      title = grow(title)
      section = grow(section)
    }
    body[count] = codes[0] ?? 0
    title[count] = codes[1] ?? 0
    section[count] = codes[2] ?? 0
    count++
    const last = runs.at(-1)
    const follows =
      last !== undefined &&
      last.document === document &&
      last.indexing === indexing &&
      last.firstOrdinal + last.count === ordinal
    if (follows) runs[runs.length - 1] = { ...last, count: last.count + 1 }
    else runs.push({ document, indexing, firstOrdinal: ordinal, count: 1 })
  }
  return {
    /** Adds a passage with its fields' lengths in words. */
    add(
      passage: { document: number; indexing: number; ordinal: number },
      words: { body: number; title: number; section: number },
    ) {
      const codes = [lengthCode(words.body), lengthCode(words.title), lengthCode(words.section)]
      addCodes(passage.document, passage.indexing, passage.ordinal, codes)
    },
    addCodes,
    /** How many there are so far. */
    count: () => count,
    table(): PassageTable {
      return {
        count,
        runs,
        starts: startsOf(runs),
        body: body.subarray(0, count),
        title: title.subarray(0, count),
        section: section.subarray(0, count),
      }
    },
  }
}

/** Writes a table of passages. */
export function encodePassages({ count, runs, body, title, section }: PassageTable): Buffer {
  const out = new ByteWriter(count * 3 + runs.length * 8 + 16)
  out.varint(count)
  out.varint(runs.length)
  for (const run of runs) {
    out.varint(run.document)
    out.varint(run.indexing)
    out.varint(run.firstOrdinal)
    out.varint(run.count)
  }
  out.append(body)
  out.append(title)
  out.append(section)
  return out.copy()
}

/** Reads what {@link encodePassages} wrote. */
export function decodePassages(bytes: Buffer): PassageTable {
  const reader = new ByteReader(bytes)
  const count = reader.varint()
  const runs = Array.from({ length: reader.varint() }, () => ({
    document: reader.varint(),
    indexing: reader.varint(),
    firstOrdinal: reader.varint(),
    count: reader.varint(),
  }))
  const codes = () => {
    // A copy, because the bytes belong to a page that the cache may let go.
    const field = Uint8Array.from(bytes.subarray(reader.at, reader.at + count))
    reader.at += count
    return field
  }
  return { count, runs, starts: startsOf(runs), body: codes(), title: codes(), section: codes() }
}

function startsOf(runs: readonly PassageRun[]): Int32Array {
  const starts = new Int32Array(runs.length)
  let next = 0
  for (const [index, { count }] of runs.entries()) {
    starts[index] = next
    next += count
  }
  return starts
}
