import { settingAside } from './set-aside'

const codeSpan = /(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/gu
/** A link or a picture; its words and its address may have brackets of their own, and a title stand behind it. */
const link =
  /!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\((<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/gu
const picture = /!\[[^[\]]*\]\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/gu
/** One whose address is named elsewhere. */
const reference = /(?<![\p{L}\p{N}_)\]])!?\[([^[\]]+)\]\[([^[\]\n]*)\]/gu
/** Names of HTML that people write in Markdown; `List<a>` is none of it. */
const inlineElements = 'a|abbr|b|big|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr'
const blockElements =
  'blockquote|br|center|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|img|li|ol|p|picture|pre|source|summary|table|tbody|td|tfoot|th|thead|tr|ul'
/** Attributes with values and those that need none; else `a <b and c> d` would have a tag. */
const attributes = String.raw`(?:\s+(?:[a-z_:][\w.:-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'=<>\x60]+)|open|hidden|reversed|ismap|nowrap))*\s*`
const inlineTag = new RegExp(`(?:(?<![\\p{L}\\p{N}_])<|</)(?:${inlineElements})${attributes}/?>`, 'giu')
const blockTag = new RegExp(`</?(?:${blockElements})${attributes}/?>`, 'giu')
/** What stands for a sign that HTML or Markdown would read, or that few keyboards have; other names stay as they are. */
const namedSigns = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', copy: '©', reg: '®', trade: '™' },
    ...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', times: '×', rarr: '→', larr: '←' },
    ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', euro: '€', sect: '§', deg: '°', shy: '' },
  }),
)
const standIn = /&(?:([a-z]{2,6})|#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6}));/gu
/** What a number may not stand for in a line: what is no letter or sign, or not yet. */
const unwritable = /[\p{Cc}\p{Cs}\p{Cn}]/u
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
/** Whether what looks like HTML is HTML, or words: so it is where another format was written as Markdown. */
export type HtmlIn = 'html' | 'words'

const escaped = /\\([!-/:-@[-`{-~])/gu

/**
 * The words of a line of Markdown without the marks of emphasis, code and links; what is code stays letter by letter. Of the names
 * of links, only those in `defined` may be numbers: others are citations.
 */
export function plainInline(
  text: string,
  defined: ReadonlySet<string> = new Set(),
  html: HtmlIn = 'html',
): string {
  return exceptCode(text, (rest) => withoutMarks(rest, defined, html))
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

function withoutMarks(text: string, defined: ReadonlySet<string> = new Set(), html: HtmlIn = 'html'): string {
  // A picture may be what a link shows.
  const shown = text.replace(link, '$1').replace(link, '$1').replace(bareAddress, '$1')
  const shownBy = (whole: string, words: string, name: string) =>
    /^\d+$/u.test(name) && !defined.has(name) ? whole : words
  const named = shown.replace(reference, shownBy).replace(reference, shownBy)
  const untagged = html === 'html' ? named.replace(inlineTag, '').replace(blockTag, ' ') : named
  const plain = withoutEmphasis(withoutEmphasis(untagged, stars), underlines)
  return (html === 'html' ? plain.replace(standIn, signOf) : plain).replace(escaped, '$1')
}

/** What a name or a number stands for (CommonMark 2.5). */
function signOf(whole: string, name?: string, decimal?: string, hexadecimal?: string): string {
  if (name !== undefined) return namedSigns.get(name) ?? whole
  const number = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  const sign = number > 0x10ffff ? '\0' : String.fromCodePoint(number)
  if (/\s/u.test(sign)) return ' '
  return unwritable.test(sign) ? '\ufffd' : sign
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
