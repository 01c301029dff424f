import { numberFormat } from '../../../../shared/formatters'

/**
 * How a format's code shows a number (ECMA-376, part 1, 18.8.31), by its sign: as words instead of it, such as "yes", or
 * as digits with what stands around them.
 */
export interface NumberPattern {
  readonly positive: string | DigitPattern
  readonly negative: string | DigitPattern
  readonly zero: string | DigitPattern
}

/**
 * The digits that are wanted, and what stands around them, such as a currency or a sign. Digits are not grouped, and the
 * decimal point is one: a code has no language, and "1.234" would be two different numbers.
 */
interface DigitPattern {
  readonly before: string
  readonly after: string
  readonly leastInteger: number
  /** Digits behind the decimal point, at least and at most; null where the number has as many as it needs. */
  readonly decimals: { readonly least: number; readonly most: number } | null
  /** What the number is multiplied with: 100 for a share, a thousandth for each comma at the end. */
  readonly factor: number
}

/** Digits that are asked for beyond this are no number that people read. */
const MAX_DIGITS = 20
/** Words around a number that are longer are no unit, and would stand in each cell anew. */
const MAX_WORDS = 40

/** Pieces of a code: words in quotes, a sign that stands for itself, room, what is in brackets, the usual format. */
const piece =
  /"(?<quoted>[^"]*)"?|\\(?<escaped>.)|[_*].|\[\$(?<currency>[^[\]-]*)(?:-[^[\]]*)?\]|\[(?<bracket>[^[\]]*)\]|(?<general>general|standard)|(?<sign>.)/gisu

/** What a section of a code consists of; null for what no pattern tells: conditions, fractions, powers of ten. */
interface Section {
  readonly before: string
  readonly after: string
  /** Placeholders with their point and commas; empty for words alone. */
  readonly digits: string
  readonly isGeneral: boolean
  readonly percents: number
}

/** A number that a code says nothing about. */
const AS_IT_IS: DigitPattern = { before: '', after: '', leastInteger: 1, decimals: null, factor: 1 }

/** The pattern of a code that shows no day and no time; null where its numbers are best shown as they are. */
export function numberPattern(code: string): NumberPattern | null {
  const [first, second, third] = sectionsOf(code).map(readSection)
  if (first === undefined || first === null || second === null || third === null) return null
  const positive = shownBy(first)
  const negative = second === undefined ? null : shownBy(second)
  const zero = third === undefined ? null : shownBy(third)
  if (positive === null && negative === null && zero === null) return null
  const usual = positive ?? AS_IT_IS
  return {
    positive: usual,
    negative: withSign(negative ?? usual, usual),
    // Accountants write a line, with room for digits at most, which says less than "0".
    zero: third !== undefined && hasZero(third) && zero !== null ? zero : usual,
  }
}

/** A number as its pattern shows it; a negative one always has its sign, which a code may leave to a colour. */
export function writeNumber(value: number, { positive, negative, zero }: NumberPattern): string {
  const shown = value > 0 ? positive : value < 0 ? negative : zero
  if (typeof shown === 'string') return shown
  const digits = digitsOf(value, shown)
  // Nothing is left of a negative number that is rounded to zero, so that a sign would say too much.
  if (value < 0 && !/[1-9]/.test(digits)) {
    const rounded = [zero, positive].find((each) => typeof each === 'object') ?? AS_IT_IS
    return `${rounded.before}${digitsOf(0, rounded)}${rounded.after}`
  }
  return `${shown.before}${digits}${shown.after}`
}

function digitsOf(value: number, { leastInteger, decimals, factor }: DigitPattern): string {
  // Doubles have 15 digits that can be relied on, of which Excel shows no more.
  const size = Number(Math.abs(value * factor).toPrecision(15))
  if (decimals === null && leastInteger === 1) return String(size)
  return numberFormat('en', {
    useGrouping: false,
    minimumIntegerDigits: leastInteger,
    minimumFractionDigits: decimals?.least ?? 0,
    maximumFractionDigits: decimals?.most ?? MAX_DIGITS,
  }).format(size)
}

/** What a section shows: digits, or words instead of them; null where it shows neither. */
function shownBy(section: Section): string | DigitPattern | null {
  const { before, after, digits, isGeneral, percents } = section
  // A line alone says less than the number.
  if (digits === '' && !isGeneral) return /\p{L}/u.test(before) ? before : null
  const [integer = '', fraction = ''] = digits.split('.')
  const count = (text: string, signs: RegExp) => Math.min(text.match(signs)?.length ?? 0, MAX_DIGITS)
  return {
    before,
    after,
    leastInteger: Math.max(1, count(integer, /0/g)),
    decimals: isGeneral ? null : { least: count(fraction, /0/g), most: count(fraction, /[0#?]/g) },
    factor: 100 ** percents / 1000 ** (commasAtEnd(integer) + commasAtEnd(fraction)),
  }
}

/** Commas behind the last digit before or behind the point; each is a thousand that the number is divided by. */
const commasAtEnd = (digits: string): number => digits.length - digits.replace(/,+$/, '').length

/** Whether a section writes zero as a number: "0", or words for it. */
const hasZero = ({ digits, isGeneral }: Section): boolean =>
  isGeneral || digits === '' || digits.includes('0')

/** How negative numbers are shown, with a minus where nothing but a colour or brackets tells them from positive ones. */
function withSign(negative: string | DigitPattern, positive: string | DigitPattern): string | DigitPattern {
  if (typeof negative === 'string') return negative
  const { before, after } = positive === negative || typeof positive === 'string' ? AS_IT_IS : positive
  const usual = `${before} ${after}`
  const isInBrackets = negative.before.includes('(') && negative.after.includes(')') && !usual.includes('(')
  const plain = isInBrackets
    ? { ...negative, before: negative.before.replace('(', ''), after: negative.after.replace(')', '') }
    : negative
  const isTold = positive !== negative && hasOwnSign(`${plain.before} ${plain.after}`, usual)
  return isTold ? plain : { ...plain, before: `-${plain.before}` }
}

/** Whether there is a word or sign around negative numbers that positive ones have not, other than a unit's. */
function hasOwnSign(negative: string, positive: string): boolean {
  const usual: string[] = positive.match(WORDS_AND_SIGNS) ?? []
  return (negative.match(WORDS_AND_SIGNS) ?? []).some((word) => {
    const at = usual.indexOf(word)
    if (at !== -1) usual.splice(at, 1)
    return at === -1
  })
}

/** Words, and signs that can stand for "less": no plus, share, currency or point. */
const WORDS_AND_SIGNS = /\p{L}+|[^\p{L}\p{Sc}\s+%.,]/gu

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
