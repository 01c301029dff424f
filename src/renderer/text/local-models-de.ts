import type { Widened } from './language'
import { formatNumber, formatSize } from './language'
import type { localModelsEn } from './local-models-en'

/** German texts of the models that run on this machine. */
export const localModelsDe: Widened<typeof localModelsEn> = {
  list: 'Modelle für diesen Rechner',
  languages: { english: 'Englisch', many: 'Viele Sprachen' },
  facts: (languages, dimensions, licence, bytes) =>
    `${languages} · ${formatNumber(dimensions)} Dimensionen · ${licence} · ${formatSize(bytes)}`,
  ready: 'Auf diesem Rechner',
  inUse: 'In Gebrauch',
  download: 'Herunterladen…',
  downloadOf: (name) => `${name} herunterladen…`,
  goOn: 'Weiter…',
  goOnOf: (name) => `${name} weiter herunterladen…`,
  question: (name) => `${name} herunterladen?`,
  questionText:
    'Die Dateien des Modells werden von der Adresse unten geholt. Von dir wird nichts dorthin gesendet. Es endet, wenn die Dateien hier sind; du kannst es jederzeit anhalten.',
  address: 'Adresse',
  revision: 'Revision',
  hosts: 'Geliefert von',
  hostsAnd: (hosts) => `${hosts.join(', ')} und was darunter liegt`,
  size: 'Größe',
  left: (left, all) => `${formatSize(all)}, davon fehlen noch ${formatSize(left)}`,
  licence: 'Lizenz',
  folder: 'Liegt in',
  yes: (bytes) => `${formatSize(bytes)} herunterladen`,
  downloading: (host) => (host === null ? 'Wird heruntergeladen' : `Wird von ${host} heruntergeladen`),
  copying: 'Wird kopiert',
  of: (done, all) => `${formatSize(done)} von ${formatSize(all)}`,
  stop: 'Anhalten',
  stopOf: (name) => `Holen von ${name} anhalten`,
  partly: (done, all) => `${formatSize(done)} von ${formatSize(all)} sind hier.`,
  fromFolder: 'Aus einem Ordner…',
  fromFolderOf: (name) => `${name} aus einem Ordner nehmen…`,
  folderTitle: (name) => `${name} aus einem Ordner nehmen`,
  folderText:
    'Für Rechner ohne Internet. Im Ordner müssen diese Dateien liegen, genau so, wie sie an ihren Adressen stehen; sie werden kopiert.',
  folderLabel: 'Ordner',
  folderPlaceholder: '/home/ich/Downloads/modell',
  take: 'Dateien kopieren',
  taken: (name) => `${name} ist auf diesem Rechner.`,
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removeQuestion: (name) => `${name} von diesem Rechner entfernen?`,
  removeText: (bytes) =>
    `${formatSize(bytes)} werden frei. Die damit gebildeten Vektoren bleiben; um sie wieder zu benutzen, muss das Modell neu heruntergeladen werden.`,
  removed: (name) => `${name} wurde von diesem Rechner entfernt.`,
  use: (name) => `${name} benutzen`,
  switchOn: (name) => `Mit ${name} einschalten`,
}
