import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Collection, defaultCollectionId } from '../../../shared/contract/library'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { deleteCollection } from '../../stores/batches'
import { showCollection } from '../../stores/documents'
import { useLibrary } from '../../stores/library'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { text } from '../../text/text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { areDocuments, moveDropped } from './dragged-documents'
import './collections-bar.css'

/** The collections to choose from, once there is more than the first, and what can be done with the one that is shown. */
export function CollectionsBar({ onEdit }: { readonly onEdit: (collection: Collection) => void }) {
  const { collections, collectionId } = useLibrary()
  const t = text().library
  if (collections.length < 2) return null
  return (
    <nav className="library-collections-list" aria-label={t.collections}>
      <CollectionChip
        place={0}
        current={collectionId === null}
        onSelect={() => void attempt(showCollection(null))}
      >
        {t.all}
      </CollectionChip>
      {collections.map((collection, index) => (
        <span key={collection.id} className="collection-place">
          <CollectionChip
            place={index + 1}
            current={collectionId === collection.id}
            title={revealAsText(collection.description)}
            count={collection.documents}
            onSelect={() => void attempt(showCollection(collection.id))}
            onDropDocuments={(transfer) => moveDropped(collection.id, transfer)}
          >
            {collection.name}
          </CollectionChip>
          {collectionId === collection.id && (
            <CollectionMenu collection={collection} onEdit={() => onEdit(collection)} />
          )}
        </span>
      ))}
    </nav>
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
  place,
  current,
  title,
  count,
  onSelect,
  onDropDocuments,
  children,
}: {
  /** Which of them it is, counted from 0. */
  readonly place: number
  readonly current: boolean
  readonly title?: string
  readonly count?: number
  readonly onSelect: () => void
  readonly onDropDocuments?: (transfer: DataTransfer) => void
  readonly children: string
}) {
  const [over, setOver] = useState(false)
  // The documents of the one that is shown are in it.
  const takes = (transfer: DataTransfer) =>
    onDropDocuments !== undefined && !current && areDocuments(transfer)
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name takes it to another place
  useEffect(() => {
    // One that was just made may be below those that have room.
    if (current) button.current?.scrollIntoView({ block: 'nearest' })
  }, [current, place])
  return (
    <button
      ref={button}
      type="button"
      className="collection"
      aria-pressed={current}
      title={title ? `${children}\n${title}` : children}
      onClick={onSelect}
      data-drop={over || undefined}
      onDragOver={(event) => {
        if (!takes(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!takes(event.dataTransfer)) return
        event.preventDefault()
        setOver(false)
        onDropDocuments?.(event.dataTransfer)
      }}
    >
      <span className="truncate">{children}</span>
      {count !== undefined && <span className="numeric">{count}</span>}
    </button>
  )
}
