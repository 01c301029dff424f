import { formatMebibytes } from '../../shared/format-bytes'
import type { pathSentences } from '../../shared/sentences/paths'
import { quoted } from '../../shared/text/quoted'
import { count, currentLocale, formatNumber, formatSize } from './language'

const howToGrant =
  'Freigeben kannst du Ordner in Einstellungen › Ordner oder mit dem Befehl „countersign grant ORDNER“.'
const all = ({ folders }: { readonly folders: readonly string[] }) => folders.map(quoted).join(', ')

const tooLarge = ({ path, size, limit }: { path: string; size: number; limit: number }) =>
  `${quoted(path)} hat ${formatMebibytes(size, currentLocale())}; hier gehen höchstens ${formatMebibytes(limit, currentLocale())}.`

/** What is refused of paths, folders and files, in German. */
export const pathSentencesDe: typeof pathSentences = {
  'path.secret': ({ path }) =>
    `${quoted(path)} ist ein Ort für Schlüssel, Passwörter oder Browserdaten. Werkzeuge ändern dort nie etwas, und sie lesen dort nur, wenn der Mensch am Fenster genau das erlaubt.`,
  'path.own': ({ path }) => `${quoted(path)} gehört Countersign selbst. Werkzeuge kommen da nicht heran.`,
  'path.no_grant': () => `Es ist kein Ordner freigegeben. ${howToGrant}`,
  'path.grants_away': (folders) =>
    `Die freigegebenen Ordner sind gerade nicht da: ${all(folders)}. Vielleicht ist der Datenträger nicht verbunden.`,
  'path.relative_none': ({ path, ...folders }) =>
    `${quoted(path)} ist ein relativer Pfad, und in keinem der freigegebenen Ordner gibt es ihn: ${all(folders)}. Nenne den ganzen Pfad.`,
  'path.relative_several': ({ path, ...folders }) =>
    `${quoted(path)} ist ein relativer Pfad, und es gibt ihn in mehr als einem der freigegebenen Ordner: ${all(folders)}. Nenne den ganzen Pfad.`,
  'path.link_outside': ({ path }) =>
    `${quoted(path)} führt über eine symbolische Verknüpfung aus den freigegebenen Ordnern hinaus. Ihr wurde nicht gefolgt.`,
  'path.outside': ({ path, ...folders }) =>
    `${quoted(path)} liegt außerhalb der freigegebenen Ordner (${all(folders)}). ${howToGrant}`,
  'path.read_only': ({ path }) =>
    `${quoted(path)} ist nur zum Lesen freigegeben. Ändern kannst du das in Einstellungen › Ordner.`,
  'path.empty': () => 'Der Pfad ist leer.',
  'path.nul': () => 'Im Pfad steht ein NUL-Zeichen.',
  'path.half_character': () => 'Im Pfad steht ein halbes Zeichen (ein einzelnes Surrogat).',
  'path.device': ({ path }) => `${quoted(path)} ist ein roher Gerätepfad. Nimm einen gewöhnlichen.`,
  'path.link_circle': ({ path }) =>
    `${quoted(path)} führt durch eine symbolische Verknüpfung, die im Kreis läuft.`,
  'path.link_nowhere': ({ path }) =>
    `${quoted(path)} führt durch eine symbolische Verknüpfung zu etwas, das es nicht gibt.`,
  'grant.empty': () => 'Der Pfad ist leer oder ungültig.',
  'grant.relative': ({ path }) => `${quoted(path)} ist ein relativer Pfad. Nenne den ganzen Pfad.`,
  'grant.not_there': ({ path }) => `${quoted(path)} gibt es nicht. Nichts wurde freigegeben.`,
  'grant.file': ({ path }) => `${quoted(path)} ist eine Datei. Gib den Ordner frei, in dem sie liegt.`,
  'grant.whole_disk': ({ path }) =>
    `${quoted(path)} ist der ganze Datenträger. Gib stattdessen den Ordner frei, in dem du arbeiten willst.`,
  'grant.own': ({ path }) =>
    `In ${quoted(path)} liegen die Daten von Countersign selbst. Der Ordner lässt sich nicht freigeben.`,
  'grant.secret': ({ path }) =>
    `${quoted(path)} ist ein Ort für Schlüssel, Passwörter oder Browserdaten. Er lässt sich nicht freigeben.`,
  'grant.gone': () => 'Dieser Ordner ist nicht mehr freigegeben.',
  'file.other_owner': () =>
    'Die Datei gehört einem anderen Konto; sie zu ersetzen würde das ändern. Nichts wurde geändert.',
  'file.special': ({ path }) => `${quoted(path)} ist ein Gerät oder eine Pipe, weder Datei noch Ordner.`,
  'file.special_no_copy': ({ path }) =>
    `${quoted(path)} ist ein Gerät oder eine Pipe, wovon es keine Kopie geben kann. Nichts wurde geändert.`,
  'file.odd_name': ({ path, name }) =>
    `${quoted(path)} enthält etwas, dessen Name kein gültiges Unicode ist (${quoted(name)}), deshalb kann Countersign es nicht unterscheiden. Benenne es zuerst um. Nichts wurde geändert.`,
  'file.special_not_file': ({ path }) => `${quoted(path)} ist ein Gerät oder eine Pipe, keine Datei.`,
  'file.folder': ({ path }) => `${quoted(path)} ist ein Ordner, keine Datei.`,
  'file.not_folder': ({ path }) => `${quoted(path)} ist eine Datei, kein Ordner.`,
  'file.link': ({ path }) => `${quoted(path)} ist eine symbolische Verknüpfung.`,
  'file.not_copied': ({ path }) => `${quoted(path)} ließ sich nicht getreu kopieren. Es blieb, wie es ist.`,
  'file.replaced_copying': ({ path }) =>
    `${quoted(path)} wurde beim Kopieren durch etwas anderes ersetzt. Nichts wurde getan.`,
  'file.replaced': ({ path }) =>
    `${quoted(path)} wurde inzwischen durch etwas anderes ersetzt. Es blieb, wie es ist.`,
  'file.changed_reading': ({ path }) => `${quoted(path)} wurde beim Lesen geändert. Nichts wurde getan.`,
  'file.tree_too_large': ({ path, entries, levels }) =>
    `${quoted(path)} hat mehr als ${formatNumber(entries)} Einträge oder ${formatNumber(levels)} Ebenen. Verschiebe die Teile einzeln.`,
  'file.too_many_folders': ({ path, limit }) =>
    `${quoted(path)} hat mehr als ${formatNumber(limit)} Ordner; das sind zu viele, um die Passwörter und Schlüssel darin zu finden. Gib einen kleineren Ordner zum Arbeiten frei.`,
  'file.ends_like_folder': ({ path }) => `${quoted(path)} endet wie ein Ordner. Nenne eine Datei.`,
  'file.exists_for_create': ({ path }) =>
    `${quoted(path)} gibt es schon, und Neues überschreibt nie. Nimm einen anderen Namen, oder ändere, was da ist.`,
  'file.same_content': ({ path }) => `${quoted(path)} hat schon genau diesen Inhalt. Nichts wurde geändert.`,
  'file.exists_unmade': ({ path }) => `${quoted(path)} gibt es schon. Nichts wurde angelegt.`,
  'file.exists_moving': ({ path }) =>
    `${quoted(path)} gibt es schon, und nichts wird überschrieben. Nimm einen anderen Namen, oder lege es zuerst in den Papierkorb.`,
  'file.taken_for_one': ({ path, other }) =>
    `${quoted(path)} und ${quoted(other)} unterscheiden sich nur in der Großschreibung, und für diesen Datenträger sind sie derselbe Name. Nimm Namen, die sich in mehr unterscheiden.`,
  'file.too_large_here': (file) => tooLarge(file),
  'file.too_large_to_read': (file) => `${tooLarge(file)} Ihre Zeilen lassen sich durchsuchen.`,
  'file.too_large_to_edit': (file) => `${tooLarge(file)} Zum Bearbeiten ist sie hier zu groß.`,
  'file.half_character': () => 'Im Inhalt steht ein halbes Zeichen (ein einzelnes Surrogat).',
  'file.no_half_character': ({ path }) =>
    `${quoted(path)} ist Text, in dem kein halbes Zeichen stehen kann. Nichts wurde geändert.`,
  'file.encoding_too_large': ({ path, size, limit, encoding }) =>
    `${quoted(path)} hat ${formatMebibytes(size, currentLocale())} in ${encoding}; für andere Kodierungen als UTF-8 ist die Grenze hier ${formatMebibytes(limit, currentLocale())}.`,
  'file.encoding_damaged': ({ path, encoding }) =>
    `${quoted(path)} enthält Bytes, die kein gültiges ${encoding} sind; beim Zurückschreiben änderten sie sich. Nichts wurde geändert.`,
  'file.encoding_lacks': ({ path, encoding }) =>
    `${quoted(path)} ist als ${encoding} gespeichert, worin nicht alle Zeichen des neuen Textes stehen können. Nichts wurde geändert.`,
  'file.pdf': ({ path }) =>
    `${quoted(path)} ist ein PDF, kein Text. Lesen lässt es sich, sobald es in der Bibliothek ist.`,
  'file.binary': ({ path }) =>
    `${quoted(path)} ist kein Text, sondern binär, und lässt sich nicht zeilenweise lesen.`,
  'file.not_text': ({ path }) =>
    `${quoted(path)} ist kein Text. Lesen lässt es sich, sobald es in der Bibliothek ist.`,
  'file.is_grant': ({ path }) =>
    `${quoted(path)} ist selbst ein freigegebener Ordner. Nur was darin ist, lässt sich verschieben.`,
  'file.has_own': ({ path }) =>
    `In ${quoted(path)} liegen Daten von Countersign selbst. Das lässt sich nicht verschieben.`,
  'file.disk_inside': ({ path, inside }) =>
    `Bei ${quoted(inside)} ist etwas anderes eingehängt, deshalb lässt sich ${quoted(path)} nicht als Ganzes verschieben oder entfernen: Was dort liegt, gehört an einen anderen Ort und ginge mit. Nichts wurde geändert. Häng es zuerst aus, oder wähle, was daneben liegt.`,
  'file.has_own_inside': ({ path }) => `In ${quoted(path)} liegen Daten von Countersign selbst.`,
  'file.protected_not_moved': ({ path, inside }) =>
    `In ${quoted(path)} ist etwas Geschütztes (${quoted(inside)}), deshalb lässt es sich nicht als Ganzes verschieben.`,
  'file.protected_not_copied': ({ path, inside }) =>
    `In ${quoted(path)} ist etwas Geschütztes (${quoted(inside)}), deshalb lässt es sich nicht als Ganzes kopieren.`,
  'file.to_secret': ({ path }) =>
    `${quoted(path)} ist ein Ort für Schlüssel oder Passwörter. Nichts wurde geändert.`,
  'file.planned_gone': () => 'Ein geplanter Inhalt ist nicht da.',
  'file.planned_missing': () => 'Der geplante Inhalt ist nicht da.',
  'file.planned_unreadable': () => 'Der geplante Inhalt ist nicht lesbar.',
  'file.planned_differs': () =>
    'Der geplante Inhalt ist nicht, was freigegeben wurde. Nichts wurde geändert.',
  'file.changed_since_planned': ({ path }) => `${quoted(path)} wurde geändert, seit dies geplant wurde.`,
  'file.changed_under_proposal': ({ path }) =>
    `${quoted(path)} wurde geändert, seit eine andere Änderung daran vorgeschlagen wurde, die auf eine Entscheidung wartet. Zuerst muss jene abgelehnt oder neu vorgeschlagen werden.`,
  'file.link_not_yet': ({ path }) =>
    `${quoted(path)} führt durch eine symbolische Verknüpfung, die noch nicht an ihrem Ort ist. Schlage das vor, sobald über den früheren Vorschlag entschieden ist.`,
  'file.will_be_gone': ({ path }) =>
    `${quoted(path)} wird nicht mehr da sein: Ein Vorschlag, es zu verschieben oder wegzunehmen, wartet auf eine Entscheidung. Nichts wurde geändert.`,
  'file.proposal_waits': ({ path }) =>
    `Ein Vorschlag für ${quoted(path)} wartet auf eine Entscheidung. Schlage das vor, sobald darüber entschieden ist. Nichts wurde geändert.`,
  'file.not_there': ({ path }) => `${quoted(path)} gibt es nicht. Nichts wurde geändert.`,
  'file.search_not_started': () => 'Das Suchprogramm ließ sich nicht starten.',
  'file.search_broke_off': () =>
    'Die Suche wurde von außen beendet, bevor sie fertig war. Versuche es noch einmal.',
  'file.search_not_installed': () => 'Das Suchprogramm (ripgrep) ist für dieses System nicht installiert.',
  'file.rollback_failed': ({ why, after }) =>
    `${why} Was davor getan war, ließ sich nicht gleich zurücknehmen: ${after}`,
  'file.picture': ({ path, why }) => `Das Bild ${quoted(path)}: ${why}`,
  'file.written_while_read': () =>
    'In die Datei wurde geschrieben, während sie gelesen wurde. Versuche es noch einmal.',
  'trash.leads_elsewhere': ({ path }) =>
    `${quoted(path)} führt jetzt woandershin: Ein Ordner darüber wurde ersetzt.`,
  'trash.taken': ({ path }) =>
    `Bei ${quoted(path)} ist jetzt etwas. Verschiebe es zuerst; was im Papierkorb ist, bleibt dort.`,
  'trash.not_any_more': ({ path }) => `${quoted(path)} ist nicht mehr im Papierkorb.`,
  'trash.nothing_of': ({ path }) => `Im Papierkorb ist nichts, was bei ${quoted(path)} war.`,
  'trash.gone': () => 'Das ist nicht mehr im Papierkorb.',
  'trash.not_back': ({ path }) =>
    `${quoted(path)} ließ sich nicht getreu zurückholen. Es bleibt im Papierkorb.`,
  'stored.changed': () => 'Der Inhalt wurde inzwischen geändert. Er wurde nicht gespeichert.',
  'stored.gone': ({ path }) =>
    `Etwas, das Countersign im Datenordner für die Bibliothek oder ein Rückgängigmachen aufbewahrt hat, ist weg. Nichts wurde geändert. Wenn eine Sicherung es hat, stell sie wieder her; es war die Datei ${quoted(path)}.`,
  'stored.damaged': ({ path }) =>
    `Etwas, das Countersign im Datenordner für die Bibliothek oder ein Rückgängigmachen aufbewahrt, ist beschädigt: Es ist nicht mehr, was gespeichert wurde. Nichts wurde geändert. Wenn eine Sicherung es heil hat, stell sie wieder her; es ist die Datei ${quoted(path)}.`,
  'stored.difference': () =>
    'Ein gespeicherter Unterschied passt nicht zu dem, wofür er gemacht wurde. Nichts wurde geändert.',
  'stored.other_loss': () =>
    'Was verloren ginge, ist nicht mehr, was gezeigt wurde. Nichts wurde geändert. Sieh es dir noch einmal an.',
  'stored.type': ({ expected }) => `Gib „${expected}“ ein, um dies zu bestätigen.`,
  'upload.too_large': ({ limit }) =>
    `Die Datei ist größer als ${formatSize(limit)}; sie wurde nicht genommen.`,
  'host.no_dialogs': () => 'Hier gibt es keine Dateidialoge. Tippe den Pfad, oder ziehe die Dateien herein.',
  'host.only_web': () => 'Nur Web- und Mailadressen lassen sich draußen öffnen.',
  'upload.no_name': () => 'Die Datei hat keinen brauchbaren Namen.',
  'command.not_started': ({ path, why }) =>
    `${quoted(path)} ließ sich nicht starten (${why}). Nichts wurde ausgeführt.`,
  'command.no_program': ({ path }) => `${quoted(path)} ist kein Programm, das dieses Konto ausführen kann.`,
  'command.unknown_program': ({ name }) =>
    `Im Suchpfad gibt es kein Programm ${quoted(name)}. Nenne seinen Pfad, oder setze „shell“ für eine Zeile mit Shell-Syntax.`,
  'command.program_replaced': ({ path }) =>
    `${quoted(path)} wurde inzwischen ersetzt. Nichts wurde ausgeführt.`,
  'command.too_many_secrets': ({ path, limit }) =>
    `In ${quoted(path)} sind Passwörter oder Schlüssel an mehr als ${formatNumber(limit)} Orten; das sind zu viele, um sie zu verbergen. Gib einen kleineren Ordner zum Arbeiten frei. Nichts wurde ausgeführt.`,
  'command.odd_secret': ({ path }) =>
    `${quoted(path)} ist ein Ort für Passwörter oder Schlüssel, und ein Name im Pfad ist kein gültiges Unicode, deshalb lässt er sich nicht verbergen. Benenne ihn um, oder gib einen anderen Ordner zum Arbeiten frei. Nichts wurde ausgeführt.`,
  'command.unknown': ({ id, kept }) =>
    `Es gibt keinen Befehl ${quoted(id)}. Ausgaben der letzten ${formatNumber(kept)} Befehle werden behalten, bis Countersign geschlossen wird.`,
  'command.closing': () => 'Countersign wird gerade geschlossen. Nichts wurde ausgeführt.',
  'command.folder_elsewhere': ({ path }) =>
    `${quoted(path)} führt jetzt woandershin. Nichts wurde ausgeführt.`,
  'command.other_sandbox': () => 'Die Sandbox ist nicht mehr so wie gezeigt. Nichts wurde ausgeführt.',
  'command.too_many': ({ count: n }) =>
    `${n === 1 ? '1 Befehl läuft' : `${count(n, 'Befehl', 'Befehle')} laufen`} schon. Stoppe zuerst einen davon. Nichts wurde ausgeführt.`,
}
