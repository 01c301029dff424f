import { count, formatNumber } from './language'
import type { webEn } from './web-en'

/** The texts about pages of the web in German. */
export const webDe: typeof webEn = {
  add: 'Webseite hinzufügen…',
  title: 'Webseite hinzufügen',
  address: 'Adresse',
  addressError: 'Das ist keine Adresse im Web. So sieht eine aus: https://example.org/seite.',
  addressHint: 'Eine Seite, oder ein PDF oder anderes Dokument im Web',
  scope: 'Was abgerufen wird',
  single: 'Diese Seite',
  crawl: 'Seiten dieser Website',
  crawlText:
    'Folgt den Links der Seite zu anderen derselben Website, soweit diese es Programmen erlaubt, etwa eine je Sekunde.',
  most: 'Wie viele Seiten höchstens',
  mostError: (limit) => `Gib eine Zahl von 1 bis ${formatNumber(limit)} ein.`,
  collection: 'Sammlung',
  fetch: 'Abrufen',
  fetching: (host) => `Ruft von ${host} ab`,
  fetchingPages: (done, total) =>
    `Ruft ab: ${formatNumber(done)} von höchstens ${count(total, 'Seite', 'Seiten')}`,
  unchanged: (n) =>
    n === 1 ? 'Die Seite ist schon in der Bibliothek, unverändert' : `${formatNumber(n)} Seiten unverändert`,
  stopped: 'Angehalten. Was abgerufen war, bleibt.',
  pagesSkipped: (n) => `${count(n, 'Seite', 'Seiten')} nicht aufgenommen`,
  pagesUnrun: (n) => (n === 1 ? '1 Seite zeigt wenig' : `${formatNumber(n)} Seiten zeigen wenig`),
  from: 'Aus dem Web',
  openPage: 'Seite öffnen',
  again: 'Neu abrufen',
  settings: 'Webseiten',
  settingsText:
    'Seiten werden nur aus dem öffentlichen Internet abgerufen. Nenne hier Server, wenn auch Seiten aus deinem eigenen Netz abgerufen werden dürfen, zum Beispiel ein Wiki zu Hause. Alles auf einem genannten Server kann dann nach deiner Freigabe abgefragt werden.',
  none: 'Kein Server aus deinem eigenen Netz ist genannt.',
  host: 'Server, mit Port, falls er einen hat',
  hostPlaceholder: 'wiki.home:8080',
  addHost: 'Hinzufügen',
  removeHost: 'Entfernen',
  removeHostOf: (host) => `${host} entfernen`,
  scripts: 'Seiten öffnen, die von ihren Skripten gemacht werden',
  scriptsText:
    'Manche Seiten zeigen nichts, bevor ihre Skripte gelaufen sind. So eine Seite wird in einem Browser geöffnet, der keine deiner Anmeldungen kennt und ins Netz nur durch Countersign kommt, und wird genommen, wie sie sich zeigt. Ihre Skripte dürfen von anderen Servern im Internet laden, nie aus deinem eigenen Netz.',
  noBrowser:
    'Seiten, die nichts zeigen, bevor ihre Skripte gelaufen sind, werden genommen, wie sie kommen: Hier gibt es keinen Browser für sie. Damit sie geöffnet werden, setze beim Start von Countersign COUNTERSIGN_CHROMIUM auf den Pfad eines Chromium oder Chrome auf diesem Computer.',
}
