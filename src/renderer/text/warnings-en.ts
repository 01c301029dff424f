import { count, formatNumber } from './language'

/** The English texts of what could not be read of a document. */
export const warningsEn = {
  title: 'What could not be read',
  count: (n: number) => `${count(n, 'thing', 'things')} could not be read whole`,
  places: 'Places',
  line: (n: number) => `Line ${formatNumber(n)}`,
}
