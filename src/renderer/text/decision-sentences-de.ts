import type { decisionSentences } from '../../shared/sentences/decisions'
import { withStop } from '../../shared/text/with-stop'
import { formatNumber } from './language'
import { inQuotesDe as inQuotes } from './told-de'

const statuses: Readonly<Record<string, string>> = {
  pending: 'noch nicht entschieden',
  approved: 'freigegeben',
  applied: 'ausgeführt',
}
const parts: Readonly<Record<string, string>> = { items: 'Einträge', hunks: 'Stellen', fields: 'Felder' }
const flaws: Readonly<Record<string, string>> = {
  missing: 'Er fehlt',
  not_following: 'Er folgt nicht auf den Eintrag davor',
  changed: 'Er wurde nach dem Schreiben geändert',
  no_head: 'Der Vermerk über den letzten Eintrag fehlt',
  cut_off: 'Er und was danach kam, fehlen',
  from_outside: 'Er wurde von außen hinzugefügt',
  another: 'Er ist nicht der Eintrag, der geschrieben wurde',
}

const because = (reason: string) =>
  reason === '' ? 'Ein Grund wurde nicht genannt.' : `Der Grund: ${withStop(reason)}`

/** What is refused of proposals and of undoing, and what became of them, in German. */
export const decisionSentencesDe: typeof decisionSentences = {
  'proposal.nothing_again': ({ number, status }) =>
    `Vorschlag #${number} ist ${statuses[status] ?? status}; es gibt nichts neu vorzuschlagen.`,
  'proposal.proposed_again': ({ number, again, status }) =>
    `Vorschlag #${number} wurde schon neu vorgeschlagen, als #${again}, und ist ${statuses[status] ?? status}.`,
  'proposal.reading_again': () =>
    'Was zum Lesen gefragt wurde, wird neu gefragt, wenn es wieder gebraucht wird.',
  'proposal.no_tool': ({ tool }) => `Das Werkzeug ${tool} gibt es nicht mehr.`,
  'proposal.nothing_left': ({ why }) => `Es gibt nichts mehr vorzuschlagen. ${why}`,
  'proposal.parts_or_edit': () => 'Wähle Teile aus oder bearbeite den Inhalt, nicht beides.',
  'proposal.other_version': () =>
    'Das wurde von einer anderen Version von Countersign geplant. Nichts wurde getan.',
  'proposal.not_edited': ({ title }) => `Was ${inQuotes(title)} vorschlägt, lässt sich nicht bearbeiten.`,
  'proposal.stricter': ({ why }) =>
    `Das müsste strenger bestätigt werden: ${why} Nichts wurde geändert. Lehne es ab, und lass es neu vorschlagen.`,
  'proposal.name_only': ({ by }) => `Nenne ${parts[by] ?? by} und sonst nichts.`,
  'proposal.too_long': () =>
    'Das ist zu lang, um ganz gezeigt zu werden, und lässt sich deshalb nicht in Teilen freigeben.',
  'proposal.no_part': ({ part }) => `In diesem Vorschlag gibt es keinen Teil ${part}. Nichts wurde geändert.`,
  'proposal.no_such_part': () => 'Diesen Teil gibt es in diesem Vorschlag nicht. Nichts wurde geändert.',
  'proposal.choose_one': () => 'Wähle mindestens einen Teil aus, oder lehne den Vorschlag ab.',
  'proposal.whole': () => 'Das lässt sich nur als Ganzes freigeben.',
  'proposal.allow_whole': () => 'Das lässt sich nur als Ganzes erlauben.',
  'proposal.reading_once': () => 'Lesen wird nur einmal erlaubt. Nichts wurde gelesen.',
  'proposal.try_again': ({ why }) => `${why} Sieh nach, was jetzt da ist, und lass es neu vorschlagen.`,
  'proposal.nothing_changed': ({ why }) => `${why} Nichts wurde geändert.`,
  'proposal.rejected': ({ number, reason }) =>
    `Vorschlag #${number} wurde abgelehnt; nichts wurde geändert. ${because(reason)} Dasselbe soll nicht ungefragt noch einmal versucht werden.`,
  'proposal.rejected_by': ({ by, reason }) =>
    `Abgelehnt von ${by === 'the person' ? 'dir' : by}. ${because(reason)} Nichts wurde geändert. Dasselbe soll nicht ungefragt noch einmal vorgeschlagen werden.`,
  'proposal.conflicted': ({ number, reason }) =>
    `Vorschlag #${number} wurde freigegeben, aber worauf er aufbaut, hatte sich inzwischen geändert. ${reason === '' ? 'Nichts wurde geändert.' : reason}`.trim(),
  'proposal.failed': ({ number, reason }) =>
    `Vorschlag #${number} wurde freigegeben, ließ sich aber nicht ausführen. Nichts wurde geändert. ${reason}`.trim(),
  'proposal.expired': ({ number }) =>
    `Vorschlag #${number} ist abgelaufen, bevor jemand entschieden hat. Nichts wurde geändert.`,
  'proposal.withdrawn': ({ number }) =>
    `Vorschlag #${number} wurde vor einer Entscheidung zurückgezogen. Nichts wurde geändert.`,
  'proposal.closed_applying': () =>
    'Die Anwendung wurde währenddessen geschlossen; was begonnen war, wurde zurückgenommen. Lass es neu vorschlagen.',
  'proposal.closed_meanwhile': () => 'Die Anwendung wurde währenddessen geschlossen.',
  'proposal.none': ({ id }) => `Es gibt keinen Vorschlag ${id}.`,
  'change.none': ({ id }) => `Es gibt keine Änderung ${id}.`,
  'change.kept_all': () =>
    'Alles davon wurde so behalten, wie es jetzt ist; es gab also nichts rückgängig zu machen.',
  'change.nothing_left': ({ of }) =>
    ({
      run: 'Von diesem Lauf ist nichts mehr da, was sich rückgängig machen lässt.',
      conversation: 'Von diesem Gespräch ist nichts mehr da, was sich rückgängig machen lässt.',
      changes: 'Von diesen Änderungen ist nichts mehr da, was sich rückgängig machen lässt.',
      undo: 'Davon ist nichts mehr da, was sich zurücknehmen lässt.',
    })[of],
  'change.no_undo': () => 'Diese Änderung lässt sich nicht zurücknehmen; das stand schon bei der Freigabe.',
  'change.undone': ({ number, by }) =>
    `Änderung #${number} ist schon rückgängig gemacht${by === 0 ? '' : ` durch Änderung #${by}`}.`,
  'change.rolled_back': ({ number }) =>
    `Änderung #${number} ist nie wirksam geworden: Sie wurde zurückgenommen.`,
  'change.interrupted': ({ number }) =>
    `Änderung #${number} wurde unterbrochen: Sie kann zum Teil wirksam geworden sein. Sie lässt sich nicht rückgängig machen.`,
  'change.under_way': ({ number }) =>
    `Änderung #${number} ist noch nicht fertig. Versuche es wieder, wenn sie es ist.`,
  'change.unrecorded': ({ what, why }) =>
    `${what} Dass es nicht getan wurde, ließ sich noch nicht festhalten; das kommt vor jeder anderen Änderung: ${why}`,
  'change.may_have_happened': ({ what, rest }) => `${what} Begonnen war es da schon. ${rest}`,
  'change.stuck': ({ what, why }) =>
    `${what} Was schon begonnen war, ließ sich NICHT zurücknehmen: ${why} Was vorher da war, ist aufbewahrt. Sieh selbst nach; Countersign versucht es beim nächsten Start wieder.`,
  'audit.intact': ({ records }) =>
    `Unversehrt: ${formatNumber(records)} ${records === 1 ? 'Eintrag' : 'Einträge'}.`,
  'audit.broken': ({ record, why }) =>
    `Gebrochen bei Eintrag ${formatNumber(record)}: ${flaws[why] ?? why}. Was ab dort aufgezeichnet ist, ist nicht verlässlich.`,
}
