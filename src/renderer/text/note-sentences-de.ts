import type { noteSentences } from '../../shared/sentences/notes'
import { fieldNameDe } from './field-names-de'
import { count, formatNumber } from './language'
import { inQuotesDe as inQuotes, toldDe } from './told-de'

const extent = (lines: number) => (lines === 0 ? 'leer' : count(lines, 'Zeile', 'Zeilen'))

/** What the tools for notes propose, and what is in their way, in German. */
export const noteSentencesDe: typeof noteSentences = {
  'notes.extent': ({ lines }) => count(lines, 'Zeile', 'Zeilen'),
  'notes.create': ({ title, lines }) => `Die Notiz ${inQuotes(title)} anlegen (${extent(lines)})`,
  'notes.change': ({ title, fields }) =>
    `${fields.map(fieldNameDe).join(', ')} der Notiz ${inQuotes(title)} ändern`,
  'notes.edit': ({ title, count: n, added, removed }) =>
    `Die Notiz ${inQuotes(title)} bearbeiten: ${count(n, 'Ersetzung', 'Ersetzungen')}, +${formatNumber(added)} −${formatNumber(removed)} Zeilen`,
  'notes.append': ({ title, lines }) =>
    `${count(lines, 'Zeile', 'Zeilen')} an die Notiz ${inQuotes(title)} anhängen`,
  'notes.delete': ({ title, lines }) => `Die Notiz ${inQuotes(title)} löschen (${extent(lines)})`,
  'notes.delete_many': ({ count: n, ...names }) =>
    `${count(n, 'Notiz', 'Notizen')} löschen: ${toldDe(names)}`,
  'note.none': ({ id }) => `Die Notiz ${id} gibt es nicht. Sie wurde vielleicht gelöscht.`,
  'note.no_cursor': () => 'Hier geht die Liste nicht weiter. Beginne sie neu.',
  'note.no_longer_kept': () =>
    'Was in dieser Notiz stand, wird nicht mehr aufgehoben: Zeit oder Platz dafür war abgelaufen. Nichts wurde geändert.',
  'note.only_proposed': () =>
    'Diese Notiz ist vorgeschlagen und noch nicht da. Sie lässt sich lesen, sobald der Vorschlag freigegeben ist.',
  'note.deletion_waits': ({ title }) =>
    `Die Notiz ${inQuotes(title)} zu löschen ist schon vorgeschlagen und wartet auf eine Entscheidung. Nichts wurde vorgeschlagen.`,
  'note.unchanged': ({ title }) => `Die Notiz ${inQuotes(title)} ist schon so. Nichts wurde geändert.`,
  'note.as_it_is': () =>
    'Mit diesem Text bleibt die Notiz, wie sie ist. Nichts wurde geändert. Wenn du das willst, lehne den Vorschlag ab.',
  'note.too_long': ({ title, count: n, limit }) =>
    `Die Notiz ${inQuotes(title)} hätte ${formatNumber(n)} Zeichen; höchstens ${formatNumber(limit)} sind möglich. Nichts wurde geändert. Leg einen Teil davon in eine andere Notiz.`,
  'note.name_a_change': () => 'Sag, was sich ändern soll: Titel, Text oder Schlagwörter.',
  'note.changed_since': ({ title }) =>
    `Die Notiz ${inQuotes(title)} wurde geändert, seit dies vorgeschlagen wurde. Nichts wurde geändert. Lies sie noch einmal und schlage es neu vor.`,
  'note.gone_since': ({ title }) =>
    `Die Notiz ${inQuotes(title)} wurde gelöscht, seit dies vorgeschlagen wurde. Nichts wurde geändert.`,
  'note.changed_stays': ({ title }) =>
    `Die Notiz ${inQuotes(title)} wurde inzwischen geändert. Sie bleibt, wie sie ist.`,
  'note.not_there': ({ title }) =>
    `Die Notiz ${inQuotes(title)} ist nicht mehr da, also gibt es nichts zurückzunehmen.`,
}
