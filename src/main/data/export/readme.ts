/** What an export says of its own, in the person's language. */
export interface ReadmeTexts {
  /** Names where a title gives none. */
  readonly conversation: string
  readonly document: string
  readonly folder: string
  readonly note: string
  readonly readme: (written: { readonly at: Date; readonly application: string }) => string
}

const momentIn = (locale: string, at: Date): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at)

const en: ReadmeTexts = {
  conversation: 'Conversation',
  document: 'Document',
  folder: 'Folder',
  note: 'Note',
  readme: ({
    at,
    application,
  }) => `Your data from Countersign ${application}, as it was on ${momentIn('en', at)}

conversations/     Each conversation twice: as Markdown (.md) to read, and as JSON with everything that happened
                   on all its branches. Conversations in the trash are not here.
library/           The originals of your documents, in a folder for each collection.
  documents.jsonl  One JSON object a line for each document: title, tags, metadata, source, and under which name
                   its original is here ("file", in the folder of its collection).
  collections.json The names and descriptions of the collections.
notes/             Your notes, each as a Markdown file with its title, tags and dates at the top.
contacts.json      People and organizations with all that is kept of them, and their links.
contacts.vcf       The same as vCard 4.0, which address books read; links to others have no place there.
tasks.json         Your tasks with what each is a part of and waits for, and the comments on them.
activity/          changes.jsonl: everything that was changed, newest first, one JSON object a line.
                   audit.json: what checking the record of it found.
assistants/        Your assistants, each as a file that Countersign can import.
sequences/         Your sequences, each as a file that Countersign can import.
missions.json      Your missions, with their schedules and when they ran.
settings.json      Your settings, granted folders, watched folders and other MCP servers.

Keys and passwords are not here. What undoing changes needs is not here either: for that, make a backup
(Settings, or: countersign backup FILE). This folder is for other programs. Another Countersign imports the
conversations, notes, contacts and tasks in it (Settings, or: countersign import FOLDER), and each file of an assistant
or a sequence on their screens. Settings and granted folders never come by an import: no file may give rights.
`,
}

const de: ReadmeTexts = {
  conversation: 'Gespräch',
  document: 'Dokument',
  folder: 'Ordner',
  note: 'Notiz',
  readme: ({
    at,
    application,
  }) => `Deine Daten aus Countersign ${application}, wie sie am ${momentIn('de', at)} waren

conversations/     Jedes Gespräch zweimal: als Markdown (.md) zum Lesen, und als JSON mit allem, was auf allen
                   Zweigen geschah. Gespräche im Papierkorb sind nicht dabei.
library/           Die Originale deiner Dokumente, ein Ordner für jede Sammlung.
  documents.jsonl  Zeile für Zeile ein JSON-Objekt je Dokument: Titel, Schlagwörter, Metadaten, Quelle, und unter
                   welchem Namen das Original hier liegt („file“, im Ordner seiner Sammlung).
  collections.json Die Namen und Beschreibungen der Sammlungen.
notes/             Deine Notizen, jede als Markdown-Datei mit Titel, Schlagwörtern und Daten am Anfang.
contacts.json      Personen und Organisationen mit allem, was von ihnen festgehalten ist, und ihren Verknüpfungen.
contacts.vcf       Dasselbe als vCard 4.0, die Adressbücher lesen; Verknüpfungen haben dort keinen Platz.
tasks.json         Deine Aufgaben mit dem, wovon sie ein Teil sind und worauf sie warten, und ihren Kommentaren.
activity/          changes.jsonl: alles, was geändert wurde, das Neueste zuerst, ein JSON-Objekt je Zeile.
                   audit.json: was die Prüfung der Aufzeichnung ergab.
assistants/        Deine Assistenten, jeder als Datei, die Countersign importieren kann.
sequences/         Deine Abläufe, jeder als Datei, die Countersign importieren kann.
missions.json      Deine Aufträge, mit Zeitplan und wann sie liefen.
settings.json      Deine Einstellungen, freigegebene und beobachtete Ordner und andere MCP-Server.

Schlüssel und Passwörter sind nicht dabei. Auch was zum Rückgängigmachen gebraucht wird, ist nicht dabei: Dafür gibt
es die Sicherung (Einstellungen, oder: countersign backup DATEI). Dieser Ordner ist für andere Programme. Ein anderes
Countersign importiert daraus Gespräche, Notizen, Kontakte und Aufgaben (Einstellungen, oder: countersign import ORDNER),
und jede Datei eines Assistenten oder Ablaufs auf deren Seiten. Einstellungen und freigegebene Ordner kommen nie durch
einen Import: Keine Datei darf Rechte geben.
`,
}

/** The texts in one language. */
export function readmeTexts(language: 'en' | 'de'): ReadmeTexts {
  return language === 'de' ? de : en
}
