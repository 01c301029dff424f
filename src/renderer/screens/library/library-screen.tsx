import {
  Ellipsis,
  FilterX,
  FolderPlus,
  FolderSync,
  FolderUp,
  Globe,
  LibraryBig,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Collection, defaultCollectionId } from '../../../shared/contract/library'
import { askForPage } from '../../stores/additions'
import { deleteCollection } from '../../stores/batches'
import { clearFilter, isFiltered, showCollection, showTable, useDocuments } from '../../stores/documents'
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
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { SearchField } from '../../ui/search-field'
import { Spinner } from '../../ui/spinner'
import { addChosenFiles } from '../choose-files'
import { DeletedButton } from '../deleted-button'
import { ScreenHeader } from '../screen-header'
import { BatchDialogs } from './batch-dialog'
import { CollectionDialog } from './collection-dialog'
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
  const { collections, collectionId } = useLibrary()
  const [editing, setEditing] = useState<Collection | 'new'>()
  const shown = collections.find(({ id }) => id === collectionId)
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
        {collections.length > 1 && (
          <nav className="library-collections" aria-label={t.collections}>
            <CollectionChip
              current={collectionId === null}
              onSelect={() => void attempt(showCollection(null))}
            >
              {t.all}
            </CollectionChip>
            {collections.map((collection) => (
              <CollectionChip
                key={collection.id}
                current={collectionId === collection.id}
                title={collection.description}
                count={collection.documents}
                onSelect={() => void attempt(showCollection(collection.id))}
              >
                {collection.name}
              </CollectionChip>
            ))}
            {shown && <CollectionMenu collection={shown} onEdit={() => setEditing(shown)} />}
          </nav>
        )}
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
  const isEmpty = total === 0 && !filtered
  // Other words find nothing in a library without documents; those of a collection may be found outside of it.
  const searched = searching && !(isEmpty && hasAll)
  return (
    <>
      {total !== null && !isEmpty && <TableFilters />}
      {searched ? <SearchResults /> : isEmpty ? <NothingHere /> : <Listed total={total} />}
    </>
  )
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
  // Ended from elsewhere.
  if (known !== query) {
    setKnown(query)
    if (query === '') setTyped('')
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

/** What can be done with the collection that is shown. */
function CollectionMenu({
  collection,
  onEdit,
}: {
  readonly collection: Collection
  readonly onEdit: () => void
}) {
  const t = libraryText().collection
  const isDefault = collection.id === defaultCollectionId
  return (
    <Menu
      trigger={(props) => (
        <IconButton {...props} icon={Ellipsis} size="sm" label={t.actions(collection.name)} />
      )}
      items={[
        { id: 'change', icon: Pencil, label: t.change, onSelect: onEdit },
        { kind: 'separator', id: 'line' },
        {
          id: 'delete',
          icon: Trash2,
          label: t.delete,
          ...(isDefault ? { disabled: true, detail: t.defaultStays } : { danger: true }),
          onSelect: () => void attempt(deleteCollection(collection.id)),
        },
      ]}
    />
  )
}

function CollectionChip({
  current,
  title,
  count,
  onSelect,
  children,
}: {
  readonly current: boolean
  readonly title?: string
  readonly count?: number
  readonly onSelect: () => void
  readonly children: string
}) {
  return (
    <button
      type="button"
      className="collection"
      aria-pressed={current}
      title={title ? `${children}\n${title}` : children}
      onClick={onSelect}
    >
      <span className="truncate">{children}</span>
      {count !== undefined && <span className="numeric">{count}</span>}
    </button>
  )
}
