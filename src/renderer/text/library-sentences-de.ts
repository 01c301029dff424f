import { ownValue } from '../../shared/json/own-value'
import { inSeries } from '../../shared/sentences/english'
import { documentStanding, type Extent, type librarySentences } from '../../shared/sentences/library'
import { quoted } from '../../shared/text/quoted'
import { fieldNameDe, fieldValueDe } from './field-names-de'
import { count, formatSize } from './language'
import { inQuotesDe as inQuotes } from './told-de'

// What is changed stands in the accusative.
const named = (fields: readonly string[]) =>
  fields.map((field) => (field === 'name' ? 'Namen' : fieldNameDe(field)))

const pagesOf = (n: number) => count(n, 'Seite', 'Seiten')
const passagesOf = (n: number) => count(n, 'Textstelle', 'Textstellen')
const documentsOf = (n: number) => count(n, 'Dokument', 'Dokumente')

/** “cancelled” is a sentence too: where that is told beside the one that holds it, it is in German already. */
const standing = (status: string) => fieldValueDe('status', ownValue(documentStanding, status) ?? status)

const extent = ({ pages, passages, status }: Extent) => {
  if (status !== '') return standing(status)
  return pages === 0 ? passagesOf(passages) : `${pagesOf(pages)}, ${passagesOf(passages)}`
}

interface Which {
  readonly title: string
  readonly count: number
}

const which = ({ title, count: n }: Which) => (title === '' ? documentsOf(n) : inQuotes(title))
const again = ({ recognize, ...what }: Which & { readonly recognize: boolean }) =>
  `${which(what)} neu lesen und in den Index aufnehmen${recognize ? ', mit dem Text in Bildern und Scans' : ''}.`

/** What the library's tools propose, in German. */
export const librarySentencesDe: typeof librarySentences = {
  'library.extent': extent,
  'library.collection_extent': ({ documents, passages }) =>
    `${documentsOf(documents)}, ${passagesOf(passages)}`,
  'library.files': ({ count: n }) => count(n, 'Datei', 'Dateien'),
  'library.take_in': ({ added, changed, folder, collection }) => {
    const what = [
      ...(added > 0 ? [count(added, 'neues Dokument', 'neue Dokumente')] : []),
      ...(changed > 0 ? [count(changed, 'geändertes Dokument', 'geänderte Dokumente')] : []),
    ].join(' und ')
    return `${what} aus dem beobachteten Ordner ${quoted(folder)} in die Sammlung ${inQuotes(collection)} aufnehmen.`
  },
  'library.first_files': ({ shown, count: n }) =>
    `Die ersten ${shown} von ${count(n, 'Datei', 'Dateien')} sind hier genannt.`,
  'library.create_collection': ({ name }) => `Die Sammlung ${inQuotes(name)} anlegen.`,
  'library.change_collection': ({ fields, name }) =>
    `${named(fields).join(' und ')} der Sammlung ${inQuotes(name)} ändern.`,
  'library.delete_collection': ({ name, documents, passages, size }) =>
    `Die Sammlung ${inQuotes(name)} löschen, mit ${documents === 1 ? '1 Dokument' : count(documents, 'Dokument', 'Dokumenten')}, ${passagesOf(passages)}, ${formatSize(size)}. Die Dateien, aus denen die Dokumente entstanden, bleiben.`,
  'library.add': ({ name, size, collection }) =>
    `${inQuotes(name)} (${formatSize(size)}) in die Sammlung ${inQuotes(collection)} aufnehmen.`,
  'library.add_archive': ({ name, count: n, size, collection }) =>
    `${count(n, 'Dokument', 'Dokumente')} (${formatSize(size)}) aus dem Archiv ${inQuotes(name)} in die Sammlung ${inQuotes(collection)} aufnehmen.`,
  'library.add_files': ({ name, count: n, size, collection }) =>
    `${count(n, 'Dokument', 'Dokumente')} (${formatSize(size)})${name === '' ? '' : ` aus dem Ordner ${inQuotes(name)}`} in die Sammlung ${inQuotes(collection)} aufnehmen.`,
  'library.renew': ({ title, name, size, collection }) =>
    `${inQuotes(name)} (${formatSize(size)}) als neue Fassung von ${inQuotes(title)} in die Sammlung ${inQuotes(collection)} aufnehmen.`,
  'library.renew_keeps': ({ title }) =>
    `Titel, Tags und weitere Angaben, die ${inQuotes(title)} hat, bleiben, wie sie sind.`,
  'library.add_and_renew': ({ name, archive, added, renewed, again: readAgain = 0, size, collection }) => {
    const what = inSeries(
      [
        ...(added > 0 ? [documentsOf(added)] : []),
        ...(renewed > 0 ? [count(renewed, 'neue Fassung', 'neue Fassungen')] : []),
        ...(readAgain > 0
          ? [count(readAgain, 'erneut zu lesendes Dokument', 'erneut zu lesende Dokumente')]
          : []),
      ],
      'und',
    )
    const from = name === '' ? '' : ` aus dem ${archive ? 'Archiv' : 'Ordner'} ${inQuotes(name)}`
    return `${what} (${formatSize(size)})${from} in die Sammlung ${inQuotes(collection)} aufnehmen.`
  },
  'library.left_out': ({ path, reason }) => `Ausgelassen: ${inQuotes(path)}. ${reason}`,
  'library.left_out_more': ({ count: n }) => `Ausgelassen: ${count(n, 'weitere Datei', 'weitere Dateien')}.`,
  'library.delete': ({ title, collection, pages, passages, status }) => {
    return `${inQuotes(title)} (${extent({ pages, passages, status })}) aus der Sammlung ${inQuotes(collection)} löschen. Die Datei, aus der es entstand, bleibt.`
  },
  'library.delete_many': ({ pages, passages, size, ...what }) =>
    `${which(what)} (${pages > 0 ? `${pagesOf(pages)}, ` : ''}${passagesOf(passages)}, ${formatSize(size)}) aus der Bibliothek löschen. ${what.title === '' ? 'Die Dateien, aus denen sie entstanden, bleiben.' : 'Die Datei, aus der es entstand, bleibt.'}`,
  'library.change': ({ fields, title }) => `${named(fields).join(', ')} von ${inQuotes(title)} ändern.`,
  'library.change_many': ({ add, remove, collection, ...what }) => {
    const does = [
      add.length > 0 ? `${add.map(inQuotes).join(', ')} hinzufügen` : '',
      remove.length > 0 ? `${remove.map(inQuotes).join(', ')} entfernen` : '',
      collection === '' ? '' : `in die Sammlung ${inQuotes(collection)} verschieben`,
    ].filter((each) => each !== '')
    return does.length === 0 ? `${which(what)} ändern.` : `${which(what)} ändern: ${does.join(', ')}.`
  },
  'library.read_again': ({ title, recognize }) =>
    `${again({ title, count: 1, recognize })} Bis das fertig ist, finden Suchen es nicht.`,
  'library.read_many_again': (what) =>
    `${again(what)} Bis das fertig ist, finden Suchen ${what.title === '' ? 'sie' : 'es'} nicht.`,
}
