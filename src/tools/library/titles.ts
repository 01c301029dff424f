import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
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
  fields: {
    'A question or keywords': 'Eine Frage oder Stichwörter',
    'Only this collection': 'Nur diese Sammlung',
    'How many passages at most': 'Höchstens so viele Textstellen',
    'Leave out passages whose similarity is below this, from 0 to 1: their score as a share of the best one’s; where no passage has a word of the query and vectors alone answer, the cosine of passage and query':
      'Textstellen weglassen, die schlechter passen, von 0 bis 1: 0.5 lässt weg, was weniger als halb so gut passt wie die beste',
    'Only documents that have all of these tags': 'Nur Dokumente, die alle diese Schlagwörter haben',
    'Only documents of any of these types: a MIME type, its last part or the ending of such files, such as pdf, docx, html, md':
      'Nur Dokumente eines dieser Typen: ein MIME-Typ, sein letzter Teil oder die Endung solcher Dateien, etwa pdf, docx, html, md',
    'Only documents added on this day (UTC) or later':
      'Nur Dokumente, die an diesem Tag (UTC) oder später dazukamen',
    'Only documents added on this day (UTC) or earlier':
      'Nur Dokumente, die an diesem Tag (UTC) oder früher dazukamen',
    'Only this document': 'Nur dieses Dokument',
    'Absolute path of the file or folder, or a whole web address with https:// or http://':
      'Ganzer Pfad der Datei oder des Ordners oder ganze Webadresse mit https:// oder http://',
    'Default: the collection “Documents”': 'Ohne Angabe die Sammlung „Documents“',
    'Default: the title that the document itself gives, else the file name; not for a folder or an archive':
      'Ohne Angabe der Titel, den das Dokument selbst nennt, sonst der Dateiname; nicht bei Ordnern und Archiven',
    'Names and values, all text': 'Namen und Werte, alles Text',
    'Whole address, with https:// or http://': 'Ganze Adresse, mit https:// oder http://',
    'single: this page alone; crawl: also the pages of its site that it leads to':
      'single: nur diese Seite; crawl: auch die Seiten derselben Website, auf die sie verweist',
    'How many pages a crawl asks for at most; about one a second':
      'So viele Seiten ruft crawl höchstens ab, etwa eine in der Sekunde',
    'Stands before the title of each document': 'Steht vor dem Titel jedes Dokuments',
    'The collection’s id, as list_collections gives it': 'Welche Sammlung',
    'pending includes those at work': 'pending: auch die, an denen gearbeitet wird',
    'How many at most': 'Höchstens so viele',
    'From the answer before, for the next ones': 'Wo die Liste davor endete, für die nächsten',
    'The document’s id, as list_documents and search_library give it': 'Die ID des Dokuments',
    'True to read the text in scanned pages and pictures too (OCR), on this machine; some seconds a page':
      'Auch den Text in gescannten Seiten und Bildern lesen (OCR), auf diesem Rechner; einige Sekunden je Seite',
    'The ids of the documents, up to 2000': 'Die IDs der Dokumente, bis zu 2000',
    'First page, from 1; for documents with pages': 'Erste Seite, ab 1; für Dokumente mit Seiten',
    'Last page, included': 'Letzte Seite, einschließlich',
    'First character, from 0; not together with pages': 'Erstes Zeichen, ab 0; nicht zusammen mit Seiten',
    'Characters at most; default 20,000': 'Höchstens so viele Zeichen; ohne Angabe 20.000',
    'All tags that it is to have': 'Alle Schlagwörter, die es haben soll',
    'All names and values that it is to have': 'Alle Namen und Werte, die es haben soll',
    'Moves it to this collection': 'Verschiebt es in diese Sammlung',
    'Tags that each is to have': 'Schlagwörter, die jedes haben soll',
    'Tags that none is to have': 'Schlagwörter, die keines haben soll',
    'Moves them to this collection': 'Verschiebt sie in diese Sammlung',
    'On how many passages at most it rests': 'Auf so vielen Textstellen beruht sie höchstens',
    'The watched folder’s id, as Settings › Watched folders has it':
      'Die ID des beobachteten Ordners, wie sie unter Einstellungen › Beobachtete Ordner steht',
  },
}

/** What these tools do, and what their fields take, for people who read English. */
export const english: EnglishOf<typeof libraryModule> = {
  about: {
    search_library:
      'Finds passages in the library by words and, where that is switched on, by meaning. Words in double quotes must follow each other; a minus before a word leaves out passages that have it.',
    add_document:
      'Adds a file, the files of a folder or a ZIP archive, or a web page to the library. It keeps a copy and reads it in the background; what is in the collection already does not come twice.',
    fetch_web_content:
      'Brings a web page or a document from an address into the library, if you like with the pages that it leads to. It keeps to what a website allows programs to do, and runs no scripts.',
    list_collections: 'Lists the collections of the library, with the number of their documents.',
    create_collection: 'Makes a new, empty collection. No name is there twice.',
    update_collection: 'Changes the name or the description of a collection.',
    delete_collection:
      'Deletes a collection with all documents in it. The files that they were made from stay; all of it can be restored while what is deleted is kept.',
    list_documents: 'Lists the documents of the library, newest first, with status, pages and size.',
    get_document_status:
      'Shows how far the reading of a document is, what went wrong, and how many passages it has.',
    restart_ingest:
      'Reads a document again, for instance after an error. Until that is done, searches don’t find it; if it fails, what was read before stays.',
    restart_ingests:
      'Reads several documents again, all at once. Until they are done, searches don’t find them.',
    delete_document:
      'Deletes a document from the library. The file that it was made from stays; it can be restored while what is deleted is kept.',
    delete_documents:
      'Deletes several documents from the library, all at once. The files that they were made from stay; they can be restored while what is deleted is kept.',
    read_document:
      'Reads the text of a document by pages or characters, at most 50,000 characters at a time.',
    update_document: 'Changes title, tags, details or collection of a document. The text stays as it is.',
    update_documents:
      'Gives several documents tags, takes some away or moves them to another collection, all at once.',
    summarize_document:
      'Sums up a document and names for each statement the passages that it rests on. Without a model these are the sentences that stand for it best.',
    update_watched_folder:
      'Takes in what is new or changed in a watched folder. Countersign does so by itself soon after each change.',
  },
  fields: {
    'Leave out passages whose similarity is below this, from 0 to 1: their score as a share of the best one’s; where no passage has a word of the query and vectors alone answer, the cosine of passage and query':
      'Leave out passages that fit less well than this, from 0 to 1: 0.5 leaves out those that fit less than half as well as the best one',
    'The collection’s id, as list_collections gives it': 'Which collection',
    'pending includes those at work': 'pending: those that wait or are being read',
    'From the answer before, for the next ones': 'Where the list before ended, for the next ones',
    'The document’s id, as list_documents and search_library give it': 'The document’s id',
  },
}
