import { dayInWords } from '../../shared/calendar-day'
import { formatBytes } from '../../shared/format-bytes'
import { dateFormat, numberFormat } from '../../shared/formatters'

/** The languages that the page speaks. */
export type Language = 'en' | 'de'

/** A catalogue's texts: sentences, and functions that make one from values. */
export type Widened<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Widened<T[K]>
}

let language: Language = 'en'

/** The language in use. */
export function currentLanguage(): Language {
  return language
}

/** Changes the language; whoever calls it renders the page anew. */
export function chooseLanguage(setting: 'system' | Language): Language {
  language = setting === 'system' ? systemLanguage() : setting
  document.documentElement.lang = language
  return language
}

/** The language with the region that the person has set, for dates and numbers. */
export function currentLocale(): string {
  const regional = globalThis.navigator?.languages?.find(
    (tag) => tag.toLowerCase().split('-')[0] === language,
  )
  return regional ?? language
}

/** The language of the browser, or of the system. */
export function systemLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en'
}

/** Joins the texts of both languages into a lookup; a text that one of them lacks does not compile. */
export function defineTexts<T>(en: T, de: Widened<T>): () => Widened<T> {
  // Each text of the one kind is also one of the wider kind; the compiler does not see that of a `T` that it does not know.
  return () => (language === 'de' ? de : (en as Widened<T>))
}

/** `1 file`, `2 files`: the number in the language's own form, with the word that fits it. */
export function count(value: number, one: string, many: string): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}

/** A number in the language's own form. */
export function formatNumber(value: number): string {
  return numberFormat(currentLocale()).format(value)
}

/** Hundredths as the language writes a share: 62% in English, 62 % in German, which never breaks before the sign. */
export function formatPercent(percent: number): string {
  return numberFormat(currentLocale(), { style: 'percent' }).format(percent / 100)
}

/** An amount of money without its currency: two decimals from 1 on, three digits below. */
export function formatCost(value: number): string {
  const digits = value >= 1 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 3 }
  return numberFormat(currentLocale(), digits).format(value)
}

/** Bytes as people read them: 1.4 MB. */
export function formatSize(bytes: number): string {
  return formatBytes(bytes, currentLocale())
}

/** Milliseconds as people read them: 80 ms, 1.2 s, 3 min. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.max(1, Math.round(ms))} ms`
  const format = numberFormat(currentLocale(), { maximumFractionDigits: 1 })
  if (ms < 60_000) return `${format.format(ms / 1000)} s`
  return `${format.format(ms / 60_000)} min`
}

/** Whole seconds as people count them down: 40 s, 1 min 5 s. */
export function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0
    ? `${formatNumber(seconds)} s`
    : `${formatNumber(minutes)} min ${formatNumber(seconds % 60)} s`
}

/** Day and time of a moment, short. */
export function formatMoment(at: number): string {
  return dateFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** The day of a moment as a heading. */
export function formatDay(at: number): string {
  return dateFormat(currentLocale(), { weekday: 'long', day: 'numeric', month: 'long' }).format(at)
}

/** A day of the calendar that is given as YYYY-MM-DD. */
export function formatCalendarDay(day: string): string {
  return dayInWords(day, currentLocale())
}

/** The time of a moment. */
export function formatTime(at: number): string {
  return dateFormat(currentLocale(), { timeStyle: 'short' }).format(at)
}
