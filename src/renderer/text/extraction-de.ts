import type { extractionSentences } from '../../shared/sentences/extraction'
import { count as counted, formatNumber } from './language'
import { toldDe } from './told-de'

const some = (count: number, total: number, one: string, many: string) =>
  `${formatNumber(count)} von ${counted(total, one, many)}`

/** What an extractor could not do with a document, in German. */
export const extractionDe: typeof extractionSentences = {
  'extraction.damaged_pages': ({ count, total, pages }) =>
    `${some(count, total, 'Seite', 'Seiten')} sind beschädigt und wurden ausgelassen (${pages}).`,
  'extraction.unrecognized_pages': ({ count, total, pages }) =>
    `${some(count, total, 'Seite', 'Seiten')} sind Bilder, deren Text nicht gelesen werden konnte (${pages}).`,
  'extraction.picture_pages': ({ count, total, pages }) =>
    `${some(count, total, 'Seite', 'Seiten')} sind Bilder ohne Text, und die Texterkennung sollte sie nicht lesen (${pages}).`,
  'extraction.missing_slides': ({ count, total, pages }) =>
    `${some(count, total, 'Folie', 'Folien')} fehlen in der Datei (${pages}).`,
  'extraction.missing_sheets': ({ count, total, ...names }) =>
    `${some(count, total, 'Blatt', 'Blättern')} fehlen in der Datei: ${toldDe(names)}.`,
  'extraction.missing_chapters': ({ count, total }) =>
    `${some(count, total, 'Kapitel', 'Kapiteln')} fehlen in der Datei.`,
  'extraction.replaced_characters': ({ count }) =>
    count === 1
      ? '1 Zeichen konnte nicht gelesen werden und steht im Text als „�“.'
      : `${formatNumber(count)} Zeichen konnten nicht gelesen werden und stehen im Text als „�“.`,
  'extraction.guessed_encoding': ({ encoding }) =>
    `Die Datei sagt nicht, wie ihre Buchstaben kodiert sind; sie wurde als ${encoding} gelesen. Wenn Buchstaben falsch aussehen, speichere sie als UTF-8 und füge sie neu hinzu.`,
  'extraction.damaged_messages': ({ count, total }) =>
    `${some(count, total, 'Nachricht', 'Nachrichten')} sind beschädigt und wurden ausgelassen.`,
  'extraction.attachments': ({ count, ...names }) =>
    count === 1
      ? `Was angehängt ist, ist genannt, aber nicht gelesen: ${toldDe(names)}.`
      : `${formatNumber(count)} angehängte Dateien sind genannt, aber nicht gelesen: ${toldDe(names)}.`,
  'extraction.not_json': () => 'Die Datei ist kein gültiges JSON und wurde als Text genommen.',
  'extraction.not_json_lines': ({ count, total }) =>
    `${some(count, total, 'Zeile', 'Zeilen')} sind kein JSON und wurden als Text genommen.`,
  'extraction.cut_rows': ({ count, limit }) =>
    `${counted(count, 'wiederholte Zeile', 'wiederholte Zeilen')} ausgelassen: Von gleichen Zeilen werden die ersten ${limit} genommen.`,
  'extraction.cut_columns': ({ count, limit }) =>
    `${counted(count, 'Zelle', 'Zellen')} rechts von Spalte ${limit} ausgelassen.`,
}
