import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
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
  fields: {
    'Only notes that have this tag': 'Nur Notizen mit diesem Schlagwort',
    'Changed last first, made last first, or by title':
      'Zuletzt Geändertes zuerst, Neuestes zuerst oder nach Titel',
    'How many at most': 'Höchstens so viele',
    'From the answer before, for the next ones': 'Wo die Liste davor endete, für die nächsten',
    'A few words': 'Ein paar Wörter',
    'The note’s id, as list_notes and search_notes give it': 'Die ID der Notiz',
    'First character, from 0': 'Erstes Zeichen, ab 0',
    'Characters at most; default 20,000': 'Höchstens so viele Zeichen; ohne Angabe 20.000',
    'In one line': 'In einer Zeile',
    'The text in Markdown, without the title': 'Der Text in Markdown, ohne den Titel',
    'All tags that it is to have': 'Alle Schlagwörter, die sie haben soll',
    'The whole new text': 'Der ganze neue Text',
    'Text that is there now, exactly.': 'Der Text, der jetzt da ist, Zeichen für Zeichen.',
    'Text that takes its place.': 'Der Text, der an seine Stelle tritt.',
    'Replace every occurrence.': 'Jedes Vorkommen ersetzen.',
    'Text in Markdown to add at the end.': 'Text in Markdown, der ans Ende kommt.',
    'The ids of the notes, up to 200': 'Die IDs der Notizen, bis zu 200',
  },
}

/** What these tools do, and what their fields take, for people who read English. */
export const english: EnglishOf<typeof notesModule> = {
  about: {
    list_notes: 'Lists your notes, with their tags and how they begin.',
    search_notes: 'Finds notes that have all these words: in the title, the tags or the text.',
    read_note: 'Reads a note in Markdown, at most 50,000 characters at a time.',
    create_note: 'Makes a note in Markdown.',
    update_note: 'Changes title, tags or the whole text of a note; what you don’t give stays.',
    edit_note: 'Replaces exact pieces of text in a note, all of them or none.',
    append_to_note: 'Adds text at the end of a note, on a new line.',
    delete_notes: 'Deletes notes, all at once. They can be restored while what is deleted is kept.',
  },
  fields: {
    'From the answer before, for the next ones': 'Where the list before ended, for the next ones',
    'The note’s id, as list_notes and search_notes give it': 'The note’s id',
  },
}
