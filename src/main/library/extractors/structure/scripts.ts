const RAISED = new Map(
  [...'0123456789+-−=()ni'].map((sign, index) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'][index] as string]),
)
const LOWERED = new Map(
  [...'0123456789+-−=()'].map((sign, index) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][index] as string]),
)

/** Text that stands above the line, such as a power: without a sign of it 10⁶ would be another number. */
export function raised(text: string): string {
  return signed(text, RAISED, '^')
}

/** Text that stands below the line, such as an index. */
export function lowered(text: string): string {
  return signed(text, LOWERED, '_')
}

/** In signs of Unicode where all of it has them, else behind a mark; words, as in "1st" and "Mme", stay as they are. */
function signed(text: string, signs: ReadonlyMap<string, string>, mark: string): string {
  const inside = text.trim()
  if (inside === '') return text
  const small = [...inside].map((sign) => signs.get(sign))
  if (!small.includes(undefined)) return text.replace(inside, small.join(''))
  return /^\p{L}+\.?$/u.test(inside) || !/[\p{L}\p{N}]/u.test(inside)
    ? text
    : text.replace(inside, marked(mark, inside))
}

/** Part of a formula behind a mark, in parentheses where it is more than a word or number. */
export function marked(mark: string, text: string): string {
  return `${mark}${grouped(text)}`
}

/** Part of a formula, in parentheses where it is more than a word or number. */
export function grouped(text: string): string {
  return /^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`
}
