import { count, formatNumber } from './language'
import type { warningsEn } from './warnings-en'

/** The German texts of what could not be read of a document, or not again. */
export const warningsDe: typeof warningsEn = {
  title: 'Hinweise zum Lesen',
  count: (n: number) => `${count(n, 'Hinweis', 'Hinweise')} zum Lesen`,
  places: 'Stellen',
  line: (n: number) => `Zeile ${formatNumber(n)}`,
}
