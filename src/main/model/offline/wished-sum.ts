/** What asks to calculate, whatever the numbers look like, English and German. */
const toCalculate = /^(?:(?:please|bitte)\s+)?(?:calculate|compute|work out|rechne(?: aus)?|berechne)[:\s]+/iu
/** What may ask for the result of numbers, and what they are as well: “what is 9/11?”. */
const whatIs =
  /^(?:what(?:['’]s| is| are)|how much (?:is|are)|was (?:ist|sind|ergibt|macht)|wie ?viel (?:ist|sind|ergibt|macht))[:\s]+/iu
/** What may stand behind it. */
const closing = /[\s=?!.]+$/u
/** A share of something: “15 % of 230”. */
const shareOf = /%\s*(?:of|von)\s+(?=[\d(])/giu
/** What an expression is made of once its signs are those of a keyboard. */
const expression = /^[-+(\d.][-+*/^%().\d\s]*[\d)%]$/u
/** A sign that stands between two operands. */
const operation = /[\d)%.]\s*[-+*/^]\s*[-+(\d.]/u
/** What no sum has, by what it is instead. */
const noSum: readonly RegExp[] = [
  // Numbers beside each other with nothing to do between them: a telephone number, a list.
  /[\d.)]\s+[\d.(]/u,
  // A day, a version, an address: no number has two points.
  /\d\.\d*\.\d/u,
  // A dialling code.
  /^\(?0\d/u,
]
/** A time: a colon divides where it stands apart. */
const time = /\d:\d{2}(?!\d)/u
/** A day, wherever it stands. */
const day = /\d{4}-\d{2}-\d{2}/u
/** Numbers joined by nothing but dashes, slashes or points: a day, a range, a number on a form. */
const joinedOnly = /^[\d./-]+$/u
/** Two numbers with a dash or a slash between them: a range. */
const range = /^[\d.,]+\s*%?\s*[-−–/]\s*[\d.,]+\s*%?$/u
const year = /(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)/u
/** The highest number of a day. */
const lastDay = 31

/** How thousands are grouped, and what stands before the decimals. */
const writing = {
  en: { thousands: /(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/gu, group: ',', decimals: null },
  de: {
    thousands: /(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])/gu,
    group: '.',
    decimals: /(?<=\d),(?=\d)/gu,
  },
} as const

/**
 * The arithmetic that words ask to be worked out, as `calculate` takes it: “12 × 7”, “what is 15 % of 230?”. Null where
 * they have anything but numbers and signs, and where the numbers may be a day, a range or a number on a form and nothing
 * asks to calculate.
 */
export function wishedSum(words: string, language: 'en' | 'de'): string | null {
  const whole = words.trim()
  const text = whole.replace(toCalculate, '').replace(whatIs, '').replace(closing, '').trim()
  const plain = asTyped(text, language)
  if (!expression.test(plain) || !operation.test(plain) || !isBalanced(plain)) return null
  if (time.test(text) || noSum.some((sign) => sign.test(plain))) return null
  if (toCalculate.test(whole) || whole.includes('=')) return plain
  const mayBeElse = whatIs.test(whole)
    ? isNumberOfSomething(plain)
    : joinedOnly.test(plain) || range.test(text)
  return mayBeElse || day.test(plain) ? null : plain
}

/** With the signs of a keyboard, and numbers as programs write them. */
function asTyped(text: string, language: 'en' | 'de'): string {
  const { thousands, group, decimals } = writing[language]
  const ungrouped = text.replace(thousands, (number) => number.replaceAll(group, ''))
  return (decimals === null ? ungrouped : ungrouped.replace(decimals, '.'))
    .replace(shareOf, '% * ')
    .replace(/[×·∙]/gu, '*')
    .replace(/(?<=[\d)\s])x(?=[\d(\s])/giu, '*')
    .replace(/[÷:]/gu, '/')
    .replace(/[−–]/gu, '-')
}

/** Whether what is asked about may be what numbers stand for: “24/7”, “2026/27”, the number of a book. */
function isNumberOfSomething(plain: string): boolean {
  if (!joinedOnly.test(plain)) return false
  const numbers = plain.split(/[-/]/u)
  if (numbers.length > 2 || year.test(plain)) return true
  return plain.includes('/') && numbers.every((number) => Number(number) <= lastDay)
}

function isBalanced(plain: string): boolean {
  let open = 0
  for (const sign of plain) {
    if (sign === '(') open++
    else if (sign === ')' && --open < 0) return false
  }
  return open === 0
}
