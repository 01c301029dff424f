import type { Division, PageDraft } from './page-draft'
import type { DivisionKind } from './page-text'

/** Letters that each half of a compound has at least, to be taken for one without having been seen whole. */
const LEAST_HALF = 4

const HALF_BEFORE = /[\p{L}\p{M}]+$/u
const HALF_BEHIND = /^[\p{L}\p{M}]+/u

/** Letters beside a hyphen that are looked at: no word that is divided is longer. */
const LONGEST_HALF = 60

/** Tells whether a hyphen at a line's end belongs to its word, by how the document writes it elsewhere. */
export type Hyphenation = (draft: PageDraft, division: Division) => DivisionKind

/**
 * Reads how a document writes the words that its lines divide. A hyphen stays if the word occurs with it inside
 * a line, or if both halves occur as words of their own, unless the joined word occurs; else it is dropped.
 */
export function readHyphenation(drafts: readonly PageDraft[]): Hyphenation {
  const words = new Set<string>()
  for (const draft of drafts) {
    for (const division of draft.divisions) {
      const [before, behind] = halves(draft, division)
      for (const word of [before, behind, before + behind, `${before}-${behind}`]) words.add(word)
    }
  }
  const seen = new Set<string>()
  const asked = askFor(words)
  if (words.size > 0) for (const draft of drafts) noteWords(draft, asked, seen)
  return (draft, division) => {
    if (division.soft) return 'joined'
    const [before, behind] = halves(draft, division)
    if (seen.has(before + behind)) return 'joined'
    if (seen.has(`${before}-${behind}`)) return 'hyphen'
    const compound =
      Math.min(before.length, behind.length) >= LEAST_HALF && seen.has(before) && seen.has(behind)
    return compound ? 'hyphen' : 'joined'
  }
}

function halves({ text }: PageDraft, { at, brokenLine }: Division): readonly [string, string] {
  const behind = at + (brokenLine ? 2 : 1)
  return [
    HALF_BEFORE.exec(text.slice(Math.max(0, at - LONGEST_HALF), at))?.[0].toLowerCase() ?? '',
    HALF_BEHIND.exec(text.slice(behind, behind + LONGEST_HALF))?.[0].toLowerCase() ?? '',
  ]
}

/**
 * Notes the words that are asked for. A divided word itself is no evidence, so it and its halves are passed over.
 * By hand and with a filter, because this looks at every letter of a document.
 */
function noteWords({ text, divisions }: PageDraft, asked: Asked, seen: Set<string>): void {
  let next = 0
  for (let start = 0; start < text.length; start++) {
    if (!isLetter(text.charCodeAt(start))) continue
    let end = start + 1
    while (end < text.length && isLetter(text.charCodeAt(end))) end++
    // The word with what hyphens join to it.
    let whole = end
    while (isHyphen(text.charCodeAt(whole)) && isLetter(text.charCodeAt(whole + 1))) {
      whole += 2
      while (whole < text.length && isLetter(text.charCodeAt(whole))) whole++
    }
    while ((divisions[next]?.at ?? Number.POSITIVE_INFINITY) < start) next++
    const at = divisions[next]?.at ?? Number.POSITIVE_INFINITY
    const previous = divisions[next - 1]?.at ?? Number.NEGATIVE_INFINITY
    if (at > whole && start > previous + 2) {
      if (asked.mayHold(text, start, whole)) {
        const word = text.slice(start, whole).toLowerCase().replaceAll('\u2010', '-')
        if (asked.words.has(word)) seen.add(word)
      }
      if (whole > end) {
        for (const half of text
          .slice(start, whole)
          .toLowerCase()
          .split(/[-\u2010]/)) {
          if (asked.words.has(half)) seen.add(half)
        }
      }
    }
    start = whole
  }
}

/** Letters for this purpose: those of ASCII, and all beyond it that is no space, dash or other punctuation. */
function isLetter(code: number): boolean {
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return code >= 0xc0 && (code < 0x2000 || code > 0x206f)
}

function isHyphen(code: number): boolean {
  return code === 0x2d || code === 0x2010
}

type Asked = {
  readonly words: ReadonlySet<string>
  /** False for nearly all words that are not asked for, without making a string of them. */
  mayHold(text: string, start: number, end: number): boolean
}

const FILTER_BITS = 16

function askFor(words: ReadonlySet<string>): Asked {
  const filter = new Uint8Array(1 << FILTER_BITS)
  const slot = (text: string, start: number, end: number) => {
    const first = text.charCodeAt(start) | 0x20
    const last = text.charCodeAt(end - 1) | 0x20
    return ((first << 11) ^ (last << 6) ^ (end - start)) & ((1 << FILTER_BITS) - 1)
  }
  for (const word of words) filter[slot(word, 0, word.length)] = 1
  // Beyond ASCII the two cases of a letter differ in more than one bit.
  const isPlain = (code: number) => code < 0x80
  return {
    words,
    mayHold: (text, start, end) =>
      filter[slot(text, start, end)] === 1 ||
      !isPlain(text.charCodeAt(start)) ||
      !isPlain(text.charCodeAt(end - 1)),
  }
}
