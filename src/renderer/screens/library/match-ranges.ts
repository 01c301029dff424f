import { flatText } from '../../../shared/flat-text'
import { plainInline } from '../../../shared/plain-inline'

/** Characters of a passage shown in the list of results: three lines. */
const excerptCharacters = 360

/** Words shorter than this are marked only as whole words; longer ones also at the start of a word. */
const prefixFrom = 4

/** Where the words of a query stand in a text, at the start of words, for marking only. */
export function matchRanges(text: string, query: string): { start: number; end: number }[] {
  const words = [...new Set(wordsOf(query))]
  if (words.length === 0) return []
  const ranges: { start: number; end: number }[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = match[0].toLowerCase()
    if (words.some((wanted) => fits(word, wanted))) {
      ranges.push({ start: match.index, end: match.index + match[0].length })
    }
  }
  return ranges
}

/** Characters after the first place that fits within which others belong to it. */
const focusReach = 300

/** The sentences of a passage that hold the first places that fit; the whole passage when there are none. */
export function focusRange(text: string, query: string): { start: number; end: number } {
  const ranges = matchRanges(text, query)
  const [first] = ranges
  if (first === undefined) return { start: 0, end: text.length }
  const last = ranges.findLast((range) => range.end <= first.start + focusReach) ?? first
  const before = [...text.slice(0, first.start).matchAll(/[.!?:]\s+|\n\s*\n/g)].at(-1)
  const after = /[.!?](?=\s|$)|\n\s*\n/.exec(text.slice(last.end))
  return {
    start: before === undefined ? 0 : before.index + before[0].length,
    end: after === null ? text.length : last.end + after.index + after[0].trimEnd().length,
  }
}

/** The part of a passage around the first places that fit, cut at words. */
export function excerptAround(text: string, query: string): string {
  const flat = flatText(plainInline(text))
  if (flat.length <= excerptCharacters) return flat
  const first = matchRanges(flat, query)[0]?.start ?? 0
  const from = first < excerptCharacters / 2 ? 0 : flat.lastIndexOf(' ', first - 80) + 1
  const end = flat.lastIndexOf(' ', from + excerptCharacters)
  const to = from + excerptCharacters >= flat.length || end <= from ? from + excerptCharacters : end
  return `${from > 0 ? '… ' : ''}${flat.slice(from, to)}${to < flat.length ? ' …' : ''}`
}

function wordsOf(query: string): string[] {
  const words = [...query.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map((match) => match[0])
  // Little words say nothing about where to look, unless there are no others.
  const long = words.filter((word) => word.length > 2)
  return long.length > 0 ? long : words
}

function fits(word: string, wanted: string): boolean {
  if (word === wanted) return true
  if (wanted.length < prefixFrom) return false
  const stem = wanted.slice(0, Math.max(prefixFrom, wanted.length - 2))
  return word.startsWith(stem) && Math.abs(word.length - wanted.length) <= 3
}
