import type { httpSentences } from '../../shared/sentences/http'
import { inQuotesDe as inQuotes } from './told-de'

/** What tools that ask an address propose, and why one can't be made or used, in German. */
export const httpSentencesDe: typeof httpSentences = {
  'http.call': ({ tool, method, host }) => `${inQuotes(tool)}: eine Anfrage (${method}) an ${host} senden`,
  'http.no_undo': ({ host }) =>
    `Countersign weiß nicht, was ${host} damit tut, und kann es nicht rückgängig machen.`,
  'http.gets_all': ({ host }) => `${host} erhält alles, was hier steht.`,
  'http.moved': ({ tool }) =>
    `Das Werkzeug ${inQuotes(tool)} hat sich seit dem Vorschlag geändert, darum wurde nichts gesendet.`,
  'http.gone': ({ tool }) =>
    tool === '' ? 'Dieses Werkzeug gibt es nicht mehr.' : `Das Werkzeug ${inQuotes(tool)} wurde entfernt.`,
  'http.switched_off': ({ tool }) => `Das Werkzeug ${inQuotes(tool)} ist unter „Werkzeuge“ ausgeschaltet.`,
  'http.failed': ({ host, status, text }) => `${host} hat die Anfrage abgelehnt (${status}): ${text}`,
  'http.redirects': ({ host, to }) =>
    `${host} leitet die Anfrage weiter an ${to}; dorthin wurde nichts gesendet. Ist das die richtige Adresse, dann gib sie dem Werkzeug.`,
  'http.may_have_done': ({ host }) =>
    `Vielleicht ist es geschehen, vielleicht nicht: Das weiß nur ${host}. Sieh dort nach, bevor du es wiederholst.`,
  'http.no_title': () => 'Das Werkzeug braucht einen Titel.',
  'http.title_taken': ({ title }) => `Ein Werkzeug namens ${inQuotes(title)} gibt es schon.`,
  'http.no_description': () => 'Sag, was es tut: Daran erkennt ein Modell, wann es zu brauchen ist.',
  'http.fixed_host': () =>
    'Felder stehen hinter dem Host: Wer gefragt wird, hängt nicht davon ab, was angegeben wird.',
  'http.no_fragment': () => 'Was hinter einem # steht, wird nie gesendet. Lass es weg.',
  'http.odd_braces': () => 'In der Adresse steht eine geschweifte Klammer, die zu keinem Feld gehört.',
  'http.odd_field': ({ name }) =>
    `${inQuotes(name)} kann kein Feld heißen: Buchstaben von A bis Z, Ziffern, „_“ und „-“, am Anfang ein Buchstabe.`,
  'http.no_such_field': ({ name }) =>
    `In der Adresse steht ${inQuotes(name)} zwischen Klammern, und ein solches Feld gibt es nicht.`,
  'http.needed_in_path': ({ name }) =>
    `${inQuotes(name)} steht im Pfad der Adresse und ist darum immer nötig.`,
  'http.odd_segment': ({ name }) =>
    `${inQuotes(name)} kann nicht leer, „.“ oder „..“ sein: Das wäre eine andere Adresse.`,
}
