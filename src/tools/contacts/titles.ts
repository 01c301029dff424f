import type { TitlesOf } from '../../shared/tool/titles'
import type contactsModule from './module'

/** What this module and its tools are called in German. */
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
}
