import type { conflictSentences } from '../../shared/sentences/conflicts'
import { quoted } from '../../shared/text/quoted'
import { formatSize } from './language'

const differences: Readonly<Record<string, string>> = {
  other: 'ist inzwischen ein Ordner, eine Verknüpfung oder ein Gerät.',
  exists: 'gibt es inzwischen.',
  gone: 'ist nicht mehr da.',
  replaced: 'wurde seither durch eine andere Datei mit demselben Text ersetzt.',
  mode: 'hat seither andere Rechte.',
}

/** What moved since it was planned or done, in German. */
export const conflictsDe: typeof conflictSentences = {
  'conflict.differs': ({ path, how, before, now }) =>
    `${quoted(path)} ${differences[how] ?? `wurde seither geändert${before === now ? '' : ` (damals ${formatSize(before)}, jetzt ${formatSize(now)})`}.`} Nichts wurde getan.`,
  'conflict.gone': ({ path }) => `${quoted(path)} ist nicht mehr da. Nichts wurde getan.`,
  'conflict.gone_not_moved': ({ path }) => `${quoted(path)} ist nicht mehr da. Nichts wurde verschoben.`,
  'conflict.gone_not_back': ({ path }) => `${quoted(path)} ist nicht mehr da. Nichts wurde zurückverschoben.`,
  'conflict.changed': ({ path }) =>
    `${quoted(path)} wurde geändert, seit dies geplant wurde. Nichts wurde getan.`,
  'conflict.changed_not_moved': ({ path }) =>
    `${quoted(path)} wurde geändert, seit dies geplant wurde. Nichts wurde verschoben.`,
  'conflict.changed_not_back': ({ path }) =>
    `${quoted(path)} wurde seither geändert. Nichts wurde zurückverschoben.`,
  'conflict.taken': ({ path }) => `${quoted(path)} gibt es inzwischen. Nichts wurde getan.`,
  'conflict.taken_left': ({ path }) => `${quoted(path)} gibt es inzwischen. Es wurde gelassen, wie es ist.`,
  'conflict.leads_elsewhere': ({ path }) =>
    `${quoted(path)} führt inzwischen woandershin. Nichts wurde getan.`,
  'conflict.folder_replaced': ({ path }) =>
    `${quoted(path)} führt jetzt woandershin: Ein Ordner darüber wurde ersetzt. Nichts wurde getan.`,
  'conflict.no_folder': ({ path }) => `${quoted(path)} ist inzwischen kein Ordner. Nichts wurde getan.`,
  'conflict.folder_gone': ({ path }) =>
    `Den Ordner ${quoted(path)} gibt es nicht mehr. Leg ihn wieder an und mach dann rückgängig; nichts ist verloren.`,
  'conflict.trash_changed': ({ path }) =>
    `Was der Papierkorb von ${quoted(path)} hat, wurde geändert. Nichts wurde getan.`,
  'conflict.other_not_brought': ({ path }) =>
    `Inzwischen ist etwas anderes an ${quoted(path)}. Nichts wurde zurückgeholt.`,
  'conflict.other_not_back': ({ path }) =>
    `Inzwischen ist etwas anderes an ${quoted(path)}. Nichts wurde zurückverschoben.`,
  'conflict.other_left': ({ path }) =>
    `Inzwischen ist etwas anderes an ${quoted(path)}. Es und der Papierkorb blieben, wie sie sind.`,
  'conflict.not_in_trash': ({ path }) =>
    `${quoted(path)} ist nicht mehr im Papierkorb und lässt sich nicht zurückholen.`,
  'conflict.filled': ({ path }) => `In ${quoted(path)} sind inzwischen andere Dinge. Nichts wurde entfernt.`,
  'conflict.changed_left': ({ path }) =>
    `${quoted(path)} wurde in der Zwischenzeit geändert. Es wurde gelassen, wie es ist.`,
  'conflict.replaced_opening': ({ path }) => `${quoted(path)} wurde beim Öffnen ersetzt. Nichts wurde getan.`,
  'conflict.content_gone': ({ path }) =>
    `Der gespeicherte Inhalt von ${quoted(path)} ist weg. Nichts wurde geändert.`,
  'conflict.content_damaged': ({ path, why }) =>
    `${quoted(path)} lässt sich nicht mit dem schreiben, was aufbewahrt wurde. ${why}`,
  'conflict.not_chosen': ({ path }) =>
    `${quoted(path)} wurde seither geändert, und dafür wurde nichts gewählt. Nichts wurde getan.`,
  'conflict.grant_away': ({ path }) =>
    `Der freigegebene Ordner ${quoted(path)} ist gerade nicht da. Er kann auf einem Datenträger sein, der nicht verbunden ist. Nichts wurde getan; versuch es wieder, wenn er zurück ist.`,
  'conflict.stirring': ({ path }) =>
    `Ein anderes Programm benennt in ${quoted(path)} immer wieder Dinge um. Nichts wurde rückgängig gemacht. Versuch es noch einmal, wenn es damit aufgehört hat.`,
  'conflict.folder_away': ({ path }) =>
    `Der Ordner ${quoted(path)} ist gerade nicht da. Er kann auf einem Datenträger sein, der nicht verbunden ist, oder anders heißen. Nichts wurde getan; mach es noch einmal rückgängig, wenn er zurück ist.`,
  'conflict.builds_on': ({ number }) => `Änderung #${number} baut darauf auf und wurde behalten.`,
}
