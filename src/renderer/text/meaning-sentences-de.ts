import type { meaningSentences } from '../../shared/sentences/meaning'
import { quoted } from '../../shared/text/quoted'
import { formatNumber, formatSize } from './language'
import {
  itSaysDe as itSays,
  networkReasonDe as networkReason,
  serverSaysDe as serverSays,
} from './network-de'

const at = ({ host }: { readonly host: string }) =>
  host === '' ? 'Das Embedding-Modell auf diesem Rechner' : `Der Embedding-Server ${host}`
const placed = ({ model, host }: { readonly model: string; readonly host: string }) =>
  host === '' ? `${model} auf diesem Rechner` : `${model} auf ${host}`

const ends: Readonly<Record<string, string>> = {
  memory: 'es braucht mehr Speicher, als es nehmen darf',
  time: 'es brauchte zu lange',
  thread: 'sein Thread endete unerwartet',
}

/** What goes wrong with searching by meaning and the models that do it, in German. */
export const meaningSentencesDe: typeof meaningSentences = {
  'meaning.stopped': () => 'Gestoppt, bevor die Vektoren gebildet waren.',
  'meaning.silent': ({ seconds, ...asked }) => `${at(asked)} hat ${seconds} s lang nicht geantwortet.`,
  'meaning.unreachable': ({ reason, ...asked }) =>
    `${at(asked)} ist nicht erreichbar: ${networkReason(reason)}.`,
  'meaning.points_elsewhere': ({ status, says, ...asked }) =>
    `${at(asked)} verweist auf eine andere Adresse (${status}); dem wird nicht gefolgt.${itSays(says)}`,
  'meaning.key_refused': ({ status, says, ...asked }) =>
    `${at(asked)} hat den Schlüssel abgelehnt (${status}). Prüfe ihn in den Einstellungen.${itSays(says)}`,
  'meaning.unknown_model': ({ status, model, says, ...asked }) =>
    `${at(asked)} kennt das Modell „${model}“ nicht oder bildet keine Vektoren (${status}).${itSays(says)}`,
  'meaning.no_credit': ({ says }) =>
    `Das Konto dieses Schlüssels hat kein Guthaben (402).${serverSays(says)}`,
  'meaning.asked_too_often': ({ says, ...asked }) => `${at(asked)} wird zu oft gefragt (429).${itSays(says)}`,
  'meaning.text_refused': ({ status, says, ...asked }) =>
    `${at(asked)} hat den Text abgelehnt (${status}).${itSays(says)}`,
  'meaning.failed': ({ status, says, ...asked }) =>
    `${at(asked)} hat einen Fehler (${status}).${itSays(says)}`,
  'meaning.no_vectors': ({ status, says, ...asked }) =>
    `${at(asked)} hat etwas geantwortet, das keine Liste von Vektoren ist (${status}).${itSays(says)}`,
  'meaning.answer_too_long': () => 'Die Antwort des Embedding-Servers ist zu lang, um Vektoren zu sein.',
  'meaning.only_zeros': (place) => `${placed(place)} antwortet nur mit Nullen.`,
  'meaning.other_dimensions': ({ now, before, ...place }) =>
    `${placed(place)} antwortet jetzt mit ${formatNumber(now)} statt ${formatNumber(before)} Zahlen.`,
  'meaning.other_count': ({ vectors, texts, ...place }) =>
    `${placed(place)} hat ${formatNumber(vectors)} Vektoren zu ${formatNumber(texts)} Texten geantwortet.`,
  'meaning.no_numbers': (place) => `${placed(place)} hat Vektoren ohne Zahlen geantwortet.`,
  'meaning.too_many_numbers': ({ count, limit, ...place }) =>
    `${placed(place)} antwortet mit Vektoren aus ${formatNumber(count)} Zahlen; höchstens ${formatNumber(limit)} lassen sich verwenden.`,
  'meaning.uneven': (place) => `${placed(place)} hat Vektoren verschiedener Länge geantwortet.`,
  'meaning.huge_numbers': (place) =>
    `${placed(place)} hat Zahlen geantwortet, die für einen Vektor zu groß sind.`,
  'meaning.went_wrong': () => 'Vektoren lassen sich nicht bilden: Etwas ist schiefgegangen.',
  'meaning.thread_ended': () => 'Der Thread, der die Vektoren speichert, endete unerwartet.',
  'meaning.local_stopped': ({ why }) => `Das Modell auf diesem Rechner hat aufgehört: ${ends[why] ?? why}.`,
  'meaning.not_here': ({ model }) =>
    `Das Modell ${model} ist nicht auf diesem Rechner. Lade es in den Einstellungen herunter.`,
  'meaning.not_started': ({ model }) => `Das Modell ${model} lässt sich auf diesem Rechner nicht starten.`,
  'meaning.no_vector': () => 'Das Modell auf diesem Rechner hat etwas geantwortet, das kein Vektor ist.',
  'meaning.files_changed': ({ model }) =>
    `Die Dateien von ${model} sind nicht die heruntergeladenen. Entferne sie in den Einstellungen, und lade sie dann neu herunter.`,
  'meaning.download_first': () => 'Lade zuerst das Modell herunter.',
  'meaning.no_key_needed': () => 'Ein Modell auf diesem Rechner braucht keinen Schlüssel.',
  'meaning.enter_address': () => 'Gib die Adresse des Servers ein, der die Vektoren bildet.',
  'meaning.enter_model': () => 'Gib den Namen des Modells so ein, wie der Server ihn kennt.',
  'download.endless': ({ host }) => `${host} reicht den Download endlos weiter.`,
  'download.other_host': ({ host, to }) =>
    `${host} will den Download an ${to} weiterreichen, und diesem Server hast du nicht zugestimmt. Dort wurde nichts angefragt.`,
  'download.gone': ({ host, status }) => `${host} hat diese Datei nicht mehr (${status}).`,
  'download.refused': ({ host, status }) => `${host} verweigert den Download (${status}).`,
  'download.not_now': ({ host, status, kept }) =>
    `${host} kann gerade nicht liefern (${status}).${kept ? ' Was schon da war, bleibt.' : ''} Versuche es später noch einmal.`,
  'download.stopped': () => 'Der Download wurde angehalten. Was angekommen ist, bleibt.',
  'download.ended': ({ host, reason }) =>
    `Der Download von ${host} endete: ${reason === 'silent' ? 'eine Minute lang kam nichts' : networkReason(reason)}. Was angekommen ist, bleibt.`,
  'download.too_short': ({ from, size, whole }) =>
    `${from} hat nur ${formatSize(size)} von ${formatSize(whole)} gesendet. Was angekommen ist, bleibt; mach weiter, wenn die Verbindung besser ist.`,
  'download.wrong_file': ({ from, path }) =>
    `Was ${from} als ${path} geliefert hat, ist nicht die Datei dieses Modells (Größe oder SHA-256 weicht ab). Nichts davon wurde behalten.`,
  'download.under_way': ({ model }) => `${model} wird schon geholt.`,
  'download.not_as_shown': ({ model }) =>
    `Was für ${model} heruntergeladen würde, ist nicht, was gezeigt wurde. Nichts wurde heruntergeladen.`,
  'download.whole_path': () => 'Gib den ganzen Pfad des Ordners ein, von ganz oben an.',
  'download.not_in_folder': ({ name, folder }) => `In ${quoted(folder)} gibt es kein ${name}.`,
  'download.in_use': ({ model }) =>
    `Die Suche nach Bedeutung benutzt ${model}. Schalte sie aus oder wähle ein anderes Modell, und entferne dieses dann.`,
  'download.no_room': ({ free, needed }) =>
    `Auf dem Datenträger des Datenordners sind ${formatSize(free)} frei; ${formatSize(needed)} werden gebraucht. Schaff Platz, und versuche es noch einmal.`,
}
