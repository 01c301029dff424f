import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
import type importsModule from './module'

/** What this module and its tools are called, and what the tools do, in German. */
export const german: TitlesOf<typeof importsModule> = {
  module: 'Import',
  tools: { import_data: 'Daten importieren' },
  about: {
    import_data:
      'Holt Gespräche aus dem Datenexport von ChatGPT oder Claude, Notizen aus einem Ordner mit Markdown-Dateien (Obsidian, Notion, Joplin, Bear) oder die Gespräche, Notizen, Kontakte und Aufgaben herein, die Countersign exportiert hat: aus einer Datei, einem Ordner oder einem ZIP-Archiv. Was genau so schon da ist, bleibt weg; nichts wird überschrieben.',
  },
  fields: {
    'Absolute path of the file, folder or ZIP archive, in a granted folder':
      'Ganzer Pfad der Datei, des Ordners oder des ZIP-Archivs in einem freigegebenen Ordner',
  },
}

/** What these tools do, and what their fields take, for people who read English. */
export const english: EnglishOf<typeof importsModule> = {
  about: {
    import_data:
      'Brings in conversations from the data export of ChatGPT or Claude, notes from a folder of Markdown files (Obsidian, Notion, Joplin, Bear), or the conversations, notes, contacts and tasks that Countersign exported: from a file, a folder or a ZIP archive. What is there exactly so is left out; nothing is overwritten.',
  },
  fields: {},
}
