import { count, formatNumber } from './language'

/** The English texts of what could not be read of a document, or not again. */
export const warningsEn = {
  title: 'Notes on how it was read',
  count: (n: number) => `${count(n, 'note', 'notes')} on how it was read`,
  places: 'Places',
  line: (n: number) => `Line ${formatNumber(n)}`,
}
