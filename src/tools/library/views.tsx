import {
  BookOpenText,
  FileClock,
  FileUp,
  FileX2,
  FolderClosed,
  FolderPen,
  FolderPlus,
  FolderSync,
  FolderX,
  Globe,
  Library,
  Pencil,
  RotateCw,
  Search,
  TextQuote,
} from 'lucide-react'
import { formatDuration, formatNumber } from '../../renderer/text/language'
import { KeyValues } from '../../renderer/ui/key-values'
import { ResultList } from '../../renderer/ui/result-list'
import { bindToolViews, useToolViewActions } from '../../renderer/ui/tool-view'
import { type PassageForm, passageForm, passageInOneLine } from '../../shared/markdown/passage-form'
import { sectionBelow } from '../../shared/text/sections'
import { shownInstead } from '../../shared/text/shown-instead'
import { shortened } from '../../shared/text/start-of'
import libraryModule from './module'
import * as titles from './titles'
import {
  ArrivedDocument,
  ArrivedDocuments,
  BatchDocuments,
  CollectionFacts,
  DocumentFacts,
  IngestFacts,
  StoredDocuments,
} from './views-documents'
import { DocumentPages, pagesFound, ReadDocument } from './views-pages'
import { SummaryResult } from './views-summary'
import { text } from './views-text'
import { PagesResult } from './views-web'

/** A passage long enough to be recognised, short enough to scan. */
const passagePreviewCharacters = 320

function excerptOf(passage: string, form: PassageForm): string {
  return shortened(passageInOneLine(passage, form), passagePreviewCharacters)
}

/** A file's name; an address whole, because its end says nothing of where it leads. */
function nameOf(source: string): string {
  return /^https?:/i.test(source) ? source : (source.split(/[/\\]/).at(-1) ?? '')
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

export default bindToolViews(libraryModule, titles, {
  search_library: {
    icon: Search,
    doing: ({ input }) => text().searching(input?.query),
    done: ({ input, output }) => text().searched(output?.results.length ?? 0, input?.query ?? ''),
    Result: ({ output }) => {
      const { openDocument } = useToolViewActions()
      const pages = pagesFound(output.results)
      const [asWritten, writtenAnew] = [new Set(output.as_written), new Set(output.written_anew)]
      return (
        <>
          {pages && <DocumentPages {...pages} total={null} what="found" />}
          <ResultList
            label={text().passages}
            note={[
              output.results.length === 0 ? text().nothing : text().took(formatDuration(output.took_ms)),
              ...(output.corrections ?? []).map((each) => text().shownFor(shownInstead(each), each.word)),
              ...(output.foreign === undefined ? [] : [text().foreign(output.foreign)]),
              ...(output.unread ?? []).map(({ title }) => text().notSearched(title)),
              ...(output.notice === undefined ? [] : [text().wordsAlone]),
            ].join(' · ')}
            items={output.results.map((passage) => ({
              key: passage.chunk_id,
              icon: TextQuote,
              title: passage.title,
              meta:
                passage.page === undefined
                  ? sectionBelow(passage.title, passage.section)
                  : text().page(passage.page),
              text: excerptOf(passage.text, passageForm(passage.document_id, asWritten, writtenAnew)),
              onOpen: () =>
                openDocument({
                  documentId: passage.document_id,
                  title: passage.title,
                  page: passage.page ?? null,
                  passage: { start: passage.start, end: passage.end },
                }),
            }))}
          />
        </>
      )
    },
  },
  update_watched_folder: {
    icon: FolderSync,
    doing: () => text().updatingFolder,
    done: ({ output }) => text().updatedFolder(output?.added ?? 0, output?.changed ?? 0),
    Result: ({ output }) => (
      <KeyValues
        items={[
          { label: text().source, value: output.folder },
          { label: text().newDocuments, value: formatNumber(output.added) },
          { label: text().changedDocuments, value: formatNumber(output.changed) },
        ]}
      />
    ),
  },
  add_document: {
    icon: FileUp,
    doing: ({ input }) => text().adding(input && nameOf(input.source)),
    done: ({ output }) =>
      output?.duplicate
        ? text().duplicate(output.title)
        : output?.results === undefined
          ? output?.new_version === true
            ? text().renewed(output.title)
            : text().added(output?.title ?? '')
          : text().addedSeveral(output.results.length),
    Result: ({ input, output: { results, skipped = [], ...document } }) => {
      const note = skipped.length > 0 && text().leftOut(skipped.length)
      if (results !== undefined) return <ArrivedDocuments documents={results} note={note} />
      return <ArrivedDocument document={document} source={input?.source} />
    },
  },
  fetch_web_content: {
    icon: Globe,
    doing: ({ input }) => text().fetching(input?.url),
    done: ({ input, output }) =>
      text().fetched(output?.succeeded ?? 0, output?.failed ?? 0, hostOf(input?.url ?? '')),
    Result: PagesResult,
  },
  list_collections: {
    icon: Library,
    doing: () => text().listingCollections,
    done: ({ output }) => text().listedCollections(output?.collections.length ?? 0),
    Result: ({ output }) => (
      <ResultList
        label={text().collections}
        items={output.collections.map((collection) => ({
          key: collection.collection_id,
          icon: FolderClosed,
          title: collection.name,
          meta: text().documentCount(collection.documents),
          text: collection.description,
        }))}
      />
    ),
  },
  create_collection: {
    icon: FolderPlus,
    doing: ({ input }) => text().creatingCollection(input?.name),
    done: ({ output }) => text().createdCollection(output?.name ?? ''),
    Result: CollectionFacts,
  },
  update_collection: {
    icon: FolderPen,
    doing: () => text().updatingCollection,
    done: ({ output }) => text().updatedCollection(output?.name ?? ''),
    Result: CollectionFacts,
  },
  delete_collection: {
    icon: FolderX,
    doing: () => text().deletingCollection,
    done: ({ output }) => text().deletedCollection(output?.name ?? ''),
    Result: CollectionFacts,
  },
  list_documents: {
    icon: Library,
    doing: () => text().listingDocuments,
    done: ({ output }) => text().listedDocuments(output?.documents.length ?? 0, output?.total ?? 0),
    Result: ({ output: { documents, total, cursor } }) => (
      <StoredDocuments
        documents={documents}
        note={total === 0 ? text().noDocuments : cursor !== null && text().moreDocuments}
      />
    ),
  },
  get_document_status: {
    icon: FileClock,
    doing: () => text().checking,
    done: ({ output }) =>
      output ? text().checked(output.title, text().statuses[output.status]) : text().checking,
    Result: IngestFacts,
  },
  restart_ingest: {
    icon: RotateCw,
    doing: () => text().restarting,
    done: ({ output }) => text().restarted(output?.title ?? ''),
    Result: IngestFacts,
  },
  delete_document: {
    icon: FileX2,
    doing: () => text().deleting,
    done: ({ output }) => text().deleted(output?.title ?? ''),
    Result: ({ output }) => <KeyValues items={[{ label: text().title, value: output.title }]} />,
  },
  restart_ingests: {
    icon: RotateCw,
    doing: () => text().restartingSeveral,
    done: ({ output }) => text().restartedSeveral(output?.succeeded ?? 0),
    Result: BatchDocuments,
  },
  delete_documents: {
    icon: FileX2,
    doing: () => text().deletingSeveral,
    done: ({ output }) => text().deletedSeveral(output?.succeeded ?? 0),
    Result: ({ output }) => <BatchDocuments output={output} gone />,
  },
  update_documents: {
    icon: Pencil,
    doing: () => text().updatingSeveral,
    done: ({ output }) => text().updatedSeveral(output?.succeeded ?? 0),
    Result: BatchDocuments,
  },
  read_document: {
    icon: BookOpenText,
    doing: () => text().reading,
    done: ({ output }) => {
      if (!output) return text().reading
      return output.from_page !== null && output.to_page !== null
        ? text().readPages(output.title, output.from_page, output.to_page)
        : text().read(output.title, output.end - output.start)
    },
    Result: ReadDocument,
  },
  update_document: {
    icon: Pencil,
    doing: () => text().updating,
    done: ({ output }) => text().updated(output?.title ?? ''),
    Result: DocumentFacts,
  },
  summarize_document: {
    icon: TextQuote,
    doing: () => text().summarizing,
    done: ({ output }) => text().summarized(output?.title ?? '', output?.chunks.length ?? 0),
    Result: SummaryResult,
  },
})
