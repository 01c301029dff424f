import { doubled } from '../index/doubled'
import { createWordTable } from './word-table'
import { runsOf, runText } from './words'

/**
 * The words of a document's passages by numbers, so that another thread indexes them without reading the texts again.
 * They are of one language, as the document is.
 */
export type WordStream = {
  /** The different words, by the order in which they are first met: `starts` has one entry more than there are words. */
  readonly units: Uint16Array
  readonly starts: Int32Array
  /** The numbers of the words of all passages, one passage after the other. */
  readonly numbers: Uint16Array | Int32Array
  /** How many words each passage has; -1 where its text is to be read, since a script without spaces is cut otherwise. */
  readonly counts: Int32Array
}

const FIRST_NUMBERS = 4096

/** Numbers below this have room in 16 bits. */
const SHORT_NUMBERS = 0x10000

/** A text with more different words, of numbers or names that stand once, gains nothing by them and takes much memory. */
const MOST_WORDS = 150_000

/** Reads passages; null where they have too many different words. */
export function readWordStream(passages: readonly string[]): WordStream | null {
  const table = createWordTable()
  const counts = new Int32Array(passages.length)
  let numbers = new Int32Array(FIRST_NUMBERS)
  let total = 0
  for (const [passage, text] of passages.entries()) {
    const { units, count, starts, ends, hashes, unspaced } = runsOf(text)
    if (unspaced.subarray(0, count).includes(1)) {
      counts[passage] = -1
      continue
    }
    if (table.texts().count > MOST_WORDS) return null
    counts[passage] = count
    while (total + count > numbers.length) numbers = doubled(numbers)
    for (let run = 0; run < count; run++) {
      const start = starts[run] as number
      const end = ends[run] as number
      const hash = hashes[run] as number
      const known = table.find(units, start, end, hash)
      numbers[total++] = known === -1 ? table.add(runText(units, start, end), hash) : known
    }
  }
  const words = table.texts()
  const used = numbers.subarray(0, total)
  return {
    units: words.units.slice(0, words.starts[words.count]),
    starts: words.starts.slice(0, words.count + 1),
    numbers: words.count <= SHORT_NUMBERS ? Uint16Array.from(used) : used.slice(),
    counts,
  }
}

/** The words of one passage. */
export type PassageWords = {
  readonly stream: WordStream
  readonly numbers: Uint16Array | Int32Array
}

/** Hands out the words of the passages one after the other; null for one whose text is to be read. */
export function* passagesOfStream(stream: WordStream): Generator<PassageWords | null, null> {
  let start = 0
  for (const count of stream.counts) {
    if (count === -1) {
      yield null
      continue
    }
    yield { stream, numbers: stream.numbers.subarray(start, start + count) }
    start += count
  }
  return null
}
