import { numberFormat } from '../../../../shared/formatters'

/**
 * How a format's code shows a number (ECMA-376, part 1, 18.8.31): the digits that are wanted, and what stands around
 * them, such as a currency. Digits are not grouped, and the decimal point is one: a code has no language, and "1.234"
 * would be two different numbers.
 */
export interface NumberPattern {
  readonly before: string
  readonly after: string
  readonly leastInteger: number
  /** Digits behind the decimal point, at least and at most; null where the number has as many as it needs. */
  readonly decimals: { readonly least: number; readonly most: number } | null
  /** What the number is multiplied with: 100 for a share, a thousandth for each comma at the end. */
  readonly factor: number
  /** What is shown instead of a positive number, a negative one or zero, such as "yes"; null where it is the number. */
  readonly words: readonly [positive: string | null, negative: string | null, zero: string | null]
}

/** Digits that are asked for beyond this are no number that people read. */
const MAX_DIGITS = 20
/** Words around a number that are longer are no unit, and would stand in each cell anew. */
const MAX_WORDS = 40

/** Pieces of a code: words in quotes, a sign that stands for itself, room, what is in brackets, the usual format. */
const piece =
  /"(?<quoted>[^"]*)"?|\\(?<escaped>.)|[_*].|\[\$(?<currency>[^\]-]*)[^\]]*\]|\[(?<bracket>[^\]]*)\]|(?<general>general|standard)|(?<sign>.)/gisu

/** What a section of a code consists of; null for what no pattern tells: conditions, fractions, powers of ten. */
interface Section {
  readonly before: string
  readonly after: string
  /** Placeholders with their point and commas; empty for words alone. */
  readonly digits: string
  readonly isGeneral: boolean
  readonly percents: number
}

/** The pattern of a code that shows no day and no time; null where its numbers are best shown as they are. */
export function numberPattern(code: string): NumberPattern | null {
  const [first, second, third] = sectionsOf(code).map(readSection)
  if (first === undefined || first === null || second === null || third === null) return null
  const words = [wordsOf(first), wordsOf(second ?? first), wordsOf(third ?? first)] as const
  if (first.digits === '' && !first.isGeneral) {
    if (words.every((each) => each === null)) return null
    return { before: '', after: '', leastInteger: 1, decimals: null, factor: 1, words }
  }
  const [integer = '', fraction = ''] = first.digits.split('.')
  const thousands = /,+$/.exec(fraction === '' ? integer : fraction)?.[0].length ?? 0
  const count = (text: string, signs: RegExp) => Math.min(text.match(signs)?.length ?? 0, MAX_DIGITS)
  return {
    before: first.before,
    after: first.after,
    leastInteger: Math.max(1, count(integer, /0/g)),
    decimals: first.isGeneral ? null : { least: count(fraction, /0/g), most: count(fraction, /[0#?]/g) },
    factor: 100 ** first.percents / 1000 ** thousands,
    words,
  }
}

/** A number as its pattern shows it; a negative one always has its sign, which a code may leave to a colour. */
export function writeNumber(value: number, pattern: NumberPattern): string {
  const words = pattern.words[value > 0 ? 0 : value < 0 ? 1 : 2]
  if (words !== null) return words
  const { leastInteger, decimals } = pattern
  // Doubles have 15 digits that can be relied on, of which Excel shows no more.
  const size = Number(Math.abs(value * pattern.factor).toPrecision(15))
  const digits =
    decimals === null && leastInteger === 1
      ? String(size)
      : numberFormat('en', {
          useGrouping: false,
          minimumIntegerDigits: leastInteger,
          minimumFractionDigits: decimals?.least ?? 0,
          maximumFractionDigits: decimals?.most ?? MAX_DIGITS,
        }).format(size)
  const sign = value < 0 && /[1-9]/.test(digits) ? '-' : ''
  return `${sign}${pattern.before}${digits}${pattern.after}`
}

/** The parts of a code for positive numbers, negative ones, zero and texts. */
function sectionsOf(code: string): string[] {
  const sections = ['']
  for (const { 0: text, groups } of code.matchAll(piece)) {
    if (groups?.sign === ';') sections.push('')
    else sections[sections.length - 1] += text
  }
  return sections.slice(0, 3)
}

function readSection(section: string): Section | null {
  let before = ''
  let after = ''
  let digits = ''
  let isGeneral = false
  let percents = 0
  for (const { groups = {} } of section.matchAll(piece)) {
    const { sign, general, bracket } = groups
    // A condition decides by the number which section shows it.
    if (bracket !== undefined && /^[<>=]/.test(bracket)) return null
    if (general !== undefined) isGeneral = true
    if (sign !== undefined && /[0#?.,]/.test(sign)) {
      // Digits that go on behind a sign of their own are a telephone number or a key.
      if (after.replaceAll('%', '').trim() !== '' || percents > 0) return null
      digits += sign
      continue
    }
    if (sign !== undefined && /[/@e]/i.test(sign)) return null
    if (sign === '%') percents++
    const written = sign ?? groups.quoted ?? groups.escaped ?? groups.currency ?? ''
    if (digits === '' && !isGeneral) before += written
    else after += written
  }
  const isNumber = isGeneral || /[0#?]/.test(digits)
  if ((isGeneral && digits !== '') || before.length + after.length > MAX_WORDS) return null
  return {
    before: oneSpace(isNumber ? before.trimStart() : before.trim()),
    after: oneSpace(after.trimEnd()),
    digits: isNumber ? digits : '',
    isGeneral,
    percents,
  }
}

const oneSpace = (text: string): string => text.replace(/\s+/gu, ' ')

/** What a section shows that has no place for a number; a line alone, as accountants write zero, says less than "0". */
function wordsOf(section: Section): string | null {
  if (section.digits !== '' || section.isGeneral) return null
  return /\p{L}/u.test(section.before) ? section.before : null
}
