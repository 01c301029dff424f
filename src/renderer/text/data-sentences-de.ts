import type { dataSentences } from '../../shared/sentences/data'
import { quoted } from '../../shared/text/quoted'
import { formatNumber, formatSize } from './language'

/** What backups, restores and exports fail with, in German. */
export const dataSentencesDe: typeof dataSentences = {
  'data.at_work': () =>
    'Eine Sicherung, eine Wiederherstellung oder ein Export ist im Gang. Warte, bis das fertig ist, oder halte es an.',
  'data.whole_path': () => 'Gib den ganzen Pfad an, von der Wurzel des Datenträgers an.',
  'data.inside': ({ path }) =>
    `${quoted(path)} liegt im Datenordner und ginge mit ihm verloren. Wähle einen Ort außerhalb.`,
  'data.file_there': ({ path }) =>
    `${quoted(path)} gibt es schon und ist unverändert. Wähle einen anderen Namen, oder lass die Datei ersetzen.`,
  'data.not_a_file_there': ({ path }) =>
    `${quoted(path)} gibt es schon, und es ist keine Datei. Es ist unverändert. Wähle einen anderen Namen.`,
  'data.not_a_folder': ({ path }) => `${quoted(path)} ist kein Ordner. Wähle einen neuen oder leeren.`,
  'data.folder_not_empty': ({ path }) =>
    `${quoted(path)} ist nicht leer. Es wurde nichts geschrieben. Wähle einen neuen oder leeren Ordner.`,
  'data.no_room': ({ path, needed, free }) =>
    `Der Datenträger von ${quoted(path)} hat ${formatSize(free)} frei; gebraucht werden ${formatSize(needed)}. Es wurde nichts geändert. Schaff Platz, und versuche es noch einmal.`,
  'data.too_many': ({ limit }) =>
    `Eine Sicherung fasst höchstens ${formatNumber(limit)} Dateien, und das sind mehr. Es wurde nichts geändert.`,
  'data.not_a_backup': ({ path }) =>
    `${quoted(path)} ist keine Sicherung von Countersign oder ist abgeschnitten. Es wurde nichts geändert.`,
  'data.newer': ({ path }) =>
    `${quoted(path)} wurde von einem neueren Countersign geschrieben. Es wurde nichts geändert. Aktualisiere Countersign, und versuche es noch einmal.`,
  'data.damaged': ({ path }) =>
    `${quoted(path)} ist beschädigt: Der Inhalt ist nicht, was angegeben ist. Es wurde nichts geändert. Nimm eine andere Sicherung.`,
  'data.audit_broken': ({ path }) =>
    `Die Aufzeichnung der Änderungen in ${quoted(path)} wurde nach der Sicherung verändert. Es wurde nichts geändert. Nimm eine andere Sicherung.`,
  'data.mark_damaged': ({ path }) =>
    `Eine Wiederherstellung wartet, aber ${quoted(path)} ist nicht lesbar. Es wurde nichts geändert. Brich sie ab mit: countersign restore --cancel`,
  'data.not_moved': ({ path, former, why }) =>
    `Die wiederhergestellten Daten ließen sich nicht nach ${quoted(path)} bringen; was vorher dort war, kommt nach ${quoted(former)}. Es ist nichts verloren: Der nächste Start macht weiter. ${why}`,
  'data.begun': ({ path }) =>
    `Eine Wiederherstellung nach ${quoted(path)} hat begonnen: Einige Teile sind schon an ihrem Platz, und sie jetzt abzubrechen würde Altes und Neues mischen. Es wurde nichts geändert. Starte Countersign: Dann geht sie weiter.`,
  'data.foreign_name': ({ path, name }) =>
    `${quoted(path)} enthält ${quoted(name)}, einen Namen, den es auf diesem System nicht geben kann. Es wurde nichts geändert. Stelle sie auf einem System wie dem wieder her, das sie geschrieben hat.`,
  'data.thread_ended': () =>
    'Der Teil von Countersign, der Sicherungen schreibt und liest, hat sich beendet. Was da war, ist noch da. Versuche es noch einmal.',
}
