import type { TitlesOf } from '../../shared/tool/titles'
import type libraryModule from './module'

/** What this module and its tools are called, and what the tools do, in German. */
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
  about: {
    search_library:
      'Findet Stellen in der Bibliothek nach Wörtern und, wenn das eingeschaltet ist, nach der Bedeutung. Wörter in Anführungszeichen müssen so aufeinander folgen; ein Minus vor einem Wort lässt Stellen weg, in denen es steht.',
    add_document:
      'Nimmt eine Datei, die Dateien eines Ordners oder eines ZIP-Archivs oder eine Webseite in die Bibliothek auf. Es behält eine Kopie und liest sie im Hintergrund; was schon in der Sammlung ist, kommt nicht doppelt.',
    fetch_web_content:
      'Holt eine Webseite oder ein Dokument von einer Adresse in die Bibliothek, auf Wunsch auch die Seiten, auf die sie verweist. Es hält sich daran, was eine Website Programmen erlaubt, und führt keine Skripte aus.',
    list_collections: 'Listet die Sammlungen der Bibliothek auf, mit der Zahl ihrer Dokumente.',
    create_collection: 'Legt eine neue, leere Sammlung an. Kein Name kommt zweimal vor.',
    update_collection: 'Ändert den Namen oder die Beschreibung einer Sammlung.',
    delete_collection:
      'Löscht eine Sammlung mit allen Dokumenten darin. Die Dateien, aus denen sie gemacht wurden, bleiben; alles lässt sich zurückholen, solange Gelöschtes aufbewahrt wird.',
    list_documents:
      'Listet die Dokumente der Bibliothek auf, das neueste zuerst, mit Stand, Seiten und Größe.',
    get_document_status:
      'Zeigt, wie weit ein Dokument eingelesen ist, was dabei misslang und wie viele Abschnitte es hat.',
    restart_ingest:
      'Liest ein Dokument neu ein, etwa nach einem Fehler. Bis das fertig ist, findet die Suche es nicht; misslingt es, bleibt, was vorher gelesen war.',
    restart_ingests:
      'Liest mehrere Dokumente neu ein, alle auf einmal. Bis sie fertig sind, findet die Suche sie nicht.',
    delete_document:
      'Löscht ein Dokument aus der Bibliothek. Die Datei, aus der es gemacht wurde, bleibt; es lässt sich zurückholen, solange Gelöschtes aufbewahrt wird.',
    delete_documents:
      'Löscht mehrere Dokumente aus der Bibliothek, alle auf einmal. Die Dateien, aus denen sie gemacht wurden, bleiben; sie lassen sich zurückholen, solange Gelöschtes aufbewahrt wird.',
    read_document:
      'Liest den Text eines Dokuments nach Seiten oder Zeichen, höchstens 50.000 Zeichen auf einmal.',
    update_document:
      'Ändert Titel, Schlagwörter, Angaben oder Sammlung eines Dokuments. Der Text bleibt, wie er ist.',
    update_documents:
      'Gibt mehreren Dokumenten Schlagwörter, nimmt ihnen welche oder verschiebt sie in eine andere Sammlung, alle auf einmal.',
    summarize_document:
      'Fasst ein Dokument zusammen und nennt zu jeder Aussage die Stellen, auf denen sie beruht. Ohne Modell sind es die Sätze des Dokuments, die am besten für es stehen.',
    update_watched_folder:
      'Nimmt auf, was in einem beobachteten Ordner neu ist oder sich geändert hat. Countersign tut das kurz nach jeder Änderung von selbst.',
  },
}
