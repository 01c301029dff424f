import { inSeries } from '../../shared/sentences/english'
import type { importSentences } from '../../shared/sentences/imports'
import { count, formatNumber } from './language'
import { inQuotesDe as inQuotes } from './told-de'

const programs: Readonly<Record<string, string>> = {
  chatgpt: 'von ChatGPT',
  claude: 'von Claude',
  countersign: 'von Countersign',
  notes: 'aus Markdown-Dateien',
}

function programsInWords(source: string): string {
  return inSeries(
    source.split(' ').map((each) => programs[each] ?? each),
    'und',
  )
}

const conversations = (n: number) => count(n, 'Gespräch', 'Gespräche')
const tasks = (n: number) => count(n, 'Aufgabe', 'Aufgaben')
const things = (n: number) => count(n, 'Eintrag', 'Einträge')
const files = (n: number) => count(n, 'Datei', 'Dateien')
const stays = (n: number) => (n === 1 ? 'bleibt' : 'bleiben')

const reasons: Readonly<Record<string, (n: number) => string>> = {
  damaged: (n) =>
    `${count(n, 'Teil', 'Teile')} ${stays(n)} weg: beschädigt, oder nicht so geschrieben wie ein Gespräch`,
  empty: (n) => `${conversations(n)} ${stays(n)} weg: ohne Text`,
  too_long: (n) => `${things(n)} ${stays(n)} weg: länger, als Countersign fasst`,
  too_many: (n) =>
    `${things(n)} ${n === 1 ? 'passt' : 'passen'} nicht in einen Import: Importiere danach dasselbe noch einmal`,
  not_text: (n) => `${files(n)} ${stays(n)} weg: kein Text`,
  unreadable: (n) => `${files(n)} ${stays(n)} weg: nicht mehr da, oder mit deinem Konto nicht lesbar`,
  unlisted: (n) =>
    `${count(n, 'Ordner', 'Ordner')} ${stays(n)} mit allem darin weg: nicht mehr da, oder mit deinem Konto nicht zu öffnen`,
  ring: (n) =>
    `In ${n === 1 ? '1 Gespräch' : `${formatNumber(n)} Gesprächen`} bleiben Nachrichten weg, die nur im Kreis aufeinander folgen`,
  branches: (n) =>
    `Von ${n === 1 ? '1 Gespräch' : `${formatNumber(n)} Gesprächen`} mit sehr vielen Zweigen kommt nur der gezeigte`,
  cut: (n) =>
    `${files(n)} ${n === 1 ? 'endet' : 'enden'} mittendrin: Was davor steht, kommt. Hole den Export noch einmal, um alles zu haben`,
  attachments: (n) => `${count(n, 'Anhang oder Bild', 'Anhänge und Bilder')} ${stays(n)} draußen`,
  tools: (n) =>
    `${count(n, 'Benutzung', 'Benutzungen')} von Werkzeugen ${stays(n)} draußen; was gesagt wurde, kommt`,
  projects: (n) =>
    `${files(n)} mit Projekten und Erinnerungen ${stays(n)} draußen: Dafür gibt es hier keinen Platz`,
  damaged_records: (n) =>
    `${n === 1 ? '1 Kontakt oder eine Aufgabe' : `${formatNumber(n)} Kontakte und Aufgaben`} ${stays(n)} weg: beschädigt oder doppelt`,
  tasks_in_ring: (n) =>
    `${tasks(n)} ${stays(n)} weg: ${n === 1 ? 'Sie wartet im Kreis auf sich selbst' : 'Sie warten im Kreis aufeinander'}`,
  tasks_too_deep: (n) => `${tasks(n)} ${stays(n)} weg: in mehr Aufgaben ineinander, als Countersign fasst`,
  documents: () =>
    'Die Dokumente bleiben draußen: Füge die Dateien des Ordners „library“ deiner Bibliothek hinzu',
  records: (n) =>
    `${files(n)} mit Assistenten, Abläufen und Aufträgen ${stays(n)} draußen. Importiere Assistenten und Abläufe auf ihren Seiten; Aufträge kommen mit einer Sicherung zurück`,
  settings: () =>
    'Einstellungen, Schlüssel und freigegebene Ordner kommen nie durch einen Import: Was in einer Datei steht, darf keine Rechte geben',
  other_files: (n) => `${files(n)} ${stays(n)} weg: kein Markdown`,
  in_trash: (n) =>
    `${things(n)} ${n === 1 ? 'liegt' : 'liegen'} hier im Papierkorb, von wo du ${n === 1 ? 'ihn' : 'sie'} wiederherstellen kannst`,
  notes_beside: (n) =>
    `${files(n)} in Markdown ${stays(n)} weg, weil daneben Gespräche liegen. Importiere sie aus einem eigenen Ordner, um ${n === 1 ? 'eine Notiz' : 'Notizen'} daraus zu machen`,
}

/** What imports propose, and why they can't, in German. */
export const importSentencesDe: typeof importSentences = {
  'import.bring_in': ({ conversations: talks, notes, contacts, tasks: work, source, name }) =>
    `${inSeries(
      [
        ...(talks > 0 ? [conversations(talks)] : []),
        ...(notes > 0 ? [count(notes, 'Notiz', 'Notizen')] : []),
        ...(contacts > 0 ? [count(contacts, 'Kontakt', 'Kontakte')] : []),
        ...(work > 0 ? [tasks(work)] : []),
      ],
      'und',
    )} ${programsInWords(source)} importieren, aus ${inQuotes(name)}.`,
  'import.left_out': ({ reason, count: n, names, more }) =>
    `${reasons[reason]?.(n) ?? things(n)}${
      names.length === 0
        ? ''
        : `: ${names.map(inQuotes).join(', ')}${more === 0 ? '' : ` und ${formatNumber(more)} weitere`}`
    }.`,
  'import.here': ({ count: n, trash }) =>
    `${things(n)} ${n === 1 ? 'ist' : 'sind'} genau so schon da und ${stays(n)} weg${trash === 0 ? '' : `; davon ${formatNumber(trash)} im Papierkorb, aus dem du ${trash === 1 ? 'ihn' : 'sie'} zurückholen kannst`}.`,
  'import.beside': ({ count: n }) =>
    `${things(n)} ${n === 1 ? 'ist' : 'sind'} in einem anderen Stand schon da und ${n === 1 ? 'kommt' : 'kommen'} daneben. Nichts wird überschrieben.`,
  'import.changed_here': ({ count: n }) =>
    `${n === 1 ? '1 Kontakt oder eine Aufgabe ist da und wurde' : `${formatNumber(n)} Kontakte und Aufgaben sind da und wurden`} seit dem Export geändert; ${n === 1 ? 'das bleibt, wie es ist' : 'sie bleiben, wie sie sind'}.`,
  'import.for_nobody': ({ count: n }) =>
    `${tasks(n)} ${n === 1 ? 'ist' : 'sind'} für einen Assistenten, den es hier nicht gibt, und ${n === 1 ? 'kommt' : 'kommen'} für niemand Bestimmten.`,
  'import.tasks_alone': () =>
    'Die Aufgaben kommen ohne ihren Platz unter denen, die schon da sind: Sonst würde eine auf sich selbst warten oder in zu vielen anderen stecken.',
  'import.outside': () =>
    'Importierte Gespräche gelten als Text von außen: Wer in einem weitermacht, wird vor jeder Änderung gefragt.',
  'import.too_many_files': ({ limit }) =>
    `Es sind mehr als ${formatNumber(limit)} Dateien. Nichts wurde importiert. Wähle einen kleineren Ordner oder die Datei selbst.`,
  'import.unknown': () =>
    'Dort ist nichts, was Countersign importieren kann: keine Gespräche von ChatGPT oder Claude, keine Markdown-Dateien, kein Export von Countersign. Nichts wurde geändert. Wähle das ZIP-Archiv oder den Ordner, den du vom anderen Programm bekommen hast.',
  'import.none_readable': ({ name }) =>
    `${inQuotes(name)} ist nicht mehr da oder mit deinem Konto nicht lesbar. Nichts wurde geändert. Mach es lesbar und importiere es noch einmal.`,
  'import.all_too_long': () =>
    'Alles, was dort gefunden wurde, ist zu lang, um übernommen zu werden. Nichts wurde geändert. Teile es auf und importiere die Teile.',
  'import.nothing_usable': () =>
    'Dort sind Gespräche, aber keines ist lesbar: Die Datei ist beschädigt, abgeschnitten oder von einem anderen Programm. Nichts wurde geändert. Hole den Export noch einmal und wähle das ZIP-Archiv, wie es kam.',
  'import.moved': ({ name }) =>
    `${inQuotes(name)} ist nicht mehr das, was gezeigt wurde. Nichts wurde importiert. Importiere es noch einmal.`,
  'import.meanwhile': ({ name }) =>
    `${inQuotes(name)} kam inzwischen durch einen anderen Import. Nichts wurde importiert. Importiere die Datei noch einmal: Was da ist, bleibt dann weg.`,
  'import.changed': ({ name }) => `${inQuotes(name)} wurde seit dem Import geändert. Es bleibt, wie es ist.`,
  'import.not_kept': () =>
    'Was importiert wurde, ist nicht mehr aufgehoben. Nichts wurde geändert. Importiere es noch einmal aus der Datei.',
  'import.no_longer_kept': ({ name }) =>
    `${inQuotes(name)} ist nicht mehr im Papierkorb. Nichts wurde geändert. Importiere es noch einmal aus der Datei.`,
}
