import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
import type filesModule from './module'

/** What this module and its tools are called, and what the tools do, in German. */
export const german: TitlesOf<typeof filesModule> = {
  module: 'Dateien',
  tools: {
    list_directory: 'Ordner auflisten',
    find_files: 'Dateien nach Namen suchen',
    search_file_contents: 'In Dateien suchen',
    read_file: 'Datei lesen',
    get_file_info: 'Datei ansehen',
    create_file: 'Datei anlegen',
    create_directory: 'Ordner anlegen',
    edit_file: 'Datei bearbeiten',
    overwrite_file: 'Datei überschreiben',
    append_to_file: 'An Datei anhängen',
    move_files: 'Dateien verschieben oder umbenennen',
    copy_files: 'Dateien kopieren',
    trash_files: 'Dateien in den Papierkorb legen',
    restore_files: 'Dateien aus dem Papierkorb zurückholen',
  },
  about: {
    list_directory:
      'Zeigt, was in einem freigegebenen Ordner liegt, mit Art, Größe und Zeit der letzten Änderung. Ohne Pfad zeigt es die freigegebenen Ordner selbst. Was in .gitignore steht, bleibt weg, außer du willst es sehen.',
    find_files:
      'Findet Dateien und Ordner nach einem Muster für ihren Namen, zum Beispiel *.pdf oder berichte/**/2024-*.md. Groß- und Kleinschreibung ist gleich; Verknüpfungen wird nicht gefolgt.',
    search_file_contents:
      'Sucht Text in den Dateien freigegebener Ordner und zeigt die Zeilen, die Dateien oder die Anzahl der Treffer. PDF und Office-Dateien durchsucht es nicht: Nimm sie in die Bibliothek auf.',
    read_file:
      'Liest eine Textdatei bis 16 MiB, den Text eines Dokuments wie PDF oder ein Bild. Von langen Dateien lässt sich ein Teil lesen.',
    get_file_info:
      'Zeigt Art, Größe, Zeiten und Rechte einer Datei oder eines Ordners, ohne den Inhalt zu lesen, und ob sie sich ändern lässt.',
    create_file:
      'Legt eine neue Datei in einem freigegebenen Ordner an, mit fehlenden Ordnern darüber. Überschrieben wird nie etwas.',
    create_directory:
      'Legt einen leeren Ordner in einem freigegebenen Ordner an, mit fehlenden Ordnern darüber.',
    edit_file:
      'Ersetzt genaue Textstellen in einer Textdatei, alle oder keine. Zeilenenden, Zeichensatz und Rechte bleiben, wie sie sind.',
    overwrite_file:
      'Ersetzt den ganzen Inhalt einer Datei und legt sie an, wo keine ist. Danach wird immer in einem Dialog gefragt.',
    append_to_file:
      'Fügt Text am Ende einer vorhandenen Textdatei an. Zeichensatz, Zeilenenden und Rechte bleiben, wie sie sind.',
    move_files:
      'Verschiebt Dateien und Ordner oder benennt sie um, alle zusammen oder keine. Überschrieben wird nie etwas.',
    copy_files:
      'Kopiert Dateien und Ordner mit allem darin, alle zusammen oder keine. Überschrieben wird nie etwas.',
    trash_files:
      'Legt Dateien und Ordner in den Papierkorb von Countersign. Von dort kommen sie genau so zurück, solange Gelöschtes aufbewahrt wird.',
    restore_files:
      'Holt Dateien und Ordner aus dem Papierkorb von Countersign dorthin zurück, wo sie waren. Überschrieben wird nie etwas.',
  },
  fields: {
    'Folder to list; the granted folders when absent.':
      'Ordner, der aufgelistet wird; ohne Angabe die freigegebenen.',
    'Levels to list, 1 to 10.': 'So viele Ebenen, 1 bis 10.',
    'Order: by name, largest first, or changed last first.':
      'Reihenfolge: nach Namen, Größtes zuerst oder zuletzt Geändertes zuerst.',
    'Take in what .gitignore files leave out.': 'Auch zeigen, was .gitignore-Dateien auslassen.',
    'Entries at most.': 'Höchstens so viele Einträge.',
    'Pattern such as *.pdf or reports/**/*.md.': 'Muster, etwa *.pdf oder berichte/**/*.md.',
    'Folder to look in, as for other tools; every granted folder when absent.':
      'Ordner, in dem gesucht wird; ohne Angabe jeder freigegebene.',
    'What to find.': 'Was gefunden werden soll.',
    'Results at most.': 'Höchstens so viele Treffer.',
    'Text to find, within one line unless multiline is true.':
      'Gesuchter Text, innerhalb einer Zeile, außer mit multiline.',
    'Folder or file to search; every granted folder when absent.':
      'Ordner oder Datei, die durchsucht wird; ohne Angabe jeder freigegebene Ordner.',
    'Take query as a regular expression.': 'Den gesuchten Text als regulären Ausdruck nehmen.',
    'smart: case matters only when query has an upper-case letter.':
      'smart: Groß- und Kleinschreibung zählt nur, wenn der gesuchte Text einen Großbuchstaben hat.',
    'Only files whose name or path fits, such as *.md.':
      'Nur Dateien, deren Name oder Pfad passt, etwa *.md.',
    'What to answer.': 'Was geantwortet wird.',
    "Only these types of files, by ripgrep's names, such as ts, py, md, html.":
      'Nur diese Arten von Dateien, mit den Namen von ripgrep, etwa ts, py, md, html.',
    'Lines before and after each match, 0 to 20; in the mode content.':
      'Zeilen vor und nach jedem Treffer, 0 bis 20; im Modus content.',
    'Let a match go over line ends; . fits them too.':
      'Treffer dürfen über Zeilenenden gehen; der Punkt passt auch auf sie.',
    'Lines at most; files in the other modes.': 'Höchstens so viele Zeilen, in den anderen Modi Dateien.',
    'Absolute path, path beginning with ~, or path relative to the only granted folder.':
      'Ganzer Pfad, Pfad ab ~ oder Pfad ab dem einzigen freigegebenen Ordner.',
    'First line, from 1.': 'Erste Zeile, ab 1.',
    'Give the text in a document instead of its source, such as HTML without its tags.':
      'Den Text eines Dokuments statt seines Quelltexts geben, etwa HTML ohne Tags.',
    'Lines at most.': 'Höchstens so viele Zeilen.',
    'Where the new file goes, as for other tools; nothing may be there yet.':
      'Wohin die neue Datei kommt; dort darf noch nichts sein.',
    'The whole text of the file.': 'Der ganze Text der Datei.',
    'How content is given: as text, or as base64 for what is not text, such as a picture.':
      'Wie der Inhalt angegeben ist: als Text oder als Base64, wenn es keiner ist, etwa ein Bild.',
    'Where the new folder goes; nothing may be there yet.':
      'Wohin der neue Ordner kommt; dort darf noch nichts sein.',
    'Text that is there now, exactly.': 'Der Text, der jetzt da ist, Zeichen für Zeichen.',
    'Text that takes its place.': 'Der Text, der an seine Stelle tritt.',
    'Replace every occurrence.': 'Jedes Vorkommen ersetzen.',
    'Only answer the difference that the edits would make; nothing is proposed or changed.':
      'Nur zeigen, was sich ändern würde; nichts wird vorgeschlagen oder geändert.',
    'The whole new text of the file.': 'Der ganze neue Text der Datei.',
    'Text to add at the end.': 'Text, der ans Ende kommt.',
    'Begin on a new line where the file does not end with one.':
      'In einer neuen Zeile beginnen, wenn die Datei nicht mit einem Zeilenende aufhört.',
    'What is there now, as for other tools.': 'Was jetzt da ist.',
    'Its new path; an existing folder, or a path with / at its end, takes it under its own name.':
      'Der neue Pfad; ein vorhandener Ordner oder ein Pfad mit / am Ende nimmt es unter seinem Namen auf.',
    'Files and folders to move, up to 200.': 'Dateien und Ordner, die verschoben werden, bis zu 200.',
    'A trash_id, or the path where it was.': 'Der Pfad, an dem es war, oder seine ID im Papierkorb.',
  },
}

/** What these tools do, and what their fields take, for people who read English. */
export const english: EnglishOf<typeof filesModule> = {
  about: {
    list_directory:
      'Shows what is in a granted folder, with kind, size and time of the last change. Without a path it shows the granted folders themselves. What .gitignore names is left out unless you ask for it.',
    find_files:
      'Finds files and folders by a pattern for their name, such as *.pdf or reports/**/2024-*.md. Upper and lower case are the same; links are not followed.',
    search_file_contents:
      'Searches the text of the files in granted folders and shows the lines, the files or how often it is there. PDF and Office files are not searched: add them to the library.',
    read_file:
      'Reads a text file of up to 16 MiB, the text of a document such as a PDF, or a picture. Of a long file you can read a part.',
    get_file_info:
      'Shows kind, size, times and permissions of a file or folder without reading it, and whether it can be changed.',
    create_file:
      'Makes a new file in a granted folder, with the folders above it that are missing. Nothing is ever overwritten.',
    create_directory:
      'Makes an empty folder in a granted folder, with the folders above it that are missing.',
    edit_file:
      'Replaces exact pieces of text in a text file, all of them or none. Line ends, encoding and permissions stay as they are.',
    overwrite_file:
      'Replaces all that a file holds, and makes the file where there is none. You are always asked in a dialog.',
    append_to_file:
      'Adds text at the end of a text file. Encoding, line ends and permissions stay as they are.',
    move_files: 'Moves or renames files and folders, all together or none. Nothing is ever overwritten.',
    copy_files:
      'Copies files and folders with all that is in them, all together or none. Nothing is ever overwritten.',
    trash_files:
      'Puts files and folders into Countersign’s trash. From there they come back exactly as they were, while what is deleted is kept.',
    restore_files:
      'Brings files and folders from Countersign’s trash back to where they were. Nothing is ever overwritten.',
  },
  fields: {
    'Folder to look in, as for other tools; every granted folder when absent.':
      'Folder to look in; every granted folder when absent.',
    'smart: case matters only when query has an upper-case letter.':
      'smart: upper and lower case matter only where you type an upper-case letter.',
    "Only these types of files, by ripgrep's names, such as ts, py, md, html.":
      'Only these types of files, such as ts, py, md, html.',
    'Where the new file goes, as for other tools; nothing may be there yet.':
      'Where the new file goes; nothing may be there yet.',
    'Only answer the difference that the edits would make; nothing is proposed or changed.':
      'Only show what would change; nothing is proposed or changed.',
    'What is there now, as for other tools.': 'What is there now.',
    'A trash_id, or the path where it was.': 'The path where it was, or its id in the trash.',
  },
}
