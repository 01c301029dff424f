import { count, formatNumber } from './language'
import type { warningsEn } from './warnings-en'

/** The German texts of what could not be read of a document. */
export const warningsDe: typeof warningsEn = {
  title: 'Was nicht gelesen werden konnte',
  count: (n: number) => `${count(n, 'Sache', 'Sachen')} nicht ganz gelesen`,
  places: 'Stellen',
  line: (n: number) => `Zeile ${formatNumber(n)}`,
}
