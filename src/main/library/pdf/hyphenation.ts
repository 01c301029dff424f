import type { Division, PageDraft } from './page-draft'
import type { DivisionKind } from './page-text'

/** Letters that each half of a compound has at least, to be taken for one without having been seen whole. */
const LEAST_HALF = 4

/** The same where the word has a hyphen before the line's end already ("cut-and-" at the end of one). */
const LEAST_HALF_OF_COMPOUND = 2

const HALF_BEFORE = /[\p{L}\p{M}]+$/u
const COMPOUND_BEFORE = /[\p{L}\p{M}][-\u2010][\p{L}\p{M}]+$/u
const HALF_BEHIND = /^[\p{L}\p{M}]+/u

/** Letters beside a hyphen that are looked at: no word that is divided is longer. */
const LONGEST_HALF = 60

/** Tells whether a hyphen at a line's end belongs to its word, by how the document writes it elsewhere; the signs of addresses do. */
export type Hyphenation = (draft: PageDraft, division: Division) => DivisionKind

/**
 * Reads how a document writes the words that its lines divide. A hyphen stays if the word occurs with it inside
 * a line, or if both halves occur as words of their own and are long enough, unless the joined word occurs; else it is dropped.
 */
export function readHyphenation(drafts: readonly PageDraft[]): Hyphenation {
  const words = new Set<string>()
  for (const draft of drafts) {
    for (const division of draft.divisions) {
      if (division.address) continue
      const [before, behind] = halves(draft, division)
      for (const word of [before, behind, before + behind, `${before}-${behind}`]) words.add(word)
    }
  }
  const asked = askFor(words)
  if (words.size > 0) for (const draft of drafts) noteWords(draft, asked)
  const { seen } = asked
  return (draft, division) => {
    if (division.soft) return 'joined'
    if (division.address) return 'kept'
    const [before, behind] = halves(draft, division)
    if (seen.has(before + behind)) return 'joined'
    if (seen.has(`${before}-${behind}`)) return 'kept'
    if (!seen.has(before) || !seen.has(behind)) return 'joined'
    const least = COMPOUND_BEFORE.test(textBefore(draft, division)) ? LEAST_HALF_OF_COMPOUND : LEAST_HALF
    return Math.min(before.length, behind.length) >= least ? 'kept' : 'joined'
  }
}

function halves(draft: PageDraft, division: Division): readonly [string, string] {
  const { text } = draft
  const behind = division.at + (division.brokenLine ? 2 : 1)
  return [
    HALF_BEFORE.exec(textBefore(draft, division))?.[0].toLowerCase() ?? '',
    HALF_BEHIND.exec(text.slice(behind, behind + LONGEST_HALF))?.[0].toLowerCase() ?? '',
  ]
}

function textBefore({ text }: PageDraft, { at }: Division): string {
  return text.slice(Math.max(0, at - LONGEST_HALF), at)
}

/**
 * Notes the words that are asked for. A divided word itself is no evidence, so it and its halves are passed over.
 * By hand, by units and with a filter, because this looks at every letter of a document.
 */
function noteWords({ text, divisions }: PageDraft, asked: Asked): void {
  const { length } = text
  const units = unitsOf(text)
  const kindAt = (at: number) => KINDS[units[at] ?? 0]
  let next = 0
  let previous = Number.NEGATIVE_INFINITY
  let at = divisions[0]?.at ?? Number.POSITIVE_INFINITY
  for (let start = 0; start < length; start++) {
    if (kindAt(start) !== LETTER) continue
    let end = start + 1
    while (kindAt(end) === LETTER) end++
    // The word with what hyphens join to it.
    let whole = end
    while (kindAt(whole) === HYPHEN && kindAt(whole + 1) === LETTER) {
      whole += 2
      while (kindAt(whole) === LETTER) whole++
    }
    while (at < start) {
      previous = at
      at = divisions[++next]?.at ?? Number.POSITIVE_INFINITY
    }
    if (at > whole && start > previous + 2 && (whole > end || asked.mayHold(units, start, whole))) {
      const word = text.slice(start, whole).toLowerCase().replaceAll('\u2010', '-')
      asked.see(word)
      if (whole > end) word.split('-').forEach(asked.see)
    }
    start = whole
  }
}

/** Of one page; the next one takes its place. */
let room = new Uint16Array(0)

/** The units of a text, and zeros behind them. */
function unitsOf(text: string): Uint16Array {
  const { length } = text
  if (room.length < length + 2) room = new Uint16Array(2 * length + 2)
  Buffer.from(room.buffer).write(text, 'utf16le')
  return room.fill(0, length, length + 2)
}

const LETTER = 1
const HYPHEN = 2

/** What each unit is: letters are those of ASCII, and all beyond it that is no space, dash or other punctuation. */
const KINDS = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  if (code === 0x2d || code === 0x2010) return HYPHEN
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a ? LETTER : 0
  return code >= 0xc0 && (code < 0x2000 || code > 0x206f) ? LETTER : 0
})

type Asked = {
  /** Those of the words that were seen. */
  readonly seen: ReadonlySet<string>
  see(word: string): void
  /** False for nearly all words that are not asked for, or were seen already, without making a string of them. */
  mayHold(units: Uint16Array, start: number, end: number): boolean
}

const FILTER_BITS = 16

function askFor(words: ReadonlySet<string>): Asked {
  const seen = new Set<string>()
  /** By their hashes, how many words are asked for and not seen yet. */
  const unseen = new Uint32Array(1 << FILTER_BITS)
  const slotOf = (hash: number) => (hash ^ (hash >>> FILTER_BITS)) & (unseen.length - 1)
  const next = (hash: number, unit: number) => (Math.imul(hash, 31) + (unit | 0x20)) | 0
  const slot = (word: string) => {
    let hash = 0
    for (let at = 0; at < word.length; at++) hash = next(hash, word.charCodeAt(at))
    return slotOf(hash)
  }
  const count = (word: string, change: number) => {
    const at = slot(word)
    unseen[at] = (unseen[at] ?? 0) + change
  }
  for (const word of words) count(word, 1)
  return {
    seen,
    see(word) {
      if (!words.has(word) || seen.has(word)) return
      seen.add(word)
      count(word, -1)
    },
    mayHold(units, start, end) {
      let hash = 0
      let all = 0
      for (let at = start; at < end; at++) {
        const unit = units[at] ?? 0
        hash = next(hash, unit)
        all |= unit
      }
      // Beyond ASCII the two cases of a letter differ in more than one bit.
      return all >= 0x80 || unseen[slotOf(hash)] !== 0
    },
  }
}
