import { numberFormat } from './formatters'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Bytes with a unit of which there are fewer than a thousand, in powers of ten as systems show files. */
export function formatBytes(bytes: number, locale = 'en'): string {
  // 999.5 of a unit would round up to 1,000: step to the next one before that.
  let power = 0
  let amount = bytes
  while (amount >= 999.5 && power < units.length - 1) {
    amount /= 1000
    power++
  }
  return numberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 || amount >= 100 ? 0 : 1,
  }).format(amount)
}

/** Bytes in the unit in which limits of files are stated. */
export function formatMebibytes(bytes: number, locale = 'en'): string {
  return `${(bytes / (1 << 20)).toLocaleString(locale, { maximumFractionDigits: 1 })} MiB`
}
