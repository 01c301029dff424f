import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
import type contactsModule from './module'

/** What this module and its tools are called, and what the tools do, in German. */
export const german: TitlesOf<typeof contactsModule> = {
  module: 'Kontakte',
  tools: {
    list_contacts: 'Kontakte auflisten',
    search_contacts: 'Kontakte durchsuchen',
    read_contact: 'Kontakt lesen',
    create_contact: 'Kontakt anlegen',
    import_contacts: 'Kontakte importieren',
    update_contact: 'Kontakt ändern',
    link_contacts: 'Kontakte verknüpfen',
    unlink_contacts: 'Verknüpfung entfernen',
    merge_contacts: 'Kontakte zusammenführen',
    delete_contacts: 'Kontakte löschen',
  },
  about: {
    list_contacts: 'Listet die Kontakte nach Namen auf.',
    search_contacts:
      'Findet Kontakte nach Wörtern, auch als Teil eines Namens, einer Adresse, einer Nummer, eines Schlagworts oder einer Notiz.',
    read_contact:
      'Zeigt alles zu einem Kontakt: seine Angaben, seine Verknüpfungen und bei einer Organisation, wer dazugehört.',
    create_contact:
      'Legt eine Person oder eine Organisation an. Wer ihr gleicht und schon da ist, wird davor genannt.',
    import_contacts:
      'Legt die Personen und Organisationen aus vCard-Dateien oder aus CSV-Tabellen mit Überschriften an. Wen es genau so schon gibt, wird übersprungen; niemand wird überschrieben.',
    update_contact:
      'Ändert die Angaben, die du machst; alles andere bleibt. Eine Liste ersetzt die ganze Liste.',
    link_contacts: 'Hält fest, was ein Kontakt für einen anderen ist.',
    unlink_contacts: 'Entfernt die Verknüpfung zweier Kontakte; beide Kontakte bleiben.',
    merge_contacts:
      'Macht aus mehreren Kontakten einen. Er behält seine Angaben, bekommt dazu, was ihm fehlt, und übernimmt die Verknüpfungen; die anderen gehen.',
    delete_contacts:
      'Löscht Kontakte mit ihren Verknüpfungen. Sie lassen sich zurückholen, solange Gelöschtes aufbewahrt wird.',
  },
  fields: {
    'From the answer before': 'Wo die Liste davor endete; leer beginnt sie vorn',
    'The contact’s id, as search_contacts gives it': 'Die ID des Kontakts',
    'Each a value, with a label such as “work” if you like':
      'Jeweils der Wert und, wenn du magst, eine Bezeichnung wie „Arbeit“',
    'Web pages': 'Webseiten',
    'The id of the organization that they belong to': 'Die ID der Organisation, zu der die Person gehört',
    'What they are there': 'Was sie dort ist',
    'YYYY-MM-DD, or --MM-DD without a year': 'JJJJ-MM-TT, ohne Jahr --MM-TT',
    Markdown: 'Markdown',
    'Absolute paths of .vcf or .csv files, in granted folders':
      'Ganze Pfade von .vcf- oder .csv-Dateien in freigegebenen Ordnern',
    'Short: “sister”, “client”': 'Kurz: „Schwester“, „Kundin“',
    'As read_contact gives it': 'Die ID der Verknüpfung, wie der Kontakt sie zeigt, wenn man ihn liest',
    'What the merged one is to have instead': 'Was der zusammengeführte Kontakt stattdessen haben soll',
  },
}

/** What these tools do, and what their fields take, for people who read English. */
export const english: EnglishOf<typeof contactsModule> = {
  about: {
    list_contacts: 'Lists the contacts by name.',
    search_contacts:
      'Finds contacts by words, also as part of a name, an address, a number, a tag or a note.',
    read_contact:
      'Shows all of a contact: its details, its links and, for an organization, who belongs to it.',
    create_contact: 'Adds a person or an organization. Who is like it and there already is named before.',
    import_contacts:
      'Adds the people and organizations of vCard files, or of CSV tables with headings. Who is there exactly so is skipped; nobody is overwritten.',
    update_contact: 'Changes the details that you give; all others stay. A list replaces the whole list.',
    link_contacts: 'Notes what one contact is to another.',
    unlink_contacts: 'Removes the link between two contacts; both contacts stay.',
    merge_contacts:
      'Makes one contact of several. It keeps its details, is given what it lacks and takes over the links; the others go.',
    delete_contacts: 'Deletes contacts with their links. They can be restored while what is deleted is kept.',
  },
  fields: {
    'From the answer before': 'Where the list before ended; empty begins at its start',
    'The contact’s id, as search_contacts gives it': 'The contact’s id',
    'As read_contact gives it': 'The link’s id, as the contact shows it when it is read',
  },
}
