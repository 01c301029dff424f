// Making a formatter takes a hundred times as long as using it, and tables format something in every row.

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()
const relatives = new Map<string, Intl.RelativeTimeFormat>()
const names = new Map<string, Intl.Collator>()

/** How a language writes numbers; the same formatter for the same wish. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return knownIn(numbers, locale, options, () => new Intl.NumberFormat(locale, options))
}

/** How a language writes days and times. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return knownIn(dates, locale, options, () => new Intl.DateTimeFormat(locale, options))
}

/** How a language writes how long ago something was. */
export function relativeFormat(
  locale: string,
  options: Intl.RelativeTimeFormatOptions,
): Intl.RelativeTimeFormat {
  return knownIn(relatives, locale, options, () => new Intl.RelativeTimeFormat(locale, options))
}

/** The order in which people who speak a language look for a name; numbers in it count as numbers. */
export function nameOrder(locale: string): Intl.Collator {
  const options = { numeric: true }
  return knownIn(names, locale, options, () => new Intl.Collator(locale, options))
}

function knownIn<T>(known: Map<string, T>, locale: string, options: object, make: () => T): T {
  const key = `${locale} ${JSON.stringify(options)}`
  const before = known.get(key)
  if (before !== undefined) return before
  const made = make()
  known.set(key, made)
  return made
}
