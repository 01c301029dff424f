import type { LibraryToolService } from '../../../main/library/service'
import type { Collection } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { formatBytes } from '../../../shared/format-bytes'
import type { LibraryTool } from '../runtime'
import { countText, documentTarget } from './wording'

/** Lists the collections. */
export function listCollections(library: LibraryToolService): LibraryTool<'list_collections'> {
  return {
    async run() {
      const collections = library.collections().map(toState)
      const lines = collections.map(
        (each) => `${each.name} (${each.collection_id}): ${countText(each.documents, 'document')}`,
      )
      return { content: lines.join('\n'), state: { collections }, origin: 'library', sources: [] }
    },
  }
}

/** Makes a collection. */
export function createCollection(library: LibraryToolService): LibraryTool<'create_collection'> {
  return {
    async plan({ name, description = '' }) {
      library.refuseTakenName(name, null)
      return {
        plan: { name, description },
        preview: {
          summary: `Create the collection “${name}”.`,
          targets: [{ kind: 'collection', label: name, reference: name }],
          changes: [{ kind: 'fields', label: name, fields: fieldChanges(null, { name, description }) }],
          lost: [],
          recovery: 'undo',
          warnings: [],
        },
      }
    },
    async apply({ name, description }, { journal }) {
      refuseNameTakenSince(library, name, null)
      const id = library.newId()
      journal({ collection_id: id, name, present: false })
      const made = library.createCollection({ id, name, description })
      return { content: `Created the collection “${name}” (${id}).`, state: toState(made) }
    },
    async revert(inverse, { journal }) {
      const { collection_id, name, present } = inverse
      const filled =
        library.isCollectionPresent(collection_id) === true ? library.collection(collection_id).documents : 0
      if (!present && filled > 0) {
        throw new AppError(
          'conflict',
          `“${name}” has ${countText(filled, 'document')} now. Move or delete them first.`,
        )
      }
      return await revertCollectionPresence(library)(inverse, { journal })
    },
  }
}

/** Renames or describes a collection. */
export function updateCollection(library: LibraryToolService): LibraryTool<'update_collection'> {
  return {
    async plan({ collection_id, name, description }) {
      const before = fieldsOf(library.collection(collection_id))
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
    async revert({ collection_id, before, after }, { journal }) {
      const now = fieldsOf(library.collection(collection_id))
      if (!same(now, after) && !same(now, before)) {
        throw new AppError('conflict', `The collection “${now.name}” was changed again since; that stays.`)
      }
      refuseNameTakenSince(library, before.name, collection_id)
      journal({ collection_id, before: after, after: before })
      library.updateCollection(collection_id, before)
      return { content: `The collection is “${before.name}” again, as it was.` }
    },
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
      journal({ collection_id, name, present: true })
      library.setCollectionPresent(collection_id, name, false)
      return {
        content: `Deleted the collection “${name}” with ${countText(documents.length, 'document')}. Undo brings it back for 30 days.`,
        state: toState(gone),
      }
    },
    revert: revertCollectionPresence(library),
  }
}

type RevertPresence = (
  inverse: { collection_id: string; name: string; present: boolean },
  context: { journal: (inverse: { collection_id: string; name: string; present: boolean }) => void },
) => Promise<{ readonly content: string }>

function revertCollectionPresence(library: LibraryToolService): RevertPresence {
  return async ({ collection_id, name, present }, { journal }) => {
    const now = library.isCollectionPresent(collection_id)
    if (present && now === false) refuseNameTakenSince(library, name, collection_id)
    // The name as it is now, which is the one to come back under.
    journal({
      collection_id,
      name: now === true ? library.collection(collection_id).name : name,
      present: !present,
    })
    if (now === null)
      return { content: 'The collection had not been made, so there was nothing to take back.' }
    library.setCollectionPresent(collection_id, name, present)
    return {
      content: present
        ? `The collection “${name}” is back with all that was in it.`
        : `The collection “${name}” was removed.`,
    }
  }
}

function refuseNameTakenSince(library: LibraryToolService, name: string, except: string | null): void {
  try {
    library.refuseTakenName(name, except)
  } catch (cause) {
    throw new AppError('conflict', `Another collection is named “${name}” now. Nothing was done.`, { cause })
  }
}

function toState({ id, name, description, documents }: Collection) {
  return { collection_id: id, name, description, documents }
}

function fieldsOf({ name, description }: Collection) {
  return { name, description }
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

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
