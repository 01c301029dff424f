import { count, formatNumber, type Widened } from './language'
import type { viewerEn } from './viewer-en'

/** What the viewer of documents says, in German. */
export const viewerDe: Widened<typeof viewerEn> = {
  page: 'Seite',
  of: (n) => `von ${formatNumber(n)}`,
  printed: (label) => `gedruckt ${label}`,
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  zoomIn: 'Größer',
  zoomOut: 'Kleiner',
  pageText: 'Text dieser Seite',
  copyText: 'Text der Seite kopieren',
  image: (title, page) => `${title}, Seite ${page}`,
  search: 'In diesem Dokument suchen',
  searchFor: 'Gesuchte Wörter',
  found: (n, more) =>
    more
      ? `Die ersten ${count(n, 'Treffer', 'Treffer')}`
      : n === 0
        ? 'Nicht in diesem Dokument'
        : count(n, 'Treffer', 'Treffer'),
  match: (n, of, more) => `${formatNumber(n)} von ${more ? 'den ersten ' : ''}${formatNumber(of)}`,
  previousMatch: 'Voriger Treffer',
  nextMatch: 'Nächster Treffer',
  pages: 'Seiten des Dokuments',
  outline: 'Gliederung',
  about: 'Über dieses Dokument',
  fitWidth: 'Breite anpassen',
  ask: 'Zu diesem Dokument fragen',
  changed: 'Die Datei hat sich geändert, seit sie hinzugefügt wurde',
  changedText: 'Du siehst den Text von damals.',
  addVersion: 'Neue Fassung hinzufügen',
  renewing: 'Die neue Fassung wird gelesen',
  renewingText: 'Bis das fertig ist, siehst du die vorige.',
  notRenewed: 'Die neue Fassung ließ sich nicht lesen',
  notRenewedText: 'Du siehst die vorige.',
  unavailable: 'Die Datei, aus der dies gelesen wurde, ist nicht verfügbar',
  unavailableText: 'Die Bibliothek behält, was sie gelesen hat.',
  text: (title) => `Text von ${title}`,
  notReady: 'Dieses Dokument ist noch nicht bereit.',
  failed: 'Dieses Dokument ließ sich nicht lesen.',
  textNotRead: 'Sein Text ist nicht gelesen, deshalb findet ihn keine Suche.',
  gone: 'Dieses Dokument ist nicht mehr in der Bibliothek',
  goneText: 'Wenn es entfernt wurde, bringt „Rückgängig“ im Verlauf es zurück.',
  goneAction: 'Verlauf öffnen',
  unverified: 'Nicht belegt: Die zitierten Wörter fanden sich nicht in der Stelle.',
  notGiven: 'Nicht belegt: Der Assistent hat in diesem Gespräch keine solche Stelle bekommen.',
}
