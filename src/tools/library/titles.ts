import type { TitlesOf } from '../../shared/tool/titles'
import type libraryModule from './module'

/** What this module and its tools are called in German. */
export const german: TitlesOf<typeof libraryModule> = {
  module: 'Bibliothek',
  tools: {
    search_library: 'Bibliothek durchsuchen',
    add_document: 'Dokument hinzufügen',
    fetch_web_content: 'Webseiten holen',
    list_collections: 'Sammlungen auflisten',
    create_collection: 'Sammlung anlegen',
    update_collection: 'Sammlung ändern',
    delete_collection: 'Sammlung löschen',
    list_documents: 'Dokumente auflisten',
    get_document_status: 'Stand eines Dokuments nachsehen',
    restart_ingest: 'Dokument neu einlesen',
    restart_ingests: 'Dokumente neu einlesen',
    delete_document: 'Dokument löschen',
    delete_documents: 'Dokumente löschen',
    read_document: 'Dokument lesen',
    update_document: 'Angaben eines Dokuments ändern',
    update_documents: 'Angaben von Dokumenten ändern',
    summarize_document: 'Dokument zusammenfassen',
    update_watched_folder: 'Beobachteten Ordner abgleichen',
  },
}
