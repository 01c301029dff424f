import type { missionSentences } from '../../shared/sentences/missions'
import { count } from './language'
import { inQuotesDe as inQuotes } from './told-de'

/** What is refused of missions, and what ends their iterations, in German. */
export const missionSentencesDe: typeof missionSentences = {
  'mission.none': () => 'Diesen Auftrag gibt es nicht.',
  'mission.no_iteration': () => 'Diesen Durchgang eines Auftrags gibt es nicht.',
  'mission.changed': () =>
    'Der Auftrag wurde inzwischen geändert, in einem anderen Fenster oder von einem anderen Programm. Nichts wurde gespeichert.',
  'mission.name_taken': ({ name }) => `Ein anderer Auftrag heißt schon ${inQuotes(name)}.`,
  'mission.in_trash': ({ name }) => `Der Auftrag ${inQuotes(name)} ist im Papierkorb. Hol ihn zuerst zurück.`,
  'mission.at_work': ({ name }) => `Am Auftrag ${inQuotes(name)} wird schon gearbeitet.`,
  'mission.no_assistant': () => 'Diesen Assistenten gibt es nicht. Wähle einen anderen.',
  'mission.needs_application': () =>
    'Aufträge laufen, solange die Anwendung offen ist. Öffne Countersign und versuche es noch einmal.',
  'mission.out_of_time': ({ minutes, waiting = 0 }) =>
    `Die Zeitgrenze dieses Auftrags ist erreicht: ${count(minutes, 'Minute', 'Minuten')}.${waitingInInbox(waiting)}`,
  'mission.deleted': ({ waiting = 0 }) =>
    `Der Auftrag wurde gelöscht, während daran gearbeitet wurde.${waitingInInbox(waiting)}`,
}

function waitingInInbox(waiting: number): string {
  return waiting === 0 ? '' : ` Was er vorgeschlagen hat, wartet im Eingang auf dich (${waiting}).`
}
