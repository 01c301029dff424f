import { formatNumber } from './language'
import type { licencesEn } from './licences-en'

/** The texts about the licences of what the program is made of, in German. */
export const licencesDe: typeof licencesEn = {
  open: 'Open-Source-Lizenzen',
  title: 'Open-Source-Lizenzen',
  description: (n) =>
    `Countersign baut auf der Arbeit anderer auf: ${formatNumber(n)} Pakete, die alle zu diesen Bedingungen nutzen dürfen.`,
  search: 'Pakete und Lizenzen suchen',
  nothingFound: 'Kein Paket passt',
  nothingFoundText:
    'Versuche seinen Namen, den von dem, der es gemacht hat, oder den einer Lizenz, etwa MIT.',
  list: 'Pakete',
  noLicence: 'siehe Text',
  source: 'Woher es kommt',
  missing: 'Die Liste der Lizenzen ist nicht lesbar. Sie gehört zum Programm: Installiere es neu.',
}
