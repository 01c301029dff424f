import type { diskSentences } from '../../shared/sentences/disk'
import { quoted } from '../../shared/text/quoted'

/** What the disk, the database and the system refuse, in German. */
export const diskSentencesDe: typeof diskSentences = {
  'error.stopped': () => 'Gestoppt, bevor es fertig war.',
  'error.unsaid': () => 'Etwas ist fehlgeschlagen, ohne zu sagen, warum.',
  'disk.full': () =>
    'Der Datenträger ist voll. Was vorher da war, ist noch da. Schaff Platz, und versuche es noch einmal.',
  'disk.quota': () =>
    'Der zugeteilte Speicherplatz ist aufgebraucht. Schaff Platz, und versuche es noch einmal.',
  'disk.failing': () =>
    'Der Datenträger meldet einen Fehler. Was vorher da war, ist noch da. Prüfe ihn, und versuche es noch einmal.',
  'disk.refused': () =>
    'Das System verweigert diesem Konto eine Datei oder einen Ordner, der gebraucht wird. Nichts wurde geändert. Erlaube den Zugriff, und versuche es noch einmal.',
  'disk.read_only': () =>
    'Der Datenträger lässt sich nur lesen. Nichts wurde geändert. Erlaube das Schreiben, und versuche es noch einmal.',
  'disk.busy': () =>
    'Zu viele Dateien sind offen, oder ein anderes Programm benutzt die Datenbank. Versuche es noch einmal.',
  'database.full': () =>
    'Der Datenträger des Datenordners ist voll. Was vorher da war, ist noch da. Schaff Platz, und versuche es noch einmal.',
  'database.failing': () =>
    'Der Datenträger des Datenordners meldet einen Fehler. Was vorher da war, ist noch da. Prüfe ihn, und versuche es noch einmal.',
  'database.read_only': () =>
    'In die Datenbank lässt sich nicht schreiben. Nichts wurde geändert. Erlaube das Schreiben in den Datenordner, und versuche es noch einmal.',
  'database.damaged': () =>
    'Die Datenbank ist beschädigt. Nichts wurde geändert. Stelle eine Kopie aus dem Ordner „backups“ wieder her.',
  'database.no_record': () =>
    'Der Datenträger des Datenordners ist voll, deshalb ließ sich nicht festhalten, was getan würde. Nichts wurde geändert. Schaff Platz, und versuche es noch einmal.',
  'disk.not_there': ({ path }) => `${quoted(path)} gibt es nicht.`,
  'disk.through_file': ({ path }) => `${quoted(path)} führt durch etwas, das kein Ordner ist.`,
  'disk.is_folder': ({ path }) => `${quoted(path)} ist ein Ordner.`,
  'disk.exists': ({ path }) => `${quoted(path)} gibt es schon.`,
  'disk.not_empty': ({ path }) => `${quoted(path)} ist ein Ordner, der nicht leer ist.`,
  'disk.path_refused': ({ path }) =>
    `${quoted(path)} darf dieses Konto nicht benutzen: Das System verweigert es.`,
  'disk.path_protected': ({ path }) =>
    `Das System lässt das bei ${quoted(path)} nicht zu, was auch immer dein Konto darf. Es oder sein Ordner kann geschützt sein („Geschützt“ im Finder, unter Linux mit chattr +i als unveränderlich markiert), in einem gemeinsamen Ordner jemand anderem gehören oder auf einem Mac unter „Datenschutz & Sicherheit“ für dieses Programm gesperrt sein. Nichts wurde geändert. Heb das auf, und versuche es noch einmal.`,
  'disk.path_read_only': ({ path }) => `${quoted(path)} ist auf einem Datenträger, der sich nur lesen lässt.`,
  'disk.path_full': ({ path }) =>
    `${quoted(path)} ließ sich nicht schreiben: Der Datenträger ist voll. Was da war, ist noch da. Schaff Platz, und versuche es noch einmal.`,
  'disk.path_quota': ({ path }) =>
    `${quoted(path)} ließ sich nicht schreiben: Der zugeteilte Speicherplatz ist aufgebraucht. Was da war, ist noch da. Schaff Platz, und versuche es noch einmal.`,
  'disk.path_too_large': ({ path }) =>
    `${quoted(path)} ließ sich nicht schreiben: Der Datenträger nimmt keine so große Datei. Wähle einen anderen.`,
  'disk.path_busy': ({ path }) => `${quoted(path)} ließ sich nicht öffnen: Zu viele Dateien sind offen.`,
  'disk.path_in_use': ({ path }) =>
    `${quoted(path)} wird vom System oder einem anderen Programm benutzt. Was da war, ist noch da. Beende, was es benutzt, und versuche es noch einmal.`,
  'disk.path_link': ({ path }) =>
    `${quoted(path)} ist eine symbolische Verknüpfung oder führt durch eine, der nicht gefolgt wird.`,
  'disk.name_too_long': ({ path }) =>
    `${quoted(path)} hat einen Namen, der für das System zu lang ist (255 Byte je Name).`,
  'disk.path_failing': ({ path }) =>
    `${quoted(path)} ließ sich nicht benutzen: Der Datenträger meldet einen Fehler. Was da war, ist noch da. Prüfe ihn, und versuche es noch einmal.`,
  'disk.not_file': ({ path }) => `${quoted(path)} ist keine Datei.`,
  'disk.name_not_allowed': ({ path }) =>
    `${quoted(path)} hat einen Namen, den dieser Datenträger nicht erlaubt.`,
  'disk.unusable': ({ path, why }) => `${quoted(path)} ließ sich nicht benutzen: ${why}`,
  'secret.damaged': () =>
    'Der gespeicherte Schlüssel lässt sich mit diesem Konto nicht entschlüsseln. Gib ihn in den Einstellungen neu ein.',
  'secret.no_storage': () =>
    'Der Schlüsselspeicher des Systems ist nicht da, deshalb wurde der Schlüssel nicht gespeichert. Setze stattdessen ANTHROPIC_API_KEY.',
  'secret.file_damaged': ({ path }) =>
    `Die gespeicherten Schlüssel in ${path} sind nicht lesbar. Entferne die Datei, und gib sie neu ein.`,
}
