import type { modelSentences } from '../../shared/sentences/model'
import {
  itSaysDe as itSays,
  networkReasonDe as networkReason,
  serverSaysDe as serverSays,
} from './network-de'

const keysInUse: Readonly<Record<string, string>> = {
  none: 'ohne Schlüssel',
  environment: 'mit dem Schlüssel aus der Umgebung',
  stored: 'mit dem gespeicherten Schlüssel',
}

/** What goes wrong with a model and its server, in German. */
export const modelSentencesDe: typeof modelSentences = {
  'model.stopped': () => 'Gestoppt, bevor die Antwort vollständig war.',
  'model.stopped_before': () => 'Gestoppt, bevor das Modell gefragt wurde.',
  'model.silent': ({ address, seconds }) =>
    `Der Modellserver ${address} hat ${seconds} s lang nicht geantwortet.`,
  'model.stalled': ({ address, seconds }) =>
    `Der Modellserver ${address} hat mitten in der Antwort aufgehört und ${seconds} s lang nichts gesendet.`,
  'model.slept': ({ address }) =>
    `Dieser Computer hat geschlafen, während der Modellserver ${address} gefragt war; es kommt keine Antwort mehr.`,
  'model.slept_in_middle': ({ address }) =>
    `Dieser Computer hat geschlafen, während der Modellserver ${address} antwortete; es kommt nichts mehr.`,
  'model.unreachable': ({ address, reason }) =>
    `Der Modellserver ${address} ist nicht erreichbar: ${networkReason(reason)}.`,
  'model.server_failed': ({ address, words }) => `Der Modellserver ${address} hat einen Fehler: ${words}`,
  'model.overloaded': ({ says }) =>
    `Das Modell ist überlastet.${serverSays(says)} Versuche es gleich noch einmal.`,
  'model.too_many_requests': ({ says }) =>
    `Zu viele Anfragen an das Modell.${serverSays(says)} Versuche es gleich noch einmal.`,
  'model.key_refused': ({ says }) =>
    `Der Modellserver hat den Schlüssel abgelehnt.${itSays(says)} Prüfe ihn in den Einstellungen.`,
  'model.key_refused_at': ({ address, status, says }) =>
    `Der Modellserver ${address} hat den Schlüssel abgelehnt (${status}).${itSays(says)} Prüfe ihn in den Einstellungen.`,
  'model.key_refused_listing': ({ address, status }) =>
    `Der Modellserver ${address} hat den Schlüssel abgelehnt (${status}).`,
  'model.no_credit': ({ says }) => `Das Konto dieses Schlüssels hat kein Guthaben.${serverSays(says)}`,
  'model.spend_limit': ({ says }) =>
    `Die Ausgabengrenze dieses Schlüssels ist erreicht.${serverSays(says)} Erhöhe sie oder nimm einen anderen Schlüssel.`,
  'model.refused': ({ says }) => `Der Modellserver hat die Anfrage abgelehnt.${itSays(says)}`,
  'model.refused_at': ({ address, status, says }) =>
    `Der Modellserver ${address} hat die Anfrage abgelehnt (${status}).${itSays(says)}`,
  'model.broke_off': ({ says }) => `Das Modell hat mit einem Fehler abgebrochen.${serverSays(says)}`,
  'model.no_such_model': ({ address, model, says }) =>
    `Der Server ${address} kennt das Modell „${model}“ nicht oder lässt es dich nicht benutzen (404).${itSays(says)} Wähle in den Einstellungen ein anderes Modell.`,
  'model.unknown': ({ address, model, says }) =>
    `Der Server ${address} kennt das Modell „${model}“ nicht oder bietet keine Messages-API (404).${itSays(says)} Prüfe den Namen des Modells in den Einstellungen. Ein Server, der nur die API von OpenAI bietet, geht nicht: Ollama, LM Studio, llama.cpp und vLLM haben die Messages-API in neueren Versionen.`,
  'model.asked_too_often': ({ address, status, says }) =>
    `Der Modellserver ${address} wird zu oft gefragt (${status}).${itSays(says)} Versuche es gleich noch einmal.`,
  'model.overloaded_at': ({ address, status, says }) =>
    `Der Modellserver ${address} ist überlastet (${status}).${itSays(says)} Versuche es gleich noch einmal.`,
  'model.failed_at': ({ address, status, says }) =>
    `Der Modellserver ${address} hat einen Fehler (${status}).${itSays(says)}`,
  'model.too_long': ({ says }) =>
    `Dieses Gespräch ist länger, als das Modell auf einmal annimmt.${serverSays(says)} Nichts davon geht verloren. Mach in einem neuen Gespräch weiter, oder wähle in den Einstellungen ein Modell, das mehr annimmt.`,
  'model.ended_early': () => 'Die Antwort des Modells endete zu früh.',
  'model.ended_in_middle': ({ address }) =>
    `Der Modellserver ${address} hat mitten in der Antwort aufgehört.`,
  'model.empty_answer': ({ address }) => `Der Modellserver ${address} hat eine leere Antwort gesendet.`,
  'model.web_page': ({ address }) =>
    `Der Server ${address} hat mit einer Webseite statt mit der Messages-API geantwortet. Prüfe die Adresse in den Einstellungen.`,
  'model.not_events': ({ address, says }) =>
    `Der Server ${address} hat keine Antwort gestreamt, wie es die Messages-API tut.${serverSays(says)} Prüfe seine Version und die Adresse in den Einstellungen.`,
  'model.not_json': () => 'Der Modellserver hat etwas gesendet, das kein JSON ist.',
  'model.unknown_event': () => 'Der Modellserver hat etwas gesendet, das es in der Messages-API nicht gibt.',
  'model.declined': ({ says }) =>
    `Das Modell beantwortet das nicht.${says === '' ? '' : ` Es sagt: ${says}`} Frage anders: Deine Nachricht und diese Antwort bekommt es nicht noch einmal.`,
  'model.summary_ended_early': () => 'Die Zusammenfassung des Gesprächs durch das Modell endete zu früh.',
  'model.no_plain_answer': ({ address, model }) =>
    `Der Server ${address} hat eine einfache Frage an „${model}“ nicht beantwortet; was er sonst kann, ist also unbekannt. Prüfe den Namen des Modells und den Schlüssel.`,
  'model.no_list': ({ address, status }) => `Der Server ${address} nennt keine Modelle (${status}).`,
  'model.list_too_long': () => 'Die Liste der Modelle ist zu lang, um eine zu sein.',
  'model.answer_too_long': () => 'Die Antwort des Modellservers ist zu lang, um eine zu sein.',
  'model.went_on': ({ tokens }) =>
    `Der Modellserver sollte höchstens ${tokens} Tokens schreiben und ging weit darüber hinaus; darum wurde seine Antwort beendet. Was bis dahin ankam, ist noch da. Frage nach weniger auf einmal, oder prüfe den Server und sein Modell in den Einstellungen.`,
  'model.none_there': ({ address }) =>
    `Auf dem Server ${address} ist kein Modell. Lade dort eines, oder nenne eines in den Einstellungen.`,
  'model.no_key': () =>
    'Für das Modell gibt es keinen Schlüssel. Gib in den Einstellungen einen ein, oder nimm den Offline-Assistenten.',
  'model.odd_key': () =>
    'Im Schlüssel für das Modell steht ein Zeichen, das kein Schlüssel hat, etwa ein Zeilenumbruch. Kopiere ihn noch einmal, ganz und ohne etwas darum herum.',
  'model.offline_asks_nothing': () => 'Der Offline-Assistent fragt keinen Server. Wähle zuerst ein Modell.',
  'model.address_with_secret': () =>
    'In der Adresse eines Modellservers stehen weder Name noch Passwort noch Parameter. Schreibe sie so: http://127.0.0.1:11434, und gib einen Schlüssel als Schlüssel ein.',
  'model.no_address': ({ text }) =>
    `„${text}“ ist keine Adresse eines Modellservers. Schreibe sie so: http://127.0.0.1:11434.`,
  'model.offline_in_use': () => 'Der Offline-Assistent antwortet aus der Bibliothek, ohne Modell.',
  'model.in_use': ({ address, model, key, missing }) =>
    `${model === '' ? 'Das erste Modell' : model} auf ${address}, ${keysInUse[key] ?? key}.${missing ? ' Gib einen Schlüssel ein, um es zu benutzen.' : ''}`,
  'run.closed': () => 'Die Anwendung wurde währenddessen geschlossen.',
  'run.stopped': () => 'Gestoppt. Was angekommen war, ist noch da.',
  'run.call_after_turns': () => 'Das wurde nicht ausgeführt: Der Lauf hatte alle Schritte verbraucht.',
  'run.call_after_end': () => 'Das wurde nicht zu Ende ausgeführt: Der Lauf endete vorher.',
  'run.arguments_broken': () =>
    'Was das Modell für diesen Aufruf geschrieben hat, war abgebrochen oder beschädigt. Er wurde nicht ausgeführt.',
  'run.tool_not_loaded': ({ tool }) =>
    `Das Modell hatte die Beschreibung von ${tool} noch nicht angefordert. Der Aufruf wurde nicht ausgeführt.`,
  'run.call_cut': () =>
    'Die Antwort wurde an ihrer Längengrenze abgeschnitten, also wurde dieser Aufruf nicht ausgeführt. Geh in kleineren Schritten vor.',
  'run.call_full': () =>
    'Die Antwort wurde abgeschnitten, weil das Gespräch voll ist, also wurde dieser Aufruf nicht ausgeführt.',
  'run.call_declined': () =>
    'Das Modell wollte nicht weitermachen, also wurde dieser Aufruf nicht ausgeführt.',
  'run.call_stopped': () => 'Der Lauf wurde gestoppt, bevor dies begann.',
}
