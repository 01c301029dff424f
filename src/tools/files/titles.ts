import type { TitlesOf } from '../../shared/tool/titles'
import type filesModule from './module'

/** What this module and its tools are called in German. */
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
}
