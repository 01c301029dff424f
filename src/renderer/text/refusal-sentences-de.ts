import type { refusalSentences } from '../../shared/sentences/refusals'
import { count, formatNumber } from './language'
import { inQuotesDe as inQuotes } from './told-de'

/** What is refused of the library's documents and collections, in German. */
export const refusalSentencesDe: typeof refusalSentences = {
  'collection.none': ({ id }) => `In der Bibliothek gibt es keine Sammlung ${id}.`,
  'collection.name_taken': ({ name }) => `Eine Sammlung namens ${inQuotes(name)} gibt es schon.`,
  'collection.name_taken_now': ({ name }) =>
    `Inzwischen heißt eine andere Sammlung ${inQuotes(name)}. Nichts wurde getan.`,
  'collection.gone': ({ name }) => `Die Sammlung ${inQuotes(name)} gibt es nicht mehr. Nichts wurde getan.`,
  'collection.name_taken_back': () => 'Ihren Namen hat inzwischen eine andere Sammlung. Nichts wurde getan.',
  'collection.filled': ({ name, count: n }) =>
    `In ${inQuotes(name)} ${n === 1 ? 'ist 1 Dokument' : `sind ${count(n, 'Dokument', 'Dokumente')}`} dazugekommen. Nichts wurde getan.`,
  'collection.changed_again': ({ name }) =>
    `Die Sammlung ${inQuotes(name)} wurde inzwischen wieder geändert; das bleibt. Nichts wurde getan.`,
  'collection.unchanged': () => 'Die Sammlung ist schon so; es würde sich nichts ändern.',
  'collection.changed': () =>
    'Die Sammlung wurde geändert, seit dies gezeigt wurde. Nichts wurde getan; lass es neu vorschlagen.',
  'collection.default': ({ name }) =>
    `In ${inQuotes(name)} kommen Dokumente von allein, deshalb bleibt sie. Lösche stattdessen ihre Dokumente.`,
  'collection.content_changed': ({ name }) =>
    `${inQuotes(name)} oder was darin ist, hat sich geändert, seit dies gezeigt wurde. Nichts wurde gelöscht; lass es neu vorschlagen.`,
  'document.no_collection_back': ({ title }) =>
    `Die Sammlung, in der ${inQuotes(title)} war, gibt es nicht mehr. Nichts wurde getan.`,
  'document.added_again': ({ title }) =>
    `Der Inhalt von ${inQuotes(title)} wurde inzwischen neu aufgenommen. Nichts wurde getan.`,
  'document.changed': ({ title }) => `${inQuotes(title)} wurde inzwischen geändert. Nichts wurde getan.`,
  'document.not_in_library': ({ title }) =>
    `${inQuotes(title)} ist nicht mehr in der Bibliothek. Nichts wurde getan.`,
  'document.gone_for_good': ({ title }) =>
    `${inQuotes(title)} wurde gelöscht, und Zeit oder Platz dafür ist abgelaufen: Es lässt sich nicht zurückholen. Nichts wurde getan.`,
  'document.was_in_gone': ({ title }) =>
    `${inQuotes(title)} war in einer Sammlung, die es nicht mehr gibt. Nichts wurde getan.`,
  'document.changed_stays': ({ title }) =>
    `${inQuotes(title)} wurde inzwischen wieder geändert; das bleibt. Nichts wurde getan.`,
  'document.not_deleted': ({ title, moved }) => {
    const it = inQuotes(title)
    const what = {
      document: `${it} ist nicht mehr in der Bibliothek.`,
      place: `Die Sammlung, in der ${it} lag, ist nicht mehr in der Bibliothek.`,
      content: `Der Inhalt von ${it} hat sich geändert, seit dies gezeigt wurde.`,
      title: `Der Titel von ${it} hat sich geändert, seit dies gezeigt wurde.`,
      collection: `${it} liegt inzwischen in einer anderen Sammlung.`,
      notes: `Was zu ${it} vermerkt ist, etwa die Schlagwörter, hat sich geändert, seit dies gezeigt wurde.`,
    }[moved]
    return `${what} Nichts wurde gelöscht${moved === 'document' ? '.' : '; lass es neu vorschlagen.'}`
  },
  'document.not_done': ({ title }) =>
    `${inQuotes(title)} hat sich geändert, seit dies gezeigt wurde. Nichts wurde getan; lass es neu vorschlagen.`,
  'document.was_changed': ({ title }) =>
    `${inQuotes(title)} wurde geändert, seit dies gezeigt wurde. Nichts wurde getan; lass es neu vorschlagen.`,
  'document.this_changed': () =>
    'Das Dokument hat sich geändert, seit dies gezeigt wurde. Nichts wurde getan; lass es neu vorschlagen.',
  'document.this_was_changed': () =>
    'Das Dokument wurde geändert, seit dies gezeigt wurde. Nichts wurde getan; lass es neu vorschlagen.',
  'document.unchanged': () => 'Das Dokument ist schon so; es würde sich nichts ändern.',
  'document.at_work': ({ title }) => `${inQuotes(title)} wird schon gelesen; warte, bis das fertig ist.`,
  'document.add_again': () =>
    'Das Dokument mit diesem Inhalt gibt es nicht mehr. Lass neu vorschlagen, die Datei aufzunehmen.',
  'document.file_gone': ({ path }) => `${path} gibt es nicht mehr. Nichts wurde aufgenommen.`,
  'document.file_changed': ({ path }) =>
    `${path} hat sich geändert, seit es gezeigt wurde. Nichts wurde aufgenommen; lass es neu vorschlagen.`,
  'document.file_otherwise': ({ path }) =>
    `Was die Bibliothek von ${path} hat, hat sich geändert, seit das gezeigt wurde. Nichts wurde aufgenommen. Schlag es noch einmal vor.`,
  'document.file_elsewhere': ({ path }) =>
    `${path} führt jetzt woandershin. Nichts wurde aufgenommen; lass es neu vorschlagen.`,
  'document.say_tags': () =>
    'Nenne Schlagwörter zum Hinzufügen oder Entfernen oder die Sammlung, in die die Dokumente sollen.',
  'document.tag_both': ({ tag }) =>
    `Das Schlagwort ${inQuotes(tag)} soll zugleich hinzugefügt und entfernt werden.`,
  'document.too_many_tags': ({ title, count: n, limit }) =>
    `${inQuotes(title)} hätte ${formatNumber(n)} Schlagwörter; ein Dokument hat höchstens ${formatNumber(limit)}. Nichts wurde geändert.`,
}
