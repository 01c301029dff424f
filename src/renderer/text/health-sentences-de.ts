import type { healthSentences } from '../../shared/sentences/health'
import { count, formatCalendarDay, formatNumber, formatSize } from './language'

/** What the doctor finds, in German. */
export const healthSentencesDe: typeof healthSentences = {
  'health.data_open': ({ path }) => `${path} können andere Benutzer öffnen. Führe aus: chmod 700 "${path}"`,
  'health.page_browser': () => 'Führt die Skripte von Webseiten aus',
  'health.no_page_browser': () =>
    'Es gibt keinen. Webseiten, die von ihren Skripten gemacht werden, werden genommen, wie sie kommen. COUNTERSIGN_CHROMIUM kann ein Chromium oder Chrome auf diesem Computer nennen.',
  'health.folders_away': ({ paths }) => `Gerade nicht da: ${paths.join(', ')}`,
  'health.folders': ({ count: n }) => `${formatNumber(n)} freigegeben`,
  'health.history': ({ size, entries, oldest, days, limit }) =>
    `${formatSize(size)} in ${entries === 1 ? '1 Eintrag' : count(entries, 'Eintrag', 'Einträgen')}${oldest === '' ? '' : `, der älteste vom ${formatCalendarDay(oldest)}`}; aufgehoben für ${formatNumber(days)} Tage, höchstens ${formatSize(limit)}`,
  'health.index': ({ passages, documents, waiting }) =>
    `${count(passages, 'Textstelle', 'Textstellen')} aus ${count(documents, 'Dokument', 'Dokumenten')} verglichen${waiting === 0 ? '' : `; ${count(waiting, 'Dokument fehlt', 'Dokumente fehlen')} noch im Index`}`,
  'health.index_wrong': ({ wrong, documents, title }) =>
    `${formatNumber(wrong)} von ${count(documents, 'Dokument', 'Dokumenten')} stehen nicht so im Index, wie sie gespeichert sind, das erste ist „${title}“. Führe aus: countersign doctor --index rebuild`,
  'health.originals': ({ documents }) =>
    `Von ${count(documents, 'Dokument', 'Dokumenten')} ist das Original da`,
  'health.originals_gone': ({ gone, documents, title }) =>
    `Von ${formatNumber(gone)} von ${count(documents, 'Dokument', 'Dokumenten')} fehlt das Original im Datenordner, das erste ist „${title}“. Ihr Text wird weiter gefunden. Füge die Dateien neu hinzu oder stelle eine Sicherung wieder her.`,
  'health.keys': ({ count: n }) =>
    n === 0 ? 'Keiner gespeichert' : `${count(n, 'Eintrag ist', 'Einträge sind')} lesbar`,
  'health.keys_damaged': ({ names, why }) =>
    `${count(names.length, 'Eintrag ist', 'Einträge sind')} nicht lesbar: ${names.join(', ')}. ${why}`,
  'health.model_lists': ({ known, count: n }) =>
    `${known} Der Server nennt ${count(n, 'Modell', 'Modelle')}.`,
  'health.model_fails': ({ known, why }) => `${known} Fehler: ${why}`,
  'health.words_only': () => 'Aus: Die Bibliothek wird nur nach Wörtern durchsucht',
  'health.meaning': ({ model, host, done, total, uses }) =>
    `${model} auf ${host === '' ? 'diesem Rechner' : host}; ${formatNumber(done)} von ${formatNumber(total)} Textstellen haben ihren Vektor; ${uses === '' ? 'gesucht wird vorerst nur nach Wörtern' : `gesucht wird mit ${uses}`}`,
  'health.meaning_missing': ({ known }) =>
    `${known}. Das Modell ist nicht da: Lade es in den Einstellungen herunter`,
  'health.meaning_fails': ({ known, why }) => `${known}. Fehler: ${why}`,
  'health.database': ({ sqlite, schema }) => `Unversehrt (SQLite ${sqlite}, Schema ${schema})`,
  'health.database_damaged': ({ why }) =>
    `Beschädigt: ${why}. Stelle eine Kopie aus den Sicherungen wieder her.`,
  'health.database_orphans': ({ count: n }) =>
    `${count(n, 'Zeile verweist', 'Zeilen verweisen')} auf Zeilen, die es nicht mehr gibt.`,
}
