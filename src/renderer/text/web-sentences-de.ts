import type { webSentences } from '../../shared/sentences/web'
import { formatSize } from './language'
import { inQuotesDe as inQuotes } from './told-de'

const reasons: Readonly<Record<string, string>> = {
  refused: 'Dort antwortet nichts',
  unknown_name: 'Diesen Server gibt es nicht',
  no_look_up: 'Der Name ließ sich nicht auflösen; vielleicht fehlt das Netz',
  cut: 'Die Verbindung wurde getrennt',
  unreachable: 'Der Rechner ist nicht erreichbar; vielleicht fehlt das Netz',
}

/** What is said about pages of the web, in German. */
export const webSentencesDe: typeof webSentences = {
  'web.no_address': () => 'Das ist keine Webadresse. Eine sieht so aus: https://example.org/seite.',
  'web.no_host': ({ text }) =>
    `${inQuotes(text)} ist kein Server. Einer sieht so aus: wiki.home oder wiki.home:8080.`,
  'web.too_long': () => 'Diese Adresse ist zu lang für eine Seite.',
  'web.other_scheme': () => 'Nur Adressen, die mit https:// oder http:// beginnen, lassen sich abrufen.',
  'web.with_password': () =>
    'In dieser Adresse steht ein Benutzername oder ein Passwort. Countersign sendet beides nie; bitte weglassen.',
  'web.port': ({ port }) => `Port ${port} gehört nicht zu Webseiten und wird nicht gefragt.`,
  'web.nearby': ({ host }) =>
    `${host} führt auf diesen Computer oder in dein eigenes Netz; Seiten von dort werden nicht abgerufen. Soll das sein, nenne den Server unter Einstellungen › Webseiten.`,
  'web.certificate': ({ host }) =>
    `${host} konnte nicht beweisen, ${host} zu sein (das Zertifikat ist ungültig); nichts wurde abgerufen.`,
  'web.unencrypted': ({ host }) =>
    `${host} bietet keine verschlüsselte Verbindung (https); nichts wurde abgerufen. Wenn du dem Weg dorthin traust, schreibe http:// vor die Adresse.`,
  'web.not_found': ({ host }) => `${host} hat unter dieser Adresse keine Seite.`,
  'web.not_allowed': ({ host, status }) => `${host} zeigt diese Seite nicht ohne Anmeldung (${status}).`,
  'web.too_often': ({ host }) => `${host} wurde zu oft gefragt. Versuche es später noch einmal.`,
  'web.empty': ({ host }) => `${host} hat mit einer leeren Seite geantwortet.`,
  'web.failed': ({ host, status }) => `${host} konnte die Seite nicht liefern (${status}).`,
  'web.redirects': ({ host }) => `${host} leitet die Anfrage ohne Ende weiter.`,
  'web.leads_nowhere': ({ host }) => `${host} leitet die Anfrage an etwas weiter, das keine Webseite ist.`,
  'web.other_host': ({ host, to }) =>
    `${host} leitet die Anfrage an ${to} weiter; das hat niemand freigegeben. Dorthin wurde nichts gesendet.`,
  'web.too_large': ({ host, limit }) =>
    `Was ${host} sendet, ist größer als ${formatSize(limit)} und wurde nicht übernommen.`,
  'web.header_too_large': ({ host }) =>
    `${host} hat eine Antwort gesendet, die nicht von einem üblichen Webserver ist.`,
  'web.no_web_server': ({ host }) => `Was unter ${host} antwortet, ist kein Webserver.`,
  'web.broken_content': ({ host }) => `Was ${host} gesendet hat, ist beschädigt.`,
  'web.too_slow': ({ host }) => `${host} hat zu lange für eine Antwort gebraucht.`,
  'web.unreachable': ({ host, reason }) => `${host} ist nicht zu erreichen. ${reasons[reason] ?? reason}.`,
  'web.not_a_page': ({ host }) =>
    `Was ${host} gesendet hat, ist weder eine Seite noch ein Dokument, das die Bibliothek liest.`,
  'web.stopped': () => 'Angehalten, bevor es abgerufen war.',
  'web.robots': ({ host }) =>
    `${host} bittet Programme, diese Seite nicht zu lesen (robots.txt). Einzeln lässt sie sich trotzdem aufnehmen.`,
  'web.robots_unknown': ({ host }) =>
    `${host} konnte nicht sagen, welche Seiten Programme lesen dürfen (robots.txt); die Seiten wurden nicht gelesen. Eine einzelne Seite lässt sich trotzdem aufnehmen.`,
  'web.no_browser': ({ program, why }) =>
    `Der Browser, der die Skripte von Webseiten ausführen soll, ließ sich nicht starten (${program}: ${why}). Seiten, die von ihren Skripten gemacht werden, werden genommen, wie sie kommen.`,
  'web.no_browser_here': () =>
    'Diese Seite wird von ihren Skripten gemacht. Diese führt die Countersign-Anwendung aus, oder ein Chromium oder Chrome auf diesem Computer, das COUNTERSIGN_CHROMIUM nennt; die Seite wurde genommen, wie sie kam.',
  'web.scripts_off': () =>
    'Diese Seite wird von ihren Skripten gemacht, und diese werden nicht ausgeführt, weil das unter Einstellungen › Webseiten ausgeschaltet ist. Sie wurde genommen, wie sie kam.',
  'web.scripts_not_approved': () =>
    'Diese Seite wird von ihren Skripten gemacht, und sie auszuführen war kein Teil der Freigabe. Sie wurde genommen, wie sie kam; rufe sie neu ab, damit sie laufen.',
  'web.page_endless': ({ host }) =>
    `Die Skripte dieser Seite von ${host} kommen zu keinem Ende; sie wurde genommen, wie sie kam.`,
  'web.page_crashed': ({ host }) =>
    `Der Browser, der die Skripte dieser Seite von ${host} ausführte, ist an ihr gescheitert; sie wurde genommen, wie sie kam.`,
  'web.page_too_large': ({ host }) =>
    `Was die Skripte dieser Seite von ${host} machen, ist zu groß; sie wurde genommen, wie sie kam.`,
  'web.add_page': ({ url, host, collection }) =>
    `Die Seite ${inQuotes(url)} von ${host} abrufen und in die Sammlung ${inQuotes(collection)} aufnehmen.`,
  'web.add_pages': ({ url, host, pages, collection }) =>
    `${inQuotes(url)} und Seiten von ${host}, auf die sie führt, abrufen, höchstens ${pages}, und in die Sammlung ${inQuotes(collection)} aufnehmen.`,
}
