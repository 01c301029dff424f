import type { LibraryToolService } from '../../../main/library/service'
import type { UndoComparison } from '../../../shared/contract/changes'
import type { Collection } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { formatBytes } from '../../../shared/format-bytes'
import type { LibraryTool } from '../runtime'
import {
  type CollectionFields,
  conflict,
  fieldsOf,
  freeName,
  isNameTaken,
  refuseNameTakenSince,
  undoCollectionPresence,
} from './collection-presence'
import { pendingCollections, plannedCollection } from './pending-collections'
import { fieldsBetween, mergeFields, recordObstacle, same } from './undo-fields'
import { countText, documentTarget } from './wording'

/** Lists the collections. */
export function listCollections(library: LibraryToolService): LibraryTool<'list_collections'> {
  return {
    async run(_input, context) {
      const collections = library.collections().map(toState)
      const lines = collections.map(
        (each) => `${each.name} (${each.collection_id}): ${countText(each.documents, 'document')}`,
      )
      const proposed = pendingCollections(context).map(
        ({ id, name }) => `${name} (${id}): proposed by you, not there before a person approves it`,
      )
      return {
        content: [...lines, ...proposed].join('\n'),
        state: { collections },
        origin: 'library',
        sources: [],
      }
    },
  }
}

/** Makes a collection. */
export function createCollection(library: LibraryToolService): LibraryTool<'create_collection'> {
  return {
    async plan({ name, description = '' }) {
      library.refuseTakenName(name, null)
      const collection_id = library.newId()
      return {
        plan: { name, description, collection_id },
        preview: {
          summary: `Create the collection “${name}”.`,
          targets: [{ kind: 'collection', label: name, reference: collection_id }],
          changes: [{ kind: 'fields', label: name, fields: fieldChanges(null, { name, description }) }],
          lost: [],
          recovery: 'undo',
          warnings: [],
        },
      }
    },
    async apply({ name, description, collection_id: id = library.newId() }, { journal }) {
      refuseNameTakenSince(library, name, null)
      journal({ collection_id: id, name, present: false, was: { name, description, documents: [] } })
      const made = library.createCollection({ id, name, description })
      return { content: `Created the collection “${name}” (${id}).`, state: toState(made) }
    },
    ...undoCollectionPresence(library),
  }
}

/** Renames or describes a collection. */
export function updateCollection(library: LibraryToolService): LibraryTool<'update_collection'> {
  return {
    async plan({ collection_id, name, description }, context) {
      const before = fieldsOf(plannedCollection(library, collection_id, context))
      const after = { name: name ?? before.name, description: description ?? before.description }
      const changed = fieldChanges(before, after)
      if (changed.length === 0)
        throw new AppError('invalid_input', 'The collection is so already; nothing would change.')
      library.refuseTakenName(after.name, collection_id)
      return {
        plan: { collection_id, before, after },
        preview: {
          summary: `Change ${changed.map((each) => each.name).join(' and ')} of the collection “${before.name}”.`,
          targets: [{ kind: 'collection', label: before.name, reference: collection_id }],
          changes: [{ kind: 'fields', label: before.name, fields: changed }],
          lost: [],
          recovery: 'undo',
          warnings: [],
        },
      }
    },
    async apply({ collection_id, before, after }, { journal }) {
      if (
        library.isCollectionPresent(collection_id) !== true ||
        !same(fieldsOf(library.collection(collection_id)), before)
      ) {
        throw new AppError(
          'conflict',
          'The collection was changed since this was shown. Nothing was done; propose it again.',
        )
      }
      refuseNameTakenSince(library, after.name, collection_id)
      journal({ collection_id, before, after })
      const updated = library.updateCollection(collection_id, after)
      return { content: `The collection is now “${updated.name}”.`, state: toState(updated) }
    },
    async revert(inverse, { journal }) {
      const found = obstacleOf(inverse)
      if (found !== null) throw conflict(found)
      const { collection_id } = inverse
      const now = fieldsOf(library.collection(collection_id))
      const { target } = mergeFields(now, inverse)
      journal({ collection_id, before: now, after: target })
      library.updateCollection(collection_id, target)
      return { content: `The collection is “${target.name}” again, as it was.` }
    },
    async compare(inverse) {
      const found = obstacleOf(inverse)
      return found === null ? [] : [found]
    },
    async rebase(inverse, chosen) {
      const found = obstacleOf(inverse)
      if (found === null) return inverse
      const choice = chosen(found.reference)
      if (choice === 'keep') return null
      if (choice === null || !found.choices.includes(choice)) throw conflict(found)
      const { collection_id } = inverse
      const now = fieldsOf(library.collection(collection_id))
      const { target } = mergeFields(now, inverse)
      const name = choice === 'beside' ? { name: freeName(library, target.name) } : {}
      // From what is there now: that is what undoing the undo brings back.
      return { collection_id, before: { ...target, ...name }, after: now }
    },
  }

  function obstacleOf(inverse: {
    collection_id: string
    before: CollectionFields
    after: CollectionFields
  }): UndoComparison | null {
    const { collection_id: reference, after } = inverse
    if (library.isCollectionPresent(reference) !== true) {
      return recordObstacle({ label: after.name, reference, obstacle: 'gone' })
    }
    const now = fieldsOf(library.collection(reference))
    const { target, changed } = mergeFields(now, inverse)
    const record = { label: now.name, reference }
    const fields = fieldsBetween(now, target)
    if (isNameTaken(library, target.name, reference)) {
      return recordObstacle(
        { ...record, obstacle: 'name_taken' },
        { choices: ['keep', 'beside'], beside: freeName(library, target.name), fields },
      )
    }
    if (changed.length === 0) return null
    return recordObstacle({ ...record, obstacle: 'changed' }, { choices: ['keep', 'replace'], fields })
  }
}

/** Deletes a collection with its documents. */
export function deleteCollection(library: LibraryToolService): LibraryTool<'delete_collection'> {
  return {
    async plan({ collection_id }) {
      const collection = library.collection(collection_id)
      if (collection_id === library.defaultCollectionId) {
        throw new AppError(
          'denied',
          `“${collection.name}” is where documents go by default, so it stays. Delete its documents instead.`,
        )
      }
      const documents = library.documentIds(collection_id).map((id) => library.document(id))
      const size = documents.reduce((total, each) => total + each.size, 0)
      const chunks = documents.reduce((total, each) => total + each.chunks, 0)
      const extent = `${countText(documents.length, 'document')}, ${countText(chunks, 'passage')}, ${formatBytes(size)}`
      return {
        plan: { collection_id, name: collection.name, documents: documents.map(({ id }) => id) },
        preview: {
          summary: `Delete the collection “${collection.name}” with ${extent}. The files that the documents were made from stay.`,
          targets: [
            { kind: 'collection', label: collection.name, reference: collection_id, size, detail: extent },
          ],
          changes: [
            { kind: 'removal', label: collection.name, reference: collection_id, size },
            ...documents.map((each) => ({
              kind: 'removal' as const,
              label: each.title,
              reference: each.id,
              size: each.size,
            })),
          ],
          lost: [
            { kind: 'collection', label: collection.name, reference: collection_id, size, detail: extent },
            ...documents.map(documentTarget),
          ],
          recovery: 'trash',
          warnings: [],
        },
      }
    },
    async apply({ collection_id, name, documents }, { journal }) {
      const present = library.isCollectionPresent(collection_id) === true
      if (
        !present ||
        library.collection(collection_id).name !== name ||
        !same(library.documentIds(collection_id), documents)
      ) {
        throw new AppError(
          'conflict',
          `What is in “${name}” changed since this was shown. Nothing was deleted; propose it again.`,
        )
      }
      const gone = library.collection(collection_id)
      const was = { name, description: gone.description, documents }
      journal({ collection_id, name, present: true, was })
      library.setCollectionPresent(collection_id, name, false)
      return {
        content: `Deleted the collection “${name}” with ${countText(documents.length, 'document')}. Undo brings it back for 30 days.`,
        state: toState(gone),
      }
    },
    ...undoCollectionPresence(library),
  }
}

function toState({ id, name, description, documents }: Collection) {
  return { collection_id: id, name, description, documents }
}

function fieldChanges(
  before: { name: string; description: string } | null,
  after: { name: string; description: string },
) {
  const names = ['name', 'description'] as const
  return names
    .filter((name) => after[name] !== (before?.[name] ?? ''))
    .map((name) => ({ name, before: before?.[name] ?? null, after: after[name] }))
}
