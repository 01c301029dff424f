import type { TitlesOf } from '../../shared/tool/titles'
import type notesModule from './module'

/** What this module and its tools are called in German. */
export const german: TitlesOf<typeof notesModule> = {
  module: 'Notizen',
  tools: {
    list_notes: 'Notizen auflisten',
    search_notes: 'Notizen durchsuchen',
    read_note: 'Notiz lesen',
    create_note: 'Notiz anlegen',
    update_note: 'Notiz ändern',
    edit_note: 'Notiz bearbeiten',
    append_to_note: 'An Notiz anhängen',
    delete_notes: 'Notizen löschen',
  },
}
