import { dayInWords } from '../calendar-day'
import { quoted, unquoted } from '../text/quoted'

/** Made once: making one takes far longer than using it. */
const numbers = new Intl.NumberFormat('en')

/** A number with its thousands apart. */
export function number(value: number): string {
  return numbers.format(value)
}

/** A number with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`
}

/** A day that is given as YYYY-MM-DD: 4 May 2026, which is the same day on either side of the ocean. */
export function calendarDay(day: string): string {
  return dayInWords(day, 'en-GB')
}

/** The first of many names, with how many are left. */
export interface Told {
  readonly names: readonly string[]
  readonly more: number
}

/** Names that one sentence tells; what it is about lists all. */
const TOLD = 3

/** As many names as a sentence tells. */
export function told(items: readonly { readonly name: string }[]): { names: string[]; more: number } {
  const names = items.slice(0, TOLD).map(({ name }) => name)
  return { names, more: items.length - names.length }
}

/** The first few names, and how many more. */
export function toldInWords({ names, more }: Told): string {
  return `${names.map(quoted).join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`
}

/** In typographic quotes, with what would hide or turn text made visible: names come from outside. */
export function inQuotes(text: string): string {
  return `“${unquoted(text)}”`
}

/** “a, b and c”, with the word for “and”. */
export function inSeries(items: readonly string[], and: string): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${and} ${items.at(-1)}`
}
