import type { DocumentSummaries } from '../../main/agent/document-summary/service'
import type { LibraryToolService } from '../../main/library/tool-service'
import type { WatchedFolderRounds } from '../../main/library/watch/service'
import type { WebService } from '../../main/web/service'
import type { ModuleRuntime } from '../../shared/tool/runtime'
import type libraryModule from './module'
import { addDocument } from './runtime/add-document'
import { createCollection, deleteCollection, listCollections, updateCollection } from './runtime/collections'
import { deleteDocuments } from './runtime/delete-documents'
import {
  deleteDocument,
  getDocumentStatus,
  listDocuments,
  restartIngest,
  updateDocument,
} from './runtime/documents'
import { fetchWebContent } from './runtime/fetch-web-content'
import { readDocument, searchLibrary } from './runtime/reading'
import { restartIngests } from './runtime/restart-ingests'
import { summarizeDocument } from './runtime/summarize-document'
import { updateDocuments } from './runtime/update-documents'
import { updateWatchedFolder } from './runtime/watched-folder'

/** What the library's tools need: the library, and the check of paths against the granted folders. */
export type LibraryToolServices = {
  readonly library: LibraryToolService
  /** Answers the canonical path of a file that tools may read; throws `outside_grant` otherwise. */
  readonly files: { resolveReadable(path: string): Promise<string> }
  readonly watchedFolders: WatchedFolderRounds
  readonly web: WebService
  readonly summaries: DocumentSummaries
}

/** The runtime of one tool of this module. */
export type LibraryTool<Name extends keyof ModuleRuntime<typeof libraryModule>> = ModuleRuntime<
  typeof libraryModule
>[Name]

/** Implements the library's tools. */
export default function createLibraryRuntime(
  services: LibraryToolServices,
): ModuleRuntime<typeof libraryModule> {
  const { library } = services
  return {
    search_library: searchLibrary(library),
    add_document: addDocument(services),
    fetch_web_content: fetchWebContent(services),
    list_collections: listCollections(library),
    create_collection: createCollection(library),
    update_collection: updateCollection(library),
    delete_collection: deleteCollection(library),
    list_documents: listDocuments(library),
    get_document_status: getDocumentStatus(library),
    restart_ingest: restartIngest(library),
    restart_ingests: restartIngests(library),
    delete_document: deleteDocument(library),
    delete_documents: deleteDocuments(library),
    read_document: readDocument(library),
    update_document: updateDocument(library),
    update_documents: updateDocuments(library),
    summarize_document: summarizeDocument(services),
    update_watched_folder: updateWatchedFolder(services),
  }
}
