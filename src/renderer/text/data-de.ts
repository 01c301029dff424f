import type { dataEn } from './data-en'
import { count, type Widened } from './language'

/** The German texts of backup, restore, export and import. */
export const dataDe: Widened<typeof dataEn> = {
  title: 'Sicherung und Export',
  intro:
    'Deine Daten gehören dir: Heb eine Kopie anderswo auf, hol eine zurück, nimm alles mit in andere Programme, oder hol herein, was sie haben.',
  backUp: 'Sichern',
  backUpText:
    'Alles, was sich nicht neu machen lässt, in einer Datei: Gespräche, Dokumente, Notizen, Aufgaben, Kontakte, Änderungen und ihr Rückgängigmachen, Assistenten, Abläufe, Aufträge, Einstellungen. Ohne Schlüssel, Passwörter und heruntergeladene Modelle.',
  backUpButton: 'Sichern…',
  lastBackup: (when, path, size) => `Letzte Sicherung: ${when}, ${size}, ${path}`,
  restore: 'Wiederherstellen',
  restoreText:
    'Setzt eine Sicherung an die Stelle aller jetzigen Daten, die in einem Ordner daneben aufgehoben werden.',
  restoreButton: 'Wiederherstellen…',
  export: 'Exportieren',
  exportText:
    'Gespräche als Markdown und JSON, die Originale deiner Dokumente, deine Notizen, Aufgaben, Kontakte, Änderungen, Assistenten, Abläufe und Aufträge, in einem Ordner, den andere Programme lesen.',
  exportButton: 'Exportieren…',
  import: 'Importieren',
  importText:
    'Gespräche von ChatGPT und Claude aus den Daten, die sie exportieren, Notizen aus Obsidian, Notion, Joplin oder Bear, oder was ein anderes Countersign exportiert hat. Du siehst, was käme, bevor etwas geschieht.',
  importButton: 'Importieren…',
  importNothing: 'Darin ist nichts Neues: Alles ist schon da oder lässt sich nicht importieren.',
  importOwn: 'Die Notizen, Kontakte und Aufgaben darin sind von mir',
  importOwnHint:
    'Dann trauen Assistenten ihnen wie deinen eigenen Worten. Sonst gelten sie als Text von außen: Wer sie liest, fragt vor jeder Änderung.',
  chooseFile: 'Datei wählen…',
  forms: {
    import: {
      title: 'Importieren',
      text: 'Ein ZIP-Archiv, wie du es bekommen hast, der Ordner, der darin war, ein Ordner mit Markdown-Dateien oder eine einzelne Datei. Zuerst siehst du, was darin ist.',
      label: 'Datei oder Ordner',
      placeholder: '/home/ich/Downloads/chatgpt-export.zip',
      confirm: 'Ansehen',
    },
    backup: {
      title: 'Sichern',
      text: 'Du kannst dabei weiterarbeiten. Wer die Datei hat, kann sie lesen: Bewahre sie sicher auf.',
      label: 'Datei',
      placeholder: '/media/stick/countersign-sicherung.zip',
      confirm: 'Sichern',
    },
    restore: {
      title: 'Eine Sicherung wiederherstellen',
      text: 'Zuerst wird die Sicherung angesehen. Noch ändert sich nichts.',
      label: 'Sicherungsdatei',
      placeholder: '/media/stick/countersign-sicherung.zip',
      confirm: 'Ansehen',
    },
    export: {
      title: 'Alles exportieren',
      text: 'In einen neuen oder leeren Ordner; den Ordner darüber muss es geben.',
      label: 'Ordner',
      placeholder: '/home/ich/countersign-export',
      confirm: 'Exportieren',
    },
  },
  writePlace: (path) => `Geschrieben wird nach ${path}`,
  readPlace: (path) => `Gelesen wird ${path}`,
  replace: 'Die vorhandene Datei ersetzen',
  backedUp: (size) => `Gesichert, ${size}`,
  missing: (n) =>
    `${count(n, 'gespeicherte Datei kommt', 'gespeicherte Dateien kommen')} aus ihr nicht zurück: inzwischen fort, nicht lesbar oder schon beschädigt.`,
  exported: (files) => `${count(files, 'Datei', 'Dateien')} exportiert`,
  withoutOriginal: (n) =>
    `${count(n, 'Dokument steht', 'Dokumente stehen')} dort ohne Original: noch nicht in der Bibliothek, fort oder nicht lesbar.`,
  question: 'Diese Sicherung wiederherstellen?',
  questionText: (made) => `Vom ${made.when}, aus Countersign ${made.application}, ${made.size}.`,
  questionHolds: (holds) => {
    const { notes, contacts, tasks } = holds
    const counts = [
      count(holds.conversations, 'Gespräch', 'Gespräche'),
      count(holds.documents, 'Dokument', 'Dokumente'),
      ...(notes === undefined ? [] : [count(notes, 'Notiz', 'Notizen')]),
      ...(contacts === undefined ? [] : [count(contacts, 'Kontakt', 'Kontakte')]),
      ...(tasks === undefined ? [] : [count(tasks, 'Aufgabe', 'Aufgaben')]),
    ]
    const inAll = `Sie enthält ${counts.join(', ')} und ${count(holds.changes, 'Änderung', 'Änderungen')}.`
    if (notes !== undefined) return inAll
    return `${inAll} Notizen, Kontakte und Aufgaben enthält sie auch; das frühe Countersign, das sie gemacht hat, zählte sie nicht.`
  },
  questionKept: [
    'Sie wird jetzt geprüft und ausgepackt und tritt beim nächsten Start an die Stelle aller jetzigen Daten. Bis dahin kannst du sie zurücknehmen. Die jetzigen Daten bleiben in einem Ordner daneben.',
    'Gemerkte Freigaben aus der Sicherung enden, und Fragen, die in ihr warten, werden nicht noch einmal gestellt.',
    'Freigegebene Ordner, Regeln und die Adresse des Modellservers kommen aus ihr: Stelle nur eine Sicherung wieder her, der du vertraust.',
  ],
  auditBroken: 'Die Aufzeichnung der Änderungen war schon beschädigt, als diese Sicherung gemacht wurde.',
  prepare: 'Beim nächsten Start wiederherstellen',
  pending: 'Eine Wiederherstellung wartet auf den nächsten Start',
  pendingText: (when) =>
    `Die Sicherung vom ${when} ist geprüft und bereit. Was du bis dahin tust, ist nicht in ihr.`,
  pendingKept: (path) => `Was jetzt da ist, kommt nach ${path}.`,
  pendingTodo: 'Schließe Countersign, und starte es neu.',
  pendingTodoInBrowser:
    'Beende Countersign mit Strg+C in dem Terminal, in dem es gestartet wurde, und starte es neu. Diese Seite zu schließen genügt nicht.',
  pendingElsewhere:
    'Eine Wiederherstellung wartet auf den nächsten Start. Was du bis dahin tust, ist nicht in ihr.',
  pendingOpen: 'Einstellungen',
  giveUp: 'Wiederherstellung zurücknehmen',
  givenUp: 'Die Wiederherstellung ist zurückgenommen.',
  givenUpKept: 'Es wurde nichts geändert.',
  restored: (when, made) => `Wiederhergestellt am ${when} aus der Sicherung vom ${made}.`,
  restoredNow: (made) => `Wiederhergestellt aus der Sicherung vom ${made}`,
  restoredInstead: 'Du siehst alles, wie es damals war.',
  former: (path) => `Was vorher da war, ist in ${path}. Entferne es, wenn du es nicht mehr brauchst.`,
  jobs: {
    backup: 'Sichern',
    restore: 'Die Wiederherstellung vorbereiten',
    export: 'Exportieren',
    import: 'Importieren',
  },
  stages: {
    waiting: 'Warten, bis keine Änderung im Gang ist',
    database: 'Die Datenbank kopieren',
    files: 'Dateien',
    checking: 'Prüfen',
    writing: 'Schreiben',
  },
  stop: 'Anhalten',
}
