import { formatNumber } from './language'

/** The English texts about the licences of what the program is made of. */
export const licencesEn = {
  open: 'Open-source licences',
  title: 'Open-source licences',
  description: (n: number) =>
    `Countersign is built on the work of others: ${formatNumber(n)} packages, which everyone may use on these terms.`,
  search: 'Search packages and licences',
  nothingFound: 'No package matches',
  nothingFoundText: 'Try its name, its maker or the name of a licence, such as MIT.',
  list: 'Packages',
  noLicence: 'see its text',
  source: 'Where it comes from',
  missing: 'The list of licences can’t be read. It comes with the program: install that anew.',
}
