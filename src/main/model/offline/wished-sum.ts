/** What may stand before an expression, English and German. */
const asking =
  /^(?:(?:please|bitte)\s+)?(?:what(?:['’]s| is| are)|how much (?:is|are)|calculate|compute|work out|was (?:ist|sind|ergibt|macht)|wie ?viel (?:ist|sind|ergibt|macht)|rechne(?: aus)?|berechne)[:\s]+/iu
/** What may stand behind it. */
const closing = /[\s=?!.]+$/u
/** A share of something: “15 % of 230”. */
const shareOf = /%\s*(?:of|von)\s+(?=[\d(])/giu
/** What an expression is made of once its signs are those of a keyboard. */
const expression = /^[-+(\d.][-+*/^%().\d\s]*$/u
/** A sign that stands between two operands. */
const operation = /[\d)%.]\s*[-+*/^]\s*[-+(\d.]/u
/** Numbers beside each other with nothing to do between them: a telephone number, a list. */
const unjoined = /[\d.)]\s+[\d.(]/u
/** Numbers joined by nothing but dashes, slashes or dots without a space are a day, a range, a number on a form. */
const joinedOnly = /^[\d./-]+$/u
/** A day, wherever it stands. */
const day = /\d{4}-\d{2}-\d{2}/u
/** A time: a colon divides where it stands apart. */
const time = /\d:\d{2}(?!\d)/u
/** A day, a version, an address: no number has two points. */
const twoPoints = /\d\.\d*\.\d/u

/** Numbers written with commas: thousands, or decimals where that is how the language writes them. */
const comma: Readonly<Record<'en' | 'de', readonly (readonly [RegExp, string])[]>> = {
  en: [[/(?<=\d),(?=\d{3}(?!\d))/gu, '']],
  de: [
    [/(?<=\d)\.(?=\d{3}(?!\d))/gu, ''],
    [/(?<=\d),(?=\d)/gu, '.'],
  ],
}

/**
 * The arithmetic that words ask to be worked out, as `calculate` takes it: “12 × 7”, “what is 15 % of 230?”. Null where
 * they have anything but numbers and signs, and where the numbers may be a day or a range (“2026-12-01”) and nothing asks
 * to calculate.
 */
export function wishedSum(words: string, language: 'en' | 'de'): string | null {
  const whole = words.trim()
  const text = whole.replace(asking, '').replace(closing, '').trim()
  const isAsked = asking.test(whole) || whole.includes('=')
  const plain = comma[language]
    .reduce((rest, [written, meant]) => rest.replace(written, meant), text)
    .replace(shareOf, '% * ')
    .replace(/[×·∙]/gu, '*')
    .replace(/(?<=[\d)\s])x(?=[\d(\s])/giu, '*')
    .replace(/[÷:]/gu, '/')
    .replace(/[−–]/gu, '-')
  if (!expression.test(plain) || !operation.test(plain) || time.test(text)) return null
  if (unjoined.test(plain) || twoPoints.test(plain)) return null
  return !isAsked && (joinedOnly.test(plain) || day.test(plain)) ? null : plain
}
