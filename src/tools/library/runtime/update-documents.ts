import type { LibraryToolService } from '../../../main/library/tool-service'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { tagLimits } from '../../../shared/tags'
import { type Preview, spoken } from '../../../shared/tool/preview'
import { changedFields, same, undoFields, withoutChange } from '../../../shared/tool/record-fields'
import type { LibraryTool } from '../runtime'
import { chosenOf, eachInTurn, narrowedPreview } from './batch'
import { type PlannedFields, shownFields, toFields, toPlanned } from './document-fields'
import { type PlannedCollection, plannedCollection } from './pending-collections'
import {
  type ChangedDocument,
  changeAsShown,
  type PlannedChange,
  plannedChange,
  undoneDocument,
} from './undo-document'
import { documentTarget, named, quotedOf } from './wording'

type Update = LibraryTool<'update_documents'>
type Input = Parameters<Update['plan']>[0]

/** Changes tags and collection of several documents, all or none. */
export function updateDocuments(library: LibraryToolService): Update {
  // Each is looked at as one alone is; what comes of all of them is written together.
  const one = undoFields({ ...undoneDocument(library), write: () => {} })
  return {
    async plan(input, context) {
      refuseNothing(input)
      const destination =
        input.collection_id === undefined ? null : plannedCollection(library, input.collection_id, context)
      const named = withNames(library, destination)
      const all = await eachInTurn(
        [...new Set(input.doc_ids)],
        (id) => {
          const before = toPlanned(library.documentFields(id))
          return plannedChange(library, { document_id: id, before, after: wanted(before, input) })
        },
        context.signal,
      )
      const documents = all.filter(({ before, after }) => !same(before, after))
      if (documents.length === 0) {
        const [only] = all
        const what = all.length === 1 ? `“${only?.before.title}” is` : `All ${all.length} documents are`
        const sources = quotedOf(all.map(({ before }) => before))
        const content = `${what} so already; nothing was changed.`
        return { unchanged: { content, state: stateOf([]), sources } }
      }
      const preview = await previewOf(documents, input, destination, named)
      return { plan: { documents }, preview, sources: quotedOf(documents.map(({ before }) => before)) }
    },
    chooseBy: 'items',
    async narrow({ plan, preview }, choice) {
      const documents = [...chosenOf(plan.documents, choice)]
      return { plan: { documents }, preview: narrowedPreview(preview, choice, summaryOf(documents)) }
    },
    async requireBase({ documents }) {
      await eachInTurn(documents, requireUnchanged)
    },
    async apply({ documents: planned }, { journal, signal }) {
      const documents = await eachInTurn(planned, requireUnchanged)
      signal.throwIfAborted()
      journal({ documents })
      // Others had their turn since it was looked at.
      await library.together(planned, (document) => set(requireUnchanged(document)))
      return {
        content: `Updated ${counted(documents.length, 'document')}.`,
        state: stateOf(documents),
        sources: documents.map(({ after }) => after.title),
      }
    },
    async revert({ documents }, { journal, rollback }) {
      if (rollback) {
        await library.together(documents, putBack)
        return { content: `${counted(documents.length, 'document')} as before.` }
      }
      const back = await eachInTurn(documents, one.restoring)
      journal({ documents: back })
      // Looked at again where it is written: others had their turn since.
      await library.together(documents, (document) => set(one.restoring(document)))
      return { content: `${counted(back.length, 'document')} as before.` }
    },
    async compare({ documents }) {
      return (await Promise.all(documents.map((each) => one.compare(each)))).flat()
    },
    async rebase({ documents }, chosen) {
      const kept = await Promise.all(documents.map((each) => one.rebase(each, chosen)))
      const rest = kept.filter((each) => each !== null)
      return rest.length === 0 ? null : { documents: rest }
    },
  }

  function requireUnchanged(planned: PlannedChange): ChangedDocument {
    const change = changeAsShown(library, planned)
    if (change !== null) return change
    throw new AppError('conflict', say('document.was_changed', { title: planned.before.title }))
  }

  function set({ document_id, after }: Pick<ChangedDocument, 'document_id' | 'after'>): void {
    library.setDocumentFields(document_id, toFields(after))
  }

  function putBack({ document_id: id, ...change }: ChangedDocument): void {
    if (!library.isThere(id)) return
    set({ document_id: id, after: withoutChange(toPlanned(library.documentFields(id)), change) })
  }

  async function previewOf(
    documents: readonly ChangedDocument[],
    input: Input,
    destination: PlannedCollection | null,
    named: Pick<LibraryToolService, 'isCollectionPresent' | 'collection'>,
  ): Promise<Preview> {
    const shown = await eachInTurn(documents, ({ document_id, before, after }) => ({
      target: documentTarget(library.document(document_id)),
      change: {
        kind: 'fields' as const,
        label: before.title,
        fields: changedFields(shownFields(named, before), shownFields(named, after)),
      },
    }))
    return spoken({
      summary: summaryOf(documents, input, destination),
      targets: shown.map(({ target }) => target),
      changes: shown.map(({ change }) => change),
      lost: [],
      recovery: 'undo',
      warnings: [],
      ...(destination === null
        ? {}
        : { container: { kind: 'collection', label: destination.name, reference: destination.id } }),
    })
  }
}

function refuseNothing({ add_tags = [], remove_tags = [], collection_id }: Input): void {
  if (add_tags.length + remove_tags.length === 0 && collection_id === undefined) {
    throw new AppError('invalid_input', say('document.say_tags'))
  }
  const both = add_tags.find((tag) => remove_tags.includes(tag))
  if (both === undefined) return
  throw new AppError('invalid_input', say('document.tag_both', { tag: both }), {
    field: 'remove_tags',
  })
}

function wanted(
  before: PlannedFields,
  { add_tags = [], remove_tags = [], collection_id }: Input,
): PlannedFields {
  const tags = [...new Set([...before.tags, ...add_tags])].filter((tag) => !remove_tags.includes(tag))
  if (tags.length > tagLimits.count && tags.length > before.tags.length) {
    throw new AppError(
      'invalid_input',
      say('document.too_many_tags', { title: before.title, count: tags.length, limit: tagLimits.count }),
      { field: 'add_tags' },
    )
  }
  return { ...before, tags, collection_id: collection_id ?? before.collection_id }
}

function summaryOf(
  documents: readonly ChangedDocument[],
  input?: Input,
  destination?: PlannedCollection | null,
): Sentence {
  const { add_tags: add = [], remove_tags: remove = [] } = input ?? {}
  return say('library.change_many', {
    ...named(documents.map(({ before }) => before.title)),
    ...{ add, remove },
    collection: destination?.name ?? '',
  })
}

/** Names of collections are looked up once, not for each document. */
function withNames(
  library: LibraryToolService,
  destination: PlannedCollection | null,
): Pick<LibraryToolService, 'isCollectionPresent' | 'collection'> {
  const known = new Map<string, ReturnType<LibraryToolService['collection']>>()
  return {
    isCollectionPresent: (id) => id === destination?.id || library.isCollectionPresent(id),
    collection(id) {
      const found = known.get(id) ?? collectionOf(id)
      known.set(id, found)
      return found
    },
  }

  function collectionOf(id: string) {
    if (id !== destination?.id || !destination.pending) return library.collection(id)
    const { name, description } = destination
    return { id, name, description, documents: 0, createdAt: 0 }
  }
}

function stateOf(documents: readonly ChangedDocument[]) {
  const results = documents.map(({ document_id, after }) => ({ document_id, title: after.title }))
  return { succeeded: results.length, failed: 0, results }
}
