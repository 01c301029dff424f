import { asIs, type PassageForm, passageInOneLine } from '../../../shared/markdown/passage-form'

/** Characters of a passage shown in the list of results: three lines. */
const excerptCharacters = 360

/** Characters before the first place that fits, and how far back a space is looked for there. */
const contextCharacters = 80
const nearestSpace = 60

/** Words shorter than this are marked only as whole words; longer ones also at the start of a word. */
const prefixFrom = 4

/** Scripts without spaces between words, or with ends joined to them: what is looked for may stand anywhere in a run of letters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Letters with their accents, and what is not seen between them. */
const word = /[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060]+/gu

type Range = { readonly start: number; readonly end: number }

/** Where the words of a query stand in a text, at the start of words, for marking only; as in the search, accents and case do not count. */
export function matchRanges(text: string, query: string): Range[] {
  const words = [...new Set(wordsOf(query))]
  if (words.length === 0) return []
  const inside = words.filter((wanted) => unspaced.test(wanted)).flatMap((wanted) => partsIn(text, wanted))
  const spaced = words.filter((wanted) => !unspaced.test(wanted))
  const ranges: Range[] = []
  for (const match of text.matchAll(word)) {
    const [written] = match
    const start = match.index
    if (unspaced.test(written)) ranges.push(...placesOf(written, inside, start))
    else if (spaced.some((wanted) => fits(folded(written), wanted)))
      ranges.push({ start, end: start + written.length })
  }
  return merged(ranges)
}

/** What stands for a word of a script without spaces: itself, or its pairs of letters where it is nowhere as a whole. */
function partsIn(text: string, wanted: string): string[] {
  const letters = [...wanted]
  if (letters.length <= 2 || text.toLowerCase().includes(wanted)) return [wanted]
  return letters.slice(1).map((letter, place) => `${letters[place]}${letter}`)
}

function placesOf(written: string, parts: readonly string[], offset: number): Range[] {
  const lower = written.toLowerCase()
  // A letter that changes its length with its case would move all places behind it.
  const searched = lower.length === written.length ? lower : written
  return parts.flatMap((part) => {
    const places: Range[] = []
    for (let at = searched.indexOf(part); at !== -1; at = searched.indexOf(part, at + part.length))
      places.push({ start: offset + at, end: offset + at + part.length })
    return places
  })
}

/** In order, with those that touch as one. */
function merged(ranges: readonly Range[]): Range[] {
  const all: { start: number; end: number }[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
}

/** Characters after the first place that fits within which others belong to it. */
const focusReach = 300

/** The sentences of a passage that hold the first places that fit; the whole passage when there are none. */
export function focusRange(text: string, query: string): Range {
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
export function excerptAround(text: string, query: string, form: PassageForm): string {
  const flat = inWords(text, query, form)
  if (flat.length <= excerptCharacters) return flat
  const first = matchRanges(flat, query)[0]?.start ?? 0
  const from = first < excerptCharacters / 2 ? 0 : cutBefore(flat, first - contextCharacters)
  const to = from + excerptCharacters >= flat.length ? flat.length : cutBefore(flat, from + excerptCharacters)
  return `${from > 0 ? '… ' : ''}${flat.slice(from, to)}${to < flat.length ? ' …' : ''}`
}

/** Without the marks of Markdown, unless they alone have what fits: the address of a link, say. */
function inWords(text: string, query: string, form: PassageForm): string {
  const words = passageInOneLine(text, form)
  if (matchRanges(words, query).length > 0 || matchRanges(text, query).length === 0) return words
  return asIs(text)
}

/** Where to cut a text: behind the last space before a place, or there where none is near, but not within a letter. */
function cutBefore(text: string, place: number): number {
  const space = text.lastIndexOf(' ', place)
  if (space >= place - nearestSpace) return space + 1
  return /[\udc00-\udfff]/.test(text.charAt(place)) ? place + 1 : place
}

function wordsOf(query: string): string[] {
  const words = [...query.matchAll(word)].map(([written]) => folded(written)).filter((each) => each !== '')
  // Little words say nothing about where to look, unless there are no others.
  const long = words.filter((each) => each.length > 2 || unspaced.test(each))
  return long.length > 0 ? long : words
}

function folded(written: string): string {
  const invisible = /[\u00ad\u200b-\u200d\u2060]/g
  const plain = written.toLowerCase().replace(invisible, '')
  // Marks belong to the letters of these scripts.
  if (unspaced.test(plain)) return plain.normalize('NFC')
  return plain.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
}

function fits(written: string, wanted: string): boolean {
  if (written === wanted) return true
  if (wanted.length < prefixFrom) return false
  const stem = wanted.slice(0, Math.max(prefixFrom, wanted.length - 2))
  return written.startsWith(stem) && Math.abs(written.length - wanted.length) <= 3
}
