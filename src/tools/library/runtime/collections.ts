import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Collection } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { beyondKeptInWords, keptInWords, recoveryOf } from '../../../shared/tool/kept'
import { spoken } from '../../../shared/tool/preview'
import {
  changedFields,
  type FieldsInverse,
  narrowFields,
  same,
  undoFields,
} from '../../../shared/tool/record-fields'
import type { LibraryTool } from '../runtime'
import { collectionShown, isCollectionAsShown, looksAsShown } from './as-shown'
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
import { documentTarget } from './wording'

/** Lists the collections. */
export function listCollections(library: LibraryToolService): LibraryTool<'list_collections'> {
  return {
    async run(_input, context) {
      const collections = library.collections().map(toState)
      const lines = collections.map(
        (each) => `${each.name} (${each.collection_id}): ${counted(each.documents, 'document')}`,
      )
      const proposed = pendingCollections(context).map(
        ({ id, name }) => `${name} (${id}): proposed by you, not there before a person approves it`,
      )
      return {
        content: [...lines, ...proposed].join('\n'),
        state: { collections },
        origin: 'library',
        // Their names are the person’s, or what a person let be given to them.
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
        sources: [],
        preview: spoken({
          summary: say('library.create_collection', { name }),
          targets: [{ kind: 'collection', label: name, reference: collection_id }],
          changes: [{ kind: 'fields', label: name, fields: changedFields(null, { name, description }) }],
          lost: [],
          recovery: 'undo',
          warnings: [],
        }),
      }
    },
    requireBase: async ({ name }) => refuseNameTakenSince(library, name, null),
    foresee: ({ collection_id, name, description }) => ({ collection_id, name, description }),
    async apply({ name, description, collection_id: id = library.newId() }, { journal }) {
      refuseNameTakenSince(library, name, null)
      journal({ collection_id: id, name, present: false, was: { name, description, documents: [] } })
      const made = library.createCollection({ id, name, description })
      return { content: `Created the collection “${name}” (${id}).`, state: toState(made), origin: 'own' }
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
      const changed = changedFields(before, after)
      if (changed.length === 0) throw new AppError('invalid_input', say('collection.unchanged'))
      library.refuseTakenName(after.name, collection_id)
      return {
        plan: { collection_id, before, after },
        sources: [],
        preview: spoken({
          summary: changeInWords(
            changed.map((field) => field.name),
            before.name,
          ),
          targets: [{ kind: 'collection', label: before.name, reference: collection_id }],
          changes: [{ kind: 'fields', label: before.name, fields: changed }],
          lost: [],
          recovery: 'undo',
          warnings: [],
        }),
      }
    },
    chooseBy: 'fields',
    async narrow(proposed, choice) {
      const { name } = proposed.plan.before
      return narrowFields<CollectionFields, CollectionFieldsInverse>(proposed, choice, {
        storedAs: (field) => (field === 'name' ? ['name'] : ['description']),
        summary: (names) => changeInWords(names, name),
      })
    },
    requireBase: async (plan) => requireUnchanged(plan),
    async apply({ collection_id, before, after }, { journal }) {
      requireUnchanged({ collection_id, before, after })
      journal({ collection_id, before, after })
      const updated = library.updateCollection(collection_id, after)
      return {
        content: `The collection is now “${updated.name}”.`,
        state: toState(updated),
        origin: 'own',
      }
    },
    ...undoFields<CollectionFields, CollectionFieldsInverse>({
      referenceOf: ({ collection_id }) => collection_id,
      inverse: (collection_id, fields) => ({ collection_id, ...fields }),
      read: (id) => (library.isCollectionPresent(id) === true ? fieldsOf(library.collection(id)) : null),
      write: (id, fields) => library.updateCollection(id, fields),
      labelOf: ({ name }) => name,
      inWords: (fields) => fields,
      hindrance({ name }, id) {
        if (!isNameTaken(library, name, id)) return null
        const free = freeName(library, name)
        return { obstacle: 'name_taken', beside: free, fields: { name: free } }
      },
      conflict,
      restored: ({ name }) => `The collection is “${name}” again, as it was.`,
    }),
  }

  function requireUnchanged({ collection_id, before, after }: CollectionFieldsInverse): void {
    if (
      library.isCollectionPresent(collection_id) !== true ||
      !same(fieldsOf(library.collection(collection_id)), before)
    ) {
      throw new AppError('conflict', say('collection.changed'))
    }
    refuseNameTakenSince(library, after.name, collection_id)
  }
}

/** Deletes a collection with its documents. */
export function deleteCollection(library: LibraryToolService): LibraryTool<'delete_collection'> {
  return {
    async plan({ collection_id }) {
      const collection = library.collection(collection_id)
      if (collection_id === library.defaultCollectionId) {
        throw new AppError('denied', say('collection.default', { name: collection.name }))
      }
      const { documents, shown } = library.inSnapshot(() => {
        const all = library.documentIds(collection_id).map((id) => library.document(id))
        return { documents: all, shown: collectionShown(library, collection_id, all) }
      })
      const size = documents.reduce((total, each) => total + each.size, 0)
      const passages = documents.reduce((total, each) => total + each.chunks, 0)
      const { name } = collection
      const kept = library.keptForUndo()
      const detail = say('library.collection_extent', { documents: documents.length, passages })
      return {
        plan: { collection_id, name, documents: documents.map(({ id }) => id), ...shown },
        sources: [],
        preview: spoken({
          summary: say('library.delete_collection', { name, documents: documents.length, passages, size }),
          targets: [{ kind: 'collection', label: name, reference: collection_id, size, detail }],
          changes: [
            { kind: 'removal', label: name, reference: collection_id },
            ...documents.map((each) => ({
              kind: 'removal' as const,
              label: each.title,
              reference: each.id,
              size: each.size,
            })),
          ],
          lost: [
            // Its size is that of its documents, which are named beside it with theirs.
            { kind: 'collection', label: name, reference: collection_id, detail },
            ...documents.map(documentTarget),
          ],
          recovery: recoveryOf('trash', size, kept),
          warnings: beyondKeptInWords(size, kept),
        }),
      }
    },
    async requireBase(plan) {
      if (!(await looksAsShown(library, plan))) throw contentChanged(plan)
    },
    async apply(planned, { journal }) {
      const { collection_id, name, documents } = planned
      if (!isCollectionAsShown(library, planned)) throw contentChanged(planned)
      const gone = library.collection(collection_id)
      const size = documents.reduce((total, id) => total + library.document(id).size, 0)
      const was = { name, description: gone.description, documents }
      journal({ collection_id, name, present: true, was })
      library.setCollectionPresent(collection_id, name, false)
      return {
        content: `Deleted the collection “${name}” with ${counted(documents.length, 'document')}. ${keptInWords('it', size, library.keptForUndo())}`,
        state: toState(gone),
        origin: 'own',
      }
    },
    ...undoCollectionPresence(library),
  }
}

function contentChanged({ name }: { readonly name: string }): AppError {
  return new AppError('conflict', say('collection.content_changed', { name }))
}

function toState({ id, name, description, documents }: Collection) {
  return { collection_id: id, name, description, documents }
}

type CollectionFieldsInverse = FieldsInverse<CollectionFields> & { readonly collection_id: string }

function changeInWords(fields: readonly string[], name: string): Sentence {
  return say('library.change_collection', { fields, name })
}
