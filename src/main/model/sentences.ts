/** A half-open range of characters. */
export interface Range {
  readonly start: number
  readonly end: number
}

// Ends that are no ends: a letter or a known short form before the dot.
const shortForm =
  /(?:^|[\s(])(?:[A-Za-z]|e\.g|i\.e|cf|etc|vs|Dr|Mr|Mrs|Ms|Prof|No|Fig|Eq|Sec|Vol|pp?|al|z\.B|bzw|ca|Nr|Abs)\.$/u
/** The number before a dot is one of a list or a heading, or a German ordinal: “am 6. März”, “im 3. Stock”. */
const numbering =
  /(?:(?:^|\n)[ \t]*(?:#{1,6} +|[-*+] +)?|\b(?:am|bis|das|de[mnrs]|die|im|seit|vo[mn]|zu[mr]?) +)\d{1,3}\.$/iu
/** An address that goes on in the next line, where the page had no more room. */
const address = /(?:https?:\/\/|www\.)\S*\.$/iu
/** Characters of an address that is looked at. */
const longestAddress = 300
const addressGoesOn = /^\n[a-z\d]/u
const germanMonth = /^\s+(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/u
/** Marks with which a line of Markdown begins that is a block of its own. */
const blockMark = /[ \t]*(?:#{1,6}|[-*+](?: +\[[ xX]\])?|\d{1,3}[.)]|>|\|(?=[^\n]*\|[ \t]*(?:\n|$)))[ \t]+/u
const sentenceEnd = new RegExp(
  [
    // From the first of a row of marks alone: tried from each, a long row would take the square of its length. What is bold
    // to the end of its line ends there.
    /(?<![.!?…؟۔।])[.!?…؟۔।]+["'”’)\]]*(?:(?=\s)|[*_]+(?=[ \t]*(?:\n|$)))|\n\s*\n/u.source,
    // Chinese and Japanese put no space behind a sentence.
    /[。！？｡]+["'”’」』）)\]]*/u.source,
    String.raw`\n(?=${blockMark.source})`,
    // A heading is one line, whatever follows.
    String.raw`(?<=(?:^|\n)[ \t]*#{1,6} [^\n]*)\n`,
  ].join('|'),
  'gu',
)
const leadingMarks = new RegExp(`^(?:${blockMark.source})+`, 'u')

/**
 * The sentences of a text as ranges, in order, without the white space around them and the marks of a block before them. A
 * line that is one of the known headings stands for itself.
 */
export function splitSentences(text: string, known: readonly string[] = []): Range[] {
  const ranges: Range[] = []
  let from = 0
  const add = (to: number): void => {
    const piece = text.slice(from, to)
    const bare = piece.trimStart().replace(leadingMarks, '')
    const start = from + (piece.length - bare.length)
    const end = from + piece.trimEnd().length
    if (end > start) ranges.push({ start, end })
    from = to
  }
  const headings = headingEnds(text, new Set(known))
  for (const match of text.matchAll(sentenceEnd)) {
    const to = match.index + match[0].length
    const isDot = match[0].startsWith('.') && match[0].length === 1
    if (isDot && isNoEnd(text, from, to)) continue
    while (headings[0] !== undefined && headings[0] <= to) add(headings.shift() ?? to)
    add(to)
  }
  for (const end of headings) add(end)
  add(text.length)
  return ranges
}

/** Whether a dot stands inside of a sentence; what came before `from` is cut off already. */
function isNoEnd(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(from, to - 16), to)
  if (addressGoesOn.test(text.slice(to, to + 2)) && address.test(lastWord(text, from, to))) return true
  if (shortForm.test(before) || numbering.test(before)) return true
  if (isOfThreeDots(text, to - 1)) return true
  return /\d\.$/u.test(before) && germanMonth.test(text.slice(to, to + 5))
}

/** Whether a dot is one of “. . .”, which is one mark; more of them lead to a page. */
function isOfThreeDots(text: string, at: number): boolean {
  let first = at
  // Before the text's first character lies that character, as far as startsWith goes.
  while (first >= 2 && at - first <= 4 && text.startsWith('. ', first - 2)) first -= 2
  let last = at
  while (last - at <= 4 && text.startsWith(' .', last + 1)) last += 2
  return last - first === 4
}

function lastWord(text: string, from: number, to: number): string {
  const before = text.slice(Math.max(from, to - longestAddress), to)
  return before.slice(before.search(/\S*$/u))
}

/** The number of a section, such as “2.3.2 ”, before its name. */
const sectionNumber = /^\s*\d{1,3}(?:\.\d{1,3})+\.? +\p{Lu}/u
// A line this much shorter than the text's full lines was not broken for lack of room.
const headingShare = 0.65
const fullLineShare = 0.9

/**
 * Where lines end that are headings, page headers or list entries: shorter than the full lines of this text, not
 * ending like the middle of a sentence, and followed by a line that begins like something new.
 */
function headingEnds(text: string, known: ReadonlySet<string>): number[] {
  const lines = text.split('\n')
  const lengths = lines.map((line) => line.trim().length).sort((a, b) => a - b)
  const full = lengths[Math.floor((lengths.length - 1) * fullLineShare)] ?? 0
  const endsAsHeading = (index: number): boolean => {
    const line = lines[index]?.trim() ?? ''
    const next = lines[index + 1]?.trimStart()
    if (next === undefined || line === '' || line.length >= full * headingShare) return false
    return /[\p{L}\p{N})\]]$/u.test(line) && /^(?:[\p{Lu}\p{N}\p{Lo}•–*(]|-\s)/u.test(next)
  }
  const ends: number[] = []
  let end = -1
  for (const [index, line] of lines.entries()) {
    end += line.length + 1
    // A passage may begin in the middle of a line: short by that, its first one proves nothing without a number.
    const isWhole = index > 0 || sectionNumber.test(line) || endsAsHeading(1)
    if (known.has(line.trim()) || (isWhole && endsAsHeading(index))) ends.push(end)
  }
  return ends
}
