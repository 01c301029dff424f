import { settingAside } from './set-aside'

const codeSpan = /(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/gu
/** A link or a picture; its address may have brackets of its own, and a title behind it. */
const link = /!?\[([^[\]]*)\]\((<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/gu
const picture = /!\[[^[\]]*\]\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/gu
const tag = /<\/?[a-z][^<>\n]*>/giu
const bareAddress = /<((?:https?:\/\/|mailto:)[^<>\s]*)>/gu
/** Marks of emphasis by what ends each; within a word they belong to a formula or a name. */
interface Emphasis {
  readonly opening: RegExp
  readonly closing: ReadonlyMap<string, RegExp>
}
const stars: Emphasis = {
  opening: /(?<![\p{L}\p{N}\\*])(?:\*{1,3}|~~)(?=[^\s*])/gu,
  closing: closingOf(['*', '**', '***', '~~'], String.raw`\s\\*`, '*'),
}
const underlines: Emphasis = {
  opening: /(?<![\p{L}\p{N}\\_])_{1,3}(?=[^\s_])/gu,
  closing: closingOf(['_', '__', '___'], String.raw`\s\\`, '_'),
}
const escaped = /\\([!-/:-@[-`{-~])/gu

/** The words of a line of Markdown without the marks of emphasis, code and links; what is code stays letter by letter. */
export function plainInline(text: string): string {
  return exceptCode(text, withoutMarks)
}

/** A heading's words: without the badges beside them, or what a picture that stands alone shows. */
export function plainHeading(text: string): string {
  const words = exceptCode(text, (rest) =>
    withoutMarks(rest.replace(picture, '').replace(link, '$1').replace(tag, '')),
  )
  return words.trim() === '' ? plainInline(text) : words.replace(/\s+/gu, ' ').trim()
}

/** Text with what its links and pictures show in the place of each; what only looks like a link stays. */
export function linksAsText(text: string): string {
  const shown = (whole: string, words: string, address: string) => (/[./:#]/u.test(address) ? words : whole)
  return text.replace(link, shown).replace(link, shown)
}

/** Changes a text but for what is code in it, which loses its backticks. */
function exceptCode(text: string, change: (rest: string) => string): string {
  const keep = ({ index, input, 2: code = '' }: RegExpExecArray) =>
    input[index - 1] === '\\' ? null : code.trim()
  return settingAside(text, codeSpan, keep, change)
}

function withoutMarks(text: string): string {
  // A picture may be what a link shows.
  const shown = text.replace(link, '$1').replace(link, '$1').replace(bareAddress, '$1')
  return withoutEmphasis(withoutEmphasis(shown, stars), underlines).replace(escaped, '$1')
}

/** The words between marks that open and close in one line, in time that grows with the text alone, however many open. */
function withoutEmphasis(text: string, { opening, closing }: Emphasis): string {
  /** Where each mark closes next: what was found once is not looked for again by the next that opens before it. */
  const closes = new Map<string, number>()
  let words = ''
  let done = 0
  let lineEnd = -1
  opening.lastIndex = 0
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const [mark] = found
    const start = found.index + mark.length
    let close = closes.get(mark) ?? -1
    if (close <= start) {
      close = placeOf(text, closing.get(mark), start + 1)
      closes.set(mark, close)
    }
    if (lineEnd < start) lineEnd = placeOf(text, /\n/g, start)
    if (close < lineEnd) {
      words += text.slice(done, found.index) + text.slice(start, close)
      done = close + mark.length
      opening.lastIndex = done
    } else opening.lastIndex = found.index + 1
  }
  return words + text.slice(done)
}

/** Where something is from a place on; beyond all places where it is not. */
function placeOf(text: string, wanted: RegExp | undefined, from: number): number {
  if (wanted === undefined) return Number.POSITIVE_INFINITY
  wanted.lastIndex = from
  return wanted.exec(text)?.index ?? Number.POSITIVE_INFINITY
}

function closingOf(
  marks: readonly string[],
  notBefore: string,
  notBehind: string,
): ReadonlyMap<string, RegExp> {
  return new Map(
    marks.map((mark) => [
      mark,
      new RegExp(`(?<=[^${notBefore}])${mark.replaceAll('*', '\\*')}(?![\\p{L}\\p{N}${notBehind}])`, 'gu'),
    ]),
  )
}
