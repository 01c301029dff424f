import type { TitlesOf } from '../../shared/tool/titles'
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
}
