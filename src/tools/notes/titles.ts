import type { TitlesOf } from '../../shared/tool/titles'
import type notesModule from './module'

/** What this module and its tools are called, and what the tools do, in German. */
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
  about: {
    list_notes: 'Listet deine Notizen auf, mit Schlagwörtern und wie sie beginnen.',
    search_notes:
      'Findet Notizen, in denen alle diese Wörter stehen: im Titel, in den Schlagwörtern oder im Text.',
    read_note: 'Liest eine Notiz in Markdown, höchstens 50.000 Zeichen auf einmal.',
    create_note: 'Legt eine Notiz in Markdown an.',
    update_note: 'Ändert Titel, Schlagwörter oder den ganzen Text einer Notiz; was du nicht angibst, bleibt.',
    edit_note: 'Ersetzt genaue Textstellen in einer Notiz, alle oder keine.',
    append_to_note: 'Fügt Text am Ende einer Notiz an, auf einer neuen Zeile.',
    delete_notes:
      'Löscht Notizen, alle auf einmal. Sie lassen sich zurückholen, solange Gelöschtes aufbewahrt wird.',
  },
}
