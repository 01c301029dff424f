/** Signs of Unicode that stand above the line, by what they stand for. */
export const RAISED = signsOf('0123456789+-−=()ni∘°', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ°°')
/** Signs that stand below it. */
export const LOWERED = signsOf('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎')

function signsOf(plain: string, signs: string): ReadonlyMap<string, string> {
  const all = [...signs]
  return new Map([...plain].map((sign, index) => [sign, all[index] ?? sign]))
}

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
