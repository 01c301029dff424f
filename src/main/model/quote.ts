import type { Range } from './sentences'

const quoteMark = /["'`´‘’‚‛“”„‟«»‹›′″]/u
const dash = /[‐‑‒–—―−]/u
const invisible = /[\u00ad\u200b\u2060\ufeff]/u
const space = /\s/u
const wordUnit = /[\p{L}\p{N}\p{M}]/u
/** Scripts that put no space between words, so that a word's end can't be told from its letters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const ligatures: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}
/** White space around it is left to the stretches, which lose it. */
const ellipsis = /\[\s*(?:…|\.{3,}|(?:\.\s){2}\.)\s*\]|\(\s*(?:…|\.{3,})\s*\)|…|\.{3,}|(?:\.\s){2}\./u

/** Stands in folded text for a hyphen at a line's end, which may or may not belong to the word. */
const lineHyphen = '\u0001'
/** Words that each stretch between ellipses needs: with fewer, any sentence could be put together from single words. */
const wordsOfStretch = 2

/** A text in the form in which quotes are compared, and where in it each character comes from. */
interface Folded {
  readonly text: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Where quoted words stand in a text; null when they are not in it. White space, hyphens at line ends, forms of
 * quotation marks and dashes, marks of emphasis and the case of the first letter may differ; an ellipsis stands for
 * anything between two stretches. Nothing else may: words are compared whole, letter by letter.
 */
export function findQuote(text: string, quote: string): Range | null {
  const stretches = quote
    .split(ellipsis)
    .map((stretch) => fold(stripQuoteMarks(stretch)).text)
    .filter((stretch) => wordUnit.test(stretch))
  if (stretches.length === 0) return null
  if (stretches.length > 1 && !stretches.every(isLongEnough)) return null
  const folded = fold(text)
  let from = 0
  let start: number | null = null
  let end = 0
  for (const stretch of stretches) {
    const found = findStretch(folded.text, stretch, from)
    if (found === null) return null
    start ??= folded.starts[found.start] ?? null
    end = folded.ends[found.end - 1] ?? 0
    from = found.end
  }
  return start === null ? null : { start, end }
}

/** Quotation marks around the quoted words are the writer's, not the text's. */
function stripQuoteMarks(quote: string): string {
  return quote.replace(/^[\s"“”„‟«»]+|(?<![\s"“”„‟«»])[\s"“”„‟«»]+$/gu, '')
}

function isLongEnough(stretch: string): boolean {
  return unspaced.test(stretch)
    ? stretch.length > wordsOfStretch
    : stretch.split(' ').filter((word) => wordUnit.test(word)).length >= wordsOfStretch
}

function fold(original: string): Folded {
  const starts: number[] = []
  const ends: number[] = []
  let text = ''
  const add = (piece: string, start: number, end: number): void => {
    for (const unit of piece.split('')) {
      text += unit
      starts.push(start)
      ends.push(end)
    }
  }
  let index = 0
  while (index < original.length) {
    const character = String.fromCodePoint(original.codePointAt(index) ?? 0)
    const start = index
    index += character.length
    if (space.test(character)) {
      // A run of white space is one space, and none at either end.
      while (index < original.length && space.test(original.charAt(index))) index++
      if (text !== '' && index < original.length && !text.endsWith(' ') && !text.endsWith(lineHyphen))
        add(' ', start, index)
      continue
    }
    if (invisible.test(character) || isEmphasis(original, start)) continue
    if (character === '-' || dash.test(character)) {
      const broken = /^[ \t]*\n\s*/u.exec(original.slice(index, index + 200))
      if (broken !== null && start > 0 && /\p{L}/u.test(original.charAt(start - 1))) {
        add(lineHyphen, start, index)
        index += broken[0].length
      } else {
        add('-', start, index)
      }
      continue
    }
    // A letter and the accents that follow it are one, however they are written.
    while (index < original.length && /\p{M}/u.test(original.charAt(index))) index++
    const written = original.slice(start, index)
    add(quoteMark.test(written) ? "'" : (ligatures[written] ?? written.normalize('NFC')), start, index)
  }
  return { text: text.endsWith(' ') ? text.slice(0, -1) : text, starts, ends }
}

/** Marks of Markdown that show words differently: runs of `*`, `_` and `` ` `` at a word's edge, backslashes. */
function isEmphasis(text: string, at: number): boolean {
  const character = text.charAt(at)
  if (character === '\\') return /[!-/:-@[-`{-~]/u.test(text.charAt(at + 1))
  if (character !== '*' && character !== '_' && character !== '`') return false
  if (text.charAt(at - 1) === '\\') return false
  let before = at
  let after = at
  while (text.charAt(before - 1) === character) before--
  while (text.charAt(after + 1) === character) after++
  const left = text.charAt(before - 1)
  const right = text.charAt(after + 1)
  const isBare = (neighbour: string): boolean => neighbour === '' || space.test(neighbour)
  return !(wordUnit.test(left) && wordUnit.test(right)) && !(isBare(left) && isBare(right))
}

function findStretch(text: string, stretch: string, from: number): Range | null {
  for (let start = from; start < text.length; start++) {
    const end = matchAt(text, stretch, start)
    if (end !== null && isEdge(text, start) && isEdge(text, end)) return { start, end }
  }
  return null
}

/** Where a match that starts here ends, or null. */
function matchAt(text: string, stretch: string, start: number): number | null {
  let at = start
  let first = true
  for (let index = 0; index < stretch.length; ) {
    const wanted = stretch.charAt(index)
    const present = text.charAt(at)
    if (wanted === present) {
      at++
      index++
    } else if (first && present !== '' && wanted.toLowerCase() === present.toLowerCase()) {
      at++
      index++
    } else if (present === lineHyphen) {
      // Kept by the quote with or without the line's end, or joined.
      at++
      if (wanted === '-') index += stretch.charAt(index + 1) === ' ' ? 2 : 1
    } else if (wanted === lineHyphen) {
      index++
      if (present === '-') at++
    } else {
      return null
    }
    if (wordUnit.test(wanted)) first = false
  }
  return at
}

/** Whether no word goes across this place. */
function isEdge(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  const after = text.charAt(at)
  // “can” is not what “can’t” says.
  if (after === "'" && wordUnit.test(before) && wordUnit.test(text.charAt(at + 1))) return false
  if (before === "'" && wordUnit.test(text.charAt(at - 2)) && wordUnit.test(after)) return false
  if (!wordUnit.test(before) || !wordUnit.test(after)) return before !== lineHyphen && after !== lineHyphen
  return unspaced.test(before) || unspaced.test(after)
}
