import { FilterX, FolderPlus, FolderSync, FolderUp, Globe, LibraryBig, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DocumentFacets } from '../../../shared/contract/document-table'
import type { Collection } from '../../../shared/contract/library'
import { askForPage } from '../../stores/additions'
import { clearFilter, isFiltered, showTable, useDocuments } from '../../stores/documents'
import { useLibrary } from '../../stores/library'
import { searchLibrary, useLibrarySearch } from '../../stores/library-search'
import { attempt } from '../../stores/toasts'
import { askToWatch } from '../../stores/watched-folders'
import { libraryText } from '../../text/library'
import { text } from '../../text/text'
import { watchedText } from '../../text/watched'
import { webText } from '../../text/web'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Menu } from '../../ui/menu'
import { SearchField } from '../../ui/search-field'
import { Spinner } from '../../ui/spinner'
import { addChosenFiles } from '../choose-files'
import { DeletedButton } from '../deleted-button'
import { ScreenHeader } from '../screen-header'
import { BatchDialogs } from './batch-dialog'
import { CollectionDialog } from './collection-dialog'
import { CollectionsBar } from './collections-bar'
import { DocumentsTable } from './documents-table'
import { PasteDialog } from './paste-dialog'
import { SearchResults } from './search-results'
import { TableFilters } from './table-filters'
import { TableFoot } from './table-foot'
import { WatchedLines } from './watched-lines'
import { WebPageDialog } from './web-page-dialog'
import './library.css'

/** Pause in typing after which a search begins, in milliseconds. */
const typingPauseMs = 250

/** Collections, documents, and the search in them. */
export function LibraryScreen() {
  const collectionId = useLibrary((state) => state.collectionId)
  const [editing, setEditing] = useState<Collection | 'new'>()
  const t = text().library
  return (
    <div className="screen">
      <ScreenHeader title={t.title}>
        <DeletedButton module="library" />
        <Menu
          align="end"
          trigger={(props) => (
            <Button {...props} icon={Plus} variant="primary">
              {t.addMenu}
            </Button>
          )}
          items={[
            {
              id: 'files',
              icon: Plus,
              label: t.addFiles,
              onSelect: () => void attempt(addChosenFiles(collectionId)),
            },
            {
              id: 'folder',
              icon: FolderUp,
              label: t.addFolder,
              onSelect: () => void attempt(addChosenFiles(collectionId, true)),
            },
            {
              id: 'page',
              icon: Globe,
              label: webText().add,
              onSelect: () => askForPage(''),
            },
            {
              id: 'watch',
              icon: FolderSync,
              label: watchedText().add,
              onSelect: () => askToWatch({ path: '', collectionId }),
            },
            { kind: 'separator', id: 'line' },
            {
              id: 'collection',
              icon: FolderPlus,
              label: libraryText().collection.add,
              onSelect: () => setEditing('new'),
            },
          ]}
        />
      </ScreenHeader>
      <div className="library-bar">
        <LibrarySearch />
        <CollectionsBar onEdit={setEditing} />
        <WatchedLines collectionId={collectionId} />
      </div>
      <div className="library-body">
        <Documents />
      </div>
      <BatchDialogs />
      <PasteDialog />
      <WebPageDialog />
      {editing && (
        <CollectionDialog
          collection={editing === 'new' ? null : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

/** The table or what a search found, with what narrows both, or why there is none. */
function Documents() {
  const searching = useLibrarySearch(({ query }) => query !== '')
  const total = useDocuments((state) => state.total)
  const filtered = useDocuments((state) => isFiltered(state.filter))
  useEffect(() => {
    showTable(true)
    return () => showTable(false)
  }, [])
  const hasAll = useLibrary((state) => state.collectionId === null)
  const nothingToFilter = useDocuments(({ facets }) => facets !== null && !facets.statuses.some(hasDocuments))
  const isEmpty = total === 0 && (!filtered || nothingToFilter)
  // Other words find nothing in a library without documents; those of a collection may be found outside of it.
  const searched = searching && !(isEmpty && hasAll)
  return (
    <>
      {/* What filters stays while it is not known what it lets through. */}
      {(total !== null || filtered) && !isEmpty && <TableFilters />}
      {searched ? <SearchResults /> : isEmpty ? <NothingHere /> : <Listed total={total} />}
    </>
  )
}

function hasDocuments({ documents }: DocumentFacets['statuses'][number]): boolean {
  return documents > 0
}

function NothingHere() {
  const collectionId = useLibrary((state) => state.collectionId)
  const t = text().library
  return (
    <div className="screen-empty">
      <EmptyState
        icon={LibraryBig}
        title={collectionId === null ? t.empty : t.emptyCollection}
        action={
          <>
            <Button icon={Plus} onClick={() => void attempt(addChosenFiles(collectionId))}>
              {t.addFiles}
            </Button>
            <DeletedButton module="library" always />
          </>
        }
      >
        {collectionId === null ? t.emptyText : t.emptyCollectionText}
      </EmptyState>
    </div>
  )
}

/** The rows that the filters let through; null while it is not known how many. */
function Listed({ total }: { readonly total: number | null }) {
  if (total === null) {
    return (
      <div className="screen-empty">
        <Spinner />
      </div>
    )
  }
  return (
    <>
      {total === 0 ? <NothingFits /> : <DocumentsTable count={total} />}
      <TableFoot total={total} />
    </>
  )
}

function NothingFits() {
  const t = libraryText().filter
  return (
    <div className="screen-empty">
      <EmptyState
        icon={FilterX}
        title={t.nothing}
        action={<Button onClick={() => void attempt(clearFilter())}>{t.clear}</Button>}
      >
        {t.nothingText}
      </EmptyState>
    </div>
  )
}

function LibrarySearch() {
  const query = useLibrarySearch((state) => state.query)
  const [typed, setTyped] = useState(query)
  const [known, setKnown] = useState(query)
  // Ended or begun from elsewhere: what is typed here is what is searched for by then.
  if (known !== query) {
    setKnown(query)
    setTyped(query)
  }
  const t = text().library
  useEffect(() => {
    if (typed === useLibrarySearch.getState().query) return
    const timer = setTimeout(() => void attempt(searchLibrary(typed)), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <form
      className="library-search"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(searchLibrary(typed))
      }}
    >
      <SearchField label={t.search} value={typed} onChange={setTyped} />
    </form>
  )
}
