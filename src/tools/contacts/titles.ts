import type { TitlesOf } from '../../shared/tool/titles'
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
      'Legt die Personen und Organisationen aus vCard-Dateien an. Wen es genau so schon gibt, wird übersprungen; niemand wird überschrieben.',
    update_contact:
      'Ändert die Angaben, die du machst; alles andere bleibt. Eine Liste ersetzt die ganze Liste.',
    link_contacts: 'Hält fest, was ein Kontakt für einen anderen ist.',
    unlink_contacts: 'Entfernt die Verknüpfung zweier Kontakte; beide Kontakte bleiben.',
    merge_contacts:
      'Macht aus mehreren Kontakten einen. Er behält seine Angaben, bekommt dazu, was ihm fehlt, und übernimmt die Verknüpfungen; die anderen gehen.',
    delete_contacts:
      'Löscht Kontakte mit ihren Verknüpfungen. Sie lassen sich zurückholen, solange Gelöschtes aufbewahrt wird.',
  },
}
