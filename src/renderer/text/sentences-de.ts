import { inSeries } from '../../shared/sentences/english'
import { byOrigin, couldNotBeApplied } from '../../shared/sentences/gate'
import type { sentences } from '../../shared/sentences/say'
import { quoted } from '../../shared/text/quoted'
import { assistantSentencesDe } from './assistant-sentences-de'
import { conflictsDe } from './conflicts-de'
import { contactSentencesDe } from './contact-sentences-de'
import { conversationSentencesDe } from './conversation-sentences-de'
import { dataSentencesDe } from './data-sentences-de'
import { decisionSentencesDe } from './decision-sentences-de'
import { diskSentencesDe } from './disk-sentences-de'
import { documentSentencesDe } from './document-sentences-de'
import { extractionDe } from './extraction-de'
import { fieldNameDe } from './field-names-de'
import { foreignSentencesDe } from './foreign-sentences-de'
import { healthSentencesDe } from './health-sentences-de'
import { httpSentencesDe } from './http-sentences-de'
import { importSentencesDe } from './import-sentences-de'
import { count, formatCalendarDay, formatNumber, formatPercent, formatSize } from './language'
import { librarySentencesDe } from './library-sentences-de'
import { mcpSentencesDe } from './mcp-sentences-de'
import { meaningSentencesDe } from './meaning-sentences-de'
import { missionSentencesDe } from './mission-sentences-de'
import { modelSentencesDe } from './model-sentences-de'
import { noteSentencesDe } from './note-sentences-de'
import { pathSentencesDe } from './path-sentences-de'
import { refusalSentencesDe } from './refusal-sentences-de'
import { sequenceSentencesDe } from './sequence-sentences-de'
import { taskSentencesDe } from './task-sentences-de'
import { inQuotesDe as inQuotes, toldDe } from './told-de'
import { webSentencesDe } from './web-sentences-de'

const whence: Readonly<Record<string, string>> = {
  outside: 'von außerhalb der freigegebenen Ordner',
  library: 'aus der Bibliothek',
  web: 'aus dem Web',
  mcp_server: 'von einem MCP-Server',
}

const decisions: Readonly<Record<string, string>> = {
  pending: 'Nicht entschieden',
  approved: 'Schon freigegeben',
  applied: 'Schon freigegeben',
  conflict: 'Schon freigegeben',
  failed: 'Schon freigegeben',
  rejected: 'Schon abgelehnt',
  expired: 'Abgelaufen; lass es neu vorschlagen',
  withdrawn: 'Zurückgezogen, als der Lauf endete',
}

const statuses: Readonly<Record<string, string>> = {
  rejected: 'abgelehnt',
  conflict: 'überholt',
  failed: 'fehlgeschlagen',
  expired: 'abgelaufen',
  withdrawn: 'zurückgezogen',
}

const partWords: Readonly<Record<string, string>> = {
  items: 'Einträgen',
  hunks: 'Stellen',
  fields: 'Feldern',
}

const partName: Readonly<Record<string, (name: string) => string>> = {
  items: inQuotes,
  hunks: (lines) => `${lines.includes('–') ? 'Zeilen' : 'Zeile'} ${lines}`,
  fields: fieldNameDe,
}

const partNames = (by: string, names: readonly string[], all: number) =>
  `${names.map(partName[by] ?? ((name) => name)).join(', ')}${all > names.length ? ` und ${all - names.length} weitere` : ''}`

const looking: Readonly<Record<string, (path: string) => string>> = {
  read: (path) => `${path} lesen`,
  list: (path) => `Auflisten, was in ${path} ist`,
  find: (path) => `Dateien nach Namen suchen in ${path}`,
  search: (path) => `Text durchsuchen in ${path}`,
  see: (path) => `Größe, Zeiten und Rechte ansehen von ${path}`,
}
const obstacles: Readonly<Record<string, string>> = {
  secret: 'das Passwörter oder Schlüssel enthalten kann',
  outside: 'das außerhalb der freigegebenen Ordner liegt',
}

const unconfined: Readonly<Record<string, string>> = {
  no_sandbox: 'Countersign hat auf diesem System keine Sandbox für Befehle.',
  not_installed: 'Bubblewrap (bwrap), das ihn einschließen würde, ist nicht installiert.',
  not_allowed: 'Bubblewrap ist installiert, aber dieses System lässt es nicht arbeiten.',
}

const inFolders = (folders: number) =>
  folders > 0 ? `, in ${count(folders, 'neuem Ordner', 'neuen Ordnern')}` : ''

const kind = ({ type, width, height }: { type: string; width: number; height: number }) => {
  if (type === '') return 'kein Text'
  return width === 0 ? type : `${type}, ${formatNumber(width)} × ${formatNumber(height)} Pixel`
}

const inside = ({ inside: n = 0 }: { readonly inside?: number }) =>
  n > 0 ? ` mit ${count(n, 'Datei', 'Dateien')}` : ''

const moved = (what: Parameters<(typeof sentences)['files.move']>[0]) =>
  (what.count === 1
    ? `${quoted(what.from)}${inside(what)} nach ${quoted(what.to)}`
    : `${count(what.count, 'Eintrag', 'Einträge')}${inside(what)}: ${toldDe(what)}`) + inFolders(what.folders)

const entries = (n: number) => count(n, 'Eintrag', 'Einträge')

/** The sentences of the catalogue in German. */
export const sentencesDe: typeof sentences = {
  ...conflictsDe,
  ...librarySentencesDe,
  ...webSentencesDe,
  ...modelSentencesDe,
  ...meaningSentencesDe,
  ...healthSentencesDe,
  ...dataSentencesDe,
  ...refusalSentencesDe,
  ...decisionSentencesDe,
  ...assistantSentencesDe,
  ...contactSentencesDe,
  ...taskSentencesDe,
  ...conversationSentencesDe,
  ...diskSentencesDe,
  ...pathSentencesDe,
  ...documentSentencesDe,
  ...httpSentencesDe,
  ...importSentencesDe,
  ...mcpSentencesDe,
  ...foreignSentencesDe,
  ...missionSentencesDe,
  ...noteSentencesDe,
  ...sequenceSentencesDe,
  ...extractionDe,
  'gate.for_good': () => 'Es lässt sich nicht rückgängig machen.',
  'gate.many_things': ({ count: n }) => `Es ändert ${formatNumber(n)} Dinge auf einmal.`,
  'gate.has_read': ({ scope, names, origins, more }) => {
    const read = byOrigin(names, origins).map(({ origin, names: those }) => {
      const named = those.map((name) => (name === '' ? 'etwas' : inQuotes(name)))
      return `${inSeries(named, 'und')} ${whence[origin] ?? ''}`
    })
    const all = inSeries(more > 0 ? [...read, `${formatNumber(more)} weitere`] : read, 'und')
    return scope === 'run' ? `Dieser Lauf hat gelesen: ${all}.` : `Dieses Gespräch hat gelesen: ${all}.`
  },
  'gate.would_send': ({ scope, hosts }) =>
    `Es würde eine Anfrage an ${hosts.join(' und ')} senden, und was ${scope === 'run' ? 'dieser Lauf' : 'dieses Gespräch'} gelesen hat, kann das verlangt haben. Sieh dir alles an, was gesendet würde.`,
  'gate.client_sends': ({ name, hosts }) =>
    `Es würde eine Anfrage an ${hosts.join(' und ')} senden. Was ${inQuotes(name)} anderswo gelesen hat, ist hier nicht bekannt, darum gilt --approve safe dafür nicht. Sieh dir alles an, was gesendet würde.`,
  // Which tool it is, the window says beside it by its German title.
  'gate.ask_send': ({ hosts }) => `Eine Anfrage an ${hosts.join(' und ')} senden.`,
  'gate.ask_read': ({ what, german }) =>
    `${german === undefined ? '' : `${german}: `}${what === '' ? 'Mit dem ausführen, was hier steht' : what}`,
  'gate.asked_by_policy': () =>
    'Du hast für dieses Werkzeug eingestellt, dass du vor jeder Verwendung gefragt wirst.',
  'gate.may_not_send': ({ hosts }) =>
    `Was vorher gelesen wurde, kann verlangt haben, etwas an ${hosts.join(' und ')} zu senden, und hier lässt sich niemand fragen. Nichts wurde gesendet.`,
  'gate.holds_in_run': () => 'Ein Ja gilt für genau dies, nur in diesem Lauf.',
  'gate.holds_in_conversation': () =>
    'Der Lauf hat nicht gewartet. Ein Ja gilt für genau dies, nur in diesem Gespräch.',
  'gate.edited': () => 'Der Inhalt wurde vor der Freigabe bearbeitet.',
  'gate.in_part': ({ by, count, total, names, left, leftCount }) =>
    `${count} von ${total} ${partWords[by] ?? by}: ${partNames(by, names, count)}. Weggelassen: ${partNames(by, left, leftCount)}.`,
  'gate.expired': () =>
    'Es wurde nicht rechtzeitig entschieden. Lass es neu vorschlagen, wenn es noch gewünscht ist.',
  'gate.restored': () =>
    'Eine Sicherung wurde wiederhergestellt, in der das noch wartete. Lass es neu vorschlagen, wenn es noch gewünscht ist.',
  'gate.withdrawn': () => 'Sein Lauf endete vor einer Entscheidung.',
  'gate.replaced': ({ number }) =>
    `Seine Änderung wurde vor einer Entscheidung noch einmal vorgeschlagen: An seiner Stelle steht #${number}.`,
  'gate.needed_rejected': ({ number, reason }) =>
    `Es baut auf #${number} auf, das abgelehnt wurde${reason === '' ? '.' : `: ${reason}`}`,
  'gate.undid': ({ summary }) => `Rückgängig gemacht: ${summary}`,
  'gate.undid_over': ({ summary }) => `Über spätere Änderungen hinweg rückgängig gemacht: ${summary}`,
  'gate.undid_items': ({ names, more, summary }) =>
    `Nur ${names.map(inQuotes).join(', ')}${more > 0 ? ` und ${formatNumber(more)} weitere` : ''} rückgängig gemacht von: ${summary}`,
  'gate.did_again': ({ summary }) => `Erneut getan: ${summary}`,
  'gate.only_people': () => 'Nur ein Mensch kann entscheiden: im Fenster oder auf der Befehlszeile.',
  'gate.closed': ({ number, status, by }) =>
    `${decisions[status] ?? status}${by === '' ? '' : ` (${by === 'the person' ? 'du' : by})`}${couldNotBeApplied(status) ? ', konnte aber nicht angewendet werden' : ''}. Vorschlag #${number} ist geschlossen.`,
  'gate.not_shown': () =>
    'Das ist nicht, was gezeigt wurde. Nichts wurde geändert. Sieh dir den Vorschlag noch einmal an.',
  'gate.part_not_shown': () =>
    'Das ist nicht der Teil, der gezeigt wurde. Nichts wurde geändert. Sieh ihn dir noch einmal an.',
  'gate.altered': ({ number }) =>
    `Vorschlag #${number} wurde nach dem Speichern verändert und kann nicht freigegeben werden. Nichts wurde geändert. Lehne ihn ab und lass ihn neu vorschlagen.`,
  'gate.tool_gone': ({ tool }) =>
    `Das Werkzeug ${tool} gibt es nicht mehr. Nichts wurde geändert; lehne den Vorschlag ab.`,
  'gate.stricter': ({ title }) =>
    `„${title}“ wird jetzt strenger bestätigt. Lehne den Vorschlag ab und lass ihn neu vorschlagen.`,
  'gate.type': ({ expected }) => `Gib „${expected}“ ein, um dies freizugeben.`,
  'gate.needs_waiting': ({ number, needed }) =>
    `Vorschlag #${number} braucht #${needed}, der noch nicht ausgeführt ist. Nichts wurde geändert. Gib zuerst #${needed} frei.`,
  'gate.needs_gone': ({ number, needed, status }) =>
    `Vorschlag #${number} braucht #${needed}, der nicht ausgeführt wurde (${statuses[status] ?? status}). Nichts wurde geändert. Lass #${needed} neu vorschlagen oder lehne diesen ab.`,
  'gate.call_moved': ({ title }) =>
    `${inQuotes(title)} ist jetzt ein anderes Werkzeug oder führt woandershin als bei der Anzeige. Nichts wurde gelesen oder gesendet.`,
  'gate.reading_moved': () => 'Der Pfad führt jetzt woandershin. Nichts wurde gelesen.',
  'gate.undo_ended': ({ number }) =>
    `Änderung #${number} lässt sich nicht mehr rückgängig machen: Zeit oder Platz für das, was sie ersetzte, war abgelaufen. Nichts wurde geändert.`,
  'gate.undo_tool_gone': ({ tool }) =>
    `Das Werkzeug ${tool}, das dies rückgängig machen könnte, gibt es nicht mehr.`,
  'gate.undo_damaged': () => 'Was gespeichert ist, um diese Änderung rückgängig zu machen, ist beschädigt.',
  'gate.undo_not_over': () =>
    'Dies lässt sich nicht über spätere Änderungen hinweg rückgängig machen. Nichts wurde geändert.',
  'gate.undo_whole': () =>
    'Diese Änderung lässt sich nur als Ganzes rückgängig machen. Nichts wurde rückgängig gemacht.',
  'gate.undo_unknown': () => 'Das gibt es in dieser Änderung nicht. Nichts wurde rückgängig gemacht.',
  'gate.wrong_input': ({ missing, unknown, wrong, more = 0 }) =>
    [
      'Die Angaben dieses Aufrufs passen nicht, deshalb wurde er nicht ausgeführt.',
      ...missing.map((name) => `${inQuotes(name)} fehlt.`),
      ...unknown.map((name) => `${inQuotes(name)} gibt es nicht.`),
      ...wrong.map((name) => `${inQuotes(name)} ist nicht, was es sein soll.`),
      ...(more === 0
        ? []
        : [more === 1 ? 'Eine weitere Angabe passt nicht.' : `${more} weitere Angaben passen nicht.`]),
    ].join(' '),
  'gate.no_such_tool': ({ name }) =>
    `Aufgerufen wurde ein Werkzeug namens ${inQuotes(name)}, das es nicht gibt. Nichts wurde getan.`,
  'gate.no_such_tools': ({ names }) =>
    names.length === 1
      ? `Ein Werkzeug namens ${names.map(inQuotes).join('')} gibt es nicht, also wurde es nicht geladen.`
      : `Werkzeuge namens ${names.map(inQuotes).join(', ')} gibt es nicht, also wurde keines geladen.`,
  'gate.too_tangled': () =>
    'Was geschickt wurde, hat mehr Felder oder mehr Ebenen ineinander, als hier irgendetwas nimmt. Nichts wurde getan. Schick weniger auf einmal.',
  'gate.undo_items_gone': () =>
    'Das wurde schon rückgängig gemacht oder ist nicht mehr da. Nichts wurde geändert.',
  'files.create': ({ path, lines, size, folders }) =>
    `${quoted(path)} anlegen (${count(lines, 'Zeile', 'Zeilen')}, ${formatSize(size)})${inFolders(folders)}`,
  'files.create_binary': ({ path, size, folders, ...what }) =>
    `${quoted(path)} anlegen (${kind(what)}, ${formatSize(size)})${inFolders(folders)}`,
  'files.create_folder': ({ path, above }) =>
    `Den Ordner ${quoted(path)} anlegen${above > 0 ? ` und ${count(above, 'Ordner', 'Ordner')} darüber` : ''}`,
  'files.edit': ({ path, count: n, added, removed }) =>
    `${quoted(path)} bearbeiten: ${count(n, 'Ersetzung', 'Ersetzungen')}, +${formatNumber(added)} −${formatNumber(removed)} Zeilen`,
  'files.append': ({ path, lines }) => `${count(lines, 'Zeile', 'Zeilen')} an ${quoted(path)} anhängen`,
  'files.overwrite_new': ({ path, size }) => `${quoted(path)} anlegen (${formatSize(size)})`,
  'files.overwrite': ({ path, before, size }) =>
    `${quoted(path)} (${formatSize(before)}) mit ${formatSize(size)} neuem Text überschreiben`,
  'files.overwrite_binary': ({ path, before, size, ...what }) =>
    `${quoted(path)} (${formatSize(before)}) mit ${formatSize(size)} überschreiben (${kind(what)})`,
  'files.move': (what) => `Verschieben: ${moved(what)}`,
  'files.copy': ({ size, ...what }) => `Kopieren: ${moved(what)} (${formatSize(size)})`,
  'files.move_part': ({ count: n, ...names }) => `${entries(n)} verschieben: ${toldDe(names)}`,
  'files.copy_part': ({ count: n, ...names }) => `${entries(n)} kopieren: ${toldDe(names)}`,
  'files.trash': ({ single, folders, inside, size, ...names }) => {
    const what = [
      ...(single > 0 ? [count(single, 'Datei', 'Dateien')] : []),
      ...(folders > 0
        ? [`${count(folders, 'Ordner', 'Ordner')} mit ${count(inside, 'Datei', 'Dateien')}`]
        : []),
    ].join(' und ')
    return `${what} in den Papierkorb legen (${formatSize(size)}): ${toldDe(names)}`
  },
  'files.trash_part': ({ count: n, size, ...names }) =>
    `${entries(n)} in den Papierkorb legen (${formatSize(size)}): ${toldDe(names)}`,
  'files.restore': ({ count: n, size, ...names }) =>
    `${entries(n)} aus dem Papierkorb zurückholen (${formatSize(size)}): ${toldDe(names)}`,
  'files.restore_part': ({ count: n, ...names }) =>
    `${entries(n)} aus dem Papierkorb zurückholen: ${toldDe(names)}`,
  'files.ask': ({ how, path, why }) =>
    `${looking[how]?.(quoted(path)) ?? quoted(path)}, ${obstacles[why] ?? why}`,
  'files.ask_find': ({ path, pattern, why }) =>
    `${quoted(pattern)} nach Namen suchen in ${quoted(path)}, ${obstacles[why] ?? why}`,
  'files.ask_search': ({ path, query, why }) =>
    `${quoted(query)} suchen im Text von ${quoted(path)}, ${obstacles[why] ?? why}`,
  'files.inside': ({ files }) => `Ordner mit ${count(files, 'Datei', 'Dateien')}`,
  'files.new_folder': () => 'neuer Ordner',
  'files.link': () => 'symbolischer Link; worauf er zeigt, bleibt',
  'files.in_trash': ({ date, inside }) =>
    `${inside === undefined ? '' : `Ordner mit ${count(inside, 'Datei', 'Dateien')}, `}im Papierkorb seit dem ${formatCalendarDay(date)}`,
  'files.present_content': () => 'was jetzt darin steht',
  'files.given_to_model': () => 'Was gelesen wird, bekommt das Modell; das lässt sich nicht zurücknehmen.',
  'files.as_it_is': () =>
    'Mit diesem Text bleibt die Datei, wie sie ist. Nichts wurde geändert. Wenn du das willst, lehne den Vorschlag ab.',
  'edit.no_match': ({ edit, of, named, what, spaced }) =>
    `${of === 1 ? 'Die Änderung' : `Änderung ${edit} von ${of}`} passt nicht: Der Text, den sie ersetzt, steht nicht in ${named}. ${
      spaced
        ? 'Dieselben Wörter stehen mit anderen Abständen oder Zeilenumbrüchen da; der Text muss genau so lauten, wie er dort steht.'
        : `${what === 'file' ? 'Die Datei' : 'Die Notiz'} ist vielleicht geändert worden, seit sie gelesen wurde; der Text muss genau so lauten, wie er jetzt dort steht.`
    } Nichts wurde geändert.`,
  'edit.several_matches': ({ edit, of, named, places, lines }) =>
    `${of === 1 ? 'Die Änderung' : `Änderung ${edit} von ${of}`} passt an ${places === 0 ? 'sehr vielen' : places} Stellen in ${named} (Zeilen ${lines}). Sie braucht mehr Text um die gemeinte Stelle oder muss sagen, dass alle ersetzt werden. Nichts wurde geändert.`,
  'files.long_difference': () => 'Der Unterschied ist lang; nur sein erster Teil wird gezeigt.',
  'files.long_text': ({ count: n }) =>
    `Der Text ist lang: ${formatNumber(n)} Zeichen zwischen Anfang und Ende werden nicht gezeigt.`,
  'files.not_compared': () => 'Was jetzt da ist, ist kein Text oder zu lang zum Vergleichen.',
  'files.protected_go_along': ({ path, count: n }) =>
    `In ${quoted(path)} sind ${count(n, 'geschützter Eintrag', 'geschützte Einträge')}, die mitgehen.`,
  'files.acted_on': ({ path }) =>
    `Andere Programme richten sich von selbst nach ${quoted(path)}: Was dort steht, kann sie Befehle ausführen lassen.`,
  'files.hard_links': ({ links }) =>
    `Die Datei hat ${formatNumber(links)} Namen (feste Verknüpfungen). Die anderen behalten den alten Text, und diese wird eine eigene Datei; das bleibt sie auch nach dem Rückgängigmachen.`,
  'files.program': () => 'Die Datei ist ein Programm, das ausgeführt werden kann.',
  'files.beyond_kept': ({ size, kept }) =>
    `${formatSize(size)} sind mehr als die ${formatSize(kept)}, die zum Rückgängigmachen aufgehoben werden: Das lässt sich nur zurückholen, bis Countersign das nächste Mal Platz schafft, was einmal am Tag geschieht.`,
  'files.write_protected': () => 'Die Datei ist schreibgeschützt.',
  'files.replaces': ({ percent }) => `Es ersetzt ${formatPercent(percent)} des Textes.`,
  'runs.another_at_work': ({ name }) =>
    `${inQuotes(name)} arbeitet hier noch und nimmt keine Nachricht für einen anderen Assistenten an. Nichts wurde gesendet: Warte, bis er fertig ist, oder stoppe ihn.`,
  'runs.no_title': () => 'Die Antwort des Modells enthielt keinen Titel.',
  'commands.run': ({ line, shell, folder }) =>
    `${shell ? 'In der Shell ausführen: ' : 'Ausführen: '}${quoted(line)} in ${quoted(folder)}`,
  'commands.stop': ({ line, folder }) => `Anhalten: ${quoted(line)} in ${quoted(folder)}`,
  'commands.no_undo': () => 'Was ein Befehl tut, lässt sich nicht rückgängig machen.',
  'commands.interrupted': () =>
    'Der Befehl wurde unterbrochen. Er kann zum Teil oder ganz gelaufen sein und noch laufen; was er getan hat, lässt sich nicht rückgängig machen. Sieh nach, bevor du ihn noch einmal ausführst.',
  'commands.unfinished': () =>
    'Was er nicht zu Ende gebracht hat, ist verloren. Das lässt sich nicht rückgängig machen.',
  'commands.unconfined': ({ why, because }) =>
    `Er läuft ohne Sandbox: Er kann alles lesen und ändern, was dein Konto kann, auch Passwörter und Schlüssel wie .env-Dateien, und das Netz benutzen. ${unconfined[because] ?? why}`,
  'commands.in_sandbox': ({ grant, network }) =>
    `Er läuft in einer Sandbox: Er kann nur Dateien in ${quoted(grant)} ändern und ${network ? 'kann das Netz benutzen' : 'hat kein Netz'}. Bekannte Orte von Passwörtern und Schlüsseln sieht er nicht, auch nicht in diesem Ordner; was dort hinkommt, während er läuft, sieht er.`,
}
