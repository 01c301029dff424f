import { FolderPlus, FolderUp, LibraryBig, Plus, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { loadMoreDocuments, searchLibrary, showCollection, useLibrary } from '../../stores/library'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Menu } from '../../ui/menu'
import { Spinner } from '../../ui/spinner'
import { TextField } from '../../ui/text-field'
import { addChosenFiles } from '../choose-files'
import { ScreenHeader } from '../screen-header'
import { CollectionDialog } from './collection-dialog'
import { DocumentsTable } from './documents-table'
import { SearchResults } from './search-results'
import './library.css'

/** Pause in typing after which a search begins, in milliseconds. */
const typingPauseMs = 250

/** Collections, documents, and the search in them. */
export function LibraryScreen() {
  const { collections, documents, loaded, collectionId, cursor, search, total } = useLibrary()
  const [creating, setCreating] = useState(false)
  const t = text().library
  const searching = search.query !== ''
  return (
    <div className="screen">
      <ScreenHeader title={t.title}>
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
            { kind: 'separator', id: 'line' },
            { id: 'collection', icon: FolderPlus, label: t.newCollection, onSelect: () => setCreating(true) },
          ]}
        />
      </ScreenHeader>
      <div className="library-bar">
        <SearchField />
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
          </nav>
        )}
      </div>
      <div className="library-body">
        {searching ? (
          <SearchResults />
        ) : !loaded ? (
          <div className="screen-empty">
            <Spinner />
          </div>
        ) : documents.length === 0 ? (
          <div className="screen-empty">
            <EmptyState
              icon={LibraryBig}
              title={collectionId === null ? t.empty : t.emptyCollection}
              action={
                <Button icon={Plus} onClick={() => void attempt(addChosenFiles(collectionId))}>
                  {t.addFiles}
                </Button>
              }
            >
              {collectionId === null ? t.emptyText : t.emptyCollectionText}
            </EmptyState>
          </div>
        ) : (
          <DocumentsTable documents={documents} />
        )}
      </div>
      {!searching && documents.length > 0 && (
        <footer className="library-foot">
          <span className="numeric">{t.total(total)}</span>
          {cursor !== null && (
            <Button size="sm" variant="ghost" onClick={() => void attempt(loadMoreDocuments())}>
              {t.loadMore}
            </Button>
          )}
        </footer>
      )}
      {creating && <CollectionDialog onClose={() => setCreating(false)} />}
    </div>
  )
}

function SearchField() {
  const query = useLibrary((state) => state.search.query)
  const [typed, setTyped] = useState(query)
  const t = text().library
  useEffect(() => {
    if (typed === useLibrary.getState().search.query) return
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
      <TextField
        label={t.search}
        labelHidden
        icon={Search}
        type="search"
        placeholder={t.search}
        value={typed}
        onChange={setTyped}
      />
    </form>
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
      title={title || undefined}
      onClick={onSelect}
    >
      {children}
      {count !== undefined && <span className="numeric">{count}</span>}
    </button>
  )
}
