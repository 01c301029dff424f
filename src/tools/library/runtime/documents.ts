import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import type { ExtractionWarning } from '../../../shared/contract/extraction-warnings'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { type Sentence, wordsOf } from '../../../shared/sentences/sentence'
import { isAtWork, standingOf } from '../../../shared/standing-of'
import { beyondKeptInWords, keptInWords, recoveryOf } from '../../../shared/tool/kept'
import { type Preview, spoken } from '../../../shared/tool/preview'
import { changedFields, narrowFields, undoFields } from '../../../shared/tool/record-fields'
import type { DocumentState } from '../module'
import type { LibraryTool } from '../runtime'
import {
  documentShown,
  isRestartAsShown,
  type PlannedRestart,
  requireDocumentAsShown,
  restartShown,
} from './as-shown'
import { type PlannedFields, shownFields, storedFields, toFields, toPlanned } from './document-fields'
import { namesIn } from './names'
import { type PlannedCollection, plannedCollection } from './pending-collections'
import { documentAsItWas, undoPresence } from './presence'
import { beforeRestart, revertRestart } from './restarting'
import {
  type ChangedDocument,
  changeAsShown,
  type PlannedChange,
  plannedChange,
  undoneDocument,
} from './undo-document'
import { documentTarget, extentOf, extentText, readAgain, statusText } from './wording'

/** Lists documents. */
export function listDocuments(library: LibraryToolService): LibraryTool<'list_documents'> {
  return {
    names: namesIn(library),
    async run({ collection_id, status, limit, cursor }) {
      if (collection_id !== undefined) library.collection(collection_id)
      const found = library.documents({ collectionId: collection_id, status, limit, cursor })
      const lines = found.documents.map((each) => `${each.title} (${each.id}): ${howItIs(each)}`)
      const more = found.cursor === null ? '' : `\nMore with cursor ${found.cursor}.`
      return {
        content: `${counted(found.total, 'document')}${lines.length === 0 ? '.' : `:\n${lines.join('\n')}`}${more}`,
        state: { documents: found.documents.map(toState), cursor: found.cursor, total: found.total },
        origin: 'library',
        // Titles come out of the files: they are text that somebody else may have written.
        sources: found.documents.map(({ title }) => title),
      }
    },
  }
}

/** What is complete has an extent, and what failed a reason. */
function howItIs(document: Document): string {
  const { status, error } = document
  if (status === 'complete') return `complete, ${extentText(document)}`
  return error === null ? status : `${status}, ${error}`
}

/** Tells how far a document is. */
export function getDocumentStatus(library: LibraryToolService): LibraryTool<'get_document_status'> {
  return {
    names: namesIn(library),
    async run({ doc_id }) {
      const document = library.document(doc_id)
      const warnings = [...library.warnings(doc_id), ...unrenewed(document)]
      return {
        content: [statusText(document), ...warnings.map((each) => each.text)].join('\n'),
        state: {
          ...toIngestState(document),
          ...(warnings.length === 0
            ? {}
            : { warnings: warnings.map(({ text, said, places }) => ({ text, said, places: [...places] })) }),
        },
        origin: 'library',
        sources: [document.title],
      }
    },
  }
}

/** Why the new content of a document that is as it was could not be read. */
function unrenewed({ renewal }: Document): ExtractionWarning[] {
  if (renewal?.error == null) return []
  const { error: message, said } = renewal
  return [{ ...say('document.not_renewed', { why: wordsOf({ message, said }) }), places: [] }]
}

/** Ingests a document again. */
export function restartIngest(library: LibraryToolService): LibraryTool<'restart_ingest'> {
  return {
    async plan({ doc_id, recognize_text }) {
      const document = library.document(doc_id)
      refuseAtWork(document)
      const { title } = document
      const asked = recognize_text === undefined ? {} : { recognize_text }
      return {
        plan: { ...restartShown(document), ...asked },
        sources: [title],
        preview: spoken({
          summary: say('library.read_again', { title, recognize: recognize_text === true }),
          targets: [documentTarget(document)],
          changes: [readAgain(document)],
          lost: [],
          recovery: 'undo',
          warnings: [],
        }),
      }
    },
    requireBase: async (plan) => requireRestartAsShown(plan),
    async apply({ recognize_text, ...planned }, { journal }) {
      const { document_id, status } = planned
      requireRestartAsShown(planned)
      journal(beforeRestart(library, { document_id, status }, recognize_text))
      const document = library.restart(document_id, recognize_text)
      return {
        content: `“${document.title}” is being read again.`,
        state: toIngestState(document),
        sources: [document.title],
      }
    },
    async revert(inverse, { journal }) {
      journal({ ...inverse, restart: !inverse.restart })
      if (!library.isThere(inverse.document_id))
        return { content: 'The document is no longer there; nothing was done.' }
      return { content: statusText(revertRestart(library, inverse)) }
    },
  }

  function requireRestartAsShown(planned: PlannedRestart): void {
    if (!isRestartAsShown(library, planned)) throw new AppError('conflict', say('document.this_changed'))
  }
}

/** Deletes a document. */
export function deleteDocument(library: LibraryToolService): LibraryTool<'delete_document'> {
  return {
    async plan({ doc_id }) {
      const document = library.document(doc_id)
      const collection = library.collection(document.collectionId)
      const { title, sha256, size, collectionId } = document
      const kept = library.keptForUndo()
      return {
        plan: {
          ...{ document_id: doc_id, title, sha256, collection_id: collectionId },
          ...documentShown(library, document),
        },
        sources: [title],
        preview: spoken({
          summary: say('library.delete', { title, collection: collection.name, ...extentOf(document) }),
          targets: [documentTarget(document)],
          changes: [{ kind: 'removal', label: title, reference: doc_id, size }],
          lost: [documentTarget(document)],
          recovery: recoveryOf('trash', size, kept),
          warnings: beyondKeptInWords(size, kept),
        }),
      }
    },
    requireBase: async (plan) => requireDocumentAsShown(library, plan),
    async apply(planned, { journal }) {
      const { document_id, title } = planned
      requireDocumentAsShown(library, planned)
      const { size } = library.document(document_id)
      journal({ document_id, present: true, was: documentAsItWas(library, document_id) })
      library.setPresent(document_id, false)
      return {
        content: `Deleted “${title}”. ${keptInWords('it', size, library.keptForUndo())}`,
        state: { document_id, title },
        sources: [title],
      }
    },
    ...undoPresence(library),
  }
}

/** Changes what is said of a document. */
export function updateDocument(library: LibraryToolService): LibraryTool<'update_document'> {
  return {
    async plan(input, context) {
      const { title: label } = library.document(input.doc_id)
      const before = toPlanned(library.documentFields(input.doc_id))
      const destination =
        input.collection_id === undefined ? null : plannedCollection(library, input.collection_id, context)
      const after = {
        title: input.title ?? before.title,
        title_chosen: input.title === undefined ? before.title_chosen : true,
        tags: input.tags === undefined ? before.tags : [...new Set(input.tags)],
        metadata: input.metadata ?? before.metadata,
        collection_id: input.collection_id ?? before.collection_id,
      }
      const fields = changedFields(shownFields(library, before), shownFields(library, after))
      if (fields.length === 0) throw new AppError('invalid_input', say('document.unchanged'))
      const names = fields.map(({ name }) => name)
      const preview = spoken({
        summary: changeInWords(names, label),
        targets: [documentTarget(library.document(input.doc_id))],
        changes: [{ kind: 'fields', label, fields }],
        lost: [],
        recovery: 'undo',
        warnings: [],
      })
      return {
        plan: plannedChange(library, { document_id: input.doc_id, before, after }),
        sources: [label],
        preview: destination?.pending ? intoPending(preview, destination) : preview,
      }
    },
    chooseBy: 'fields',
    async narrow(proposed, choice) {
      const [shown] = proposed.preview.changes
      const label = shown?.label ?? ''
      const { plan, preview } = narrowFields<PlannedFields, PlannedChange>(proposed, choice, {
        storedAs: storedFields,
        summary: (names) => changeInWords(names, label),
      })
      if (plan.after.collection_id !== plan.before.collection_id) return { plan, preview }
      // Left where it is it does not need the collection that it was to go to.
      const { container: _, ...stays } = preview
      return { plan, preview: stays }
    },
    async requireBase(plan) {
      requireUnchanged(plan)
    },
    async apply(planned, { journal }) {
      const change = requireUnchanged(planned)
      journal(change)
      const document = library.setDocumentFields(change.document_id, toFields(change.after))
      return {
        content: `Updated “${document.title}”.`,
        state: toState(document),
        sources: [document.title],
      }
    },
    ...undoFields(undoneDocument(library)),
  }

  function requireUnchanged(planned: PlannedChange): ChangedDocument {
    const change = changeAsShown(library, planned)
    if (change !== null) return change
    throw new AppError('conflict', say('document.this_was_changed'))
  }
}

function changeInWords(fields: readonly string[], title: string): Sentence {
  return say('library.change', { fields, title })
}

/** Names a collection that is only proposed yet, and makes the proposal need it. */
function intoPending(preview: Preview, { id, name }: PlannedCollection): Preview {
  const named = (value: string | null) => (value === id ? name : value)
  return {
    ...preview,
    changes: preview.changes.map((change) =>
      change.kind === 'fields'
        ? { ...change, fields: change.fields.map((field) => ({ ...field, after: named(field.after) })) }
        : change,
    ),
    container: { kind: 'collection', label: name, reference: id },
  }
}

function refuseAtWork(document: Document): void {
  if (isAtWork(document)) throw new AppError('busy', say('document.at_work', { title: document.title }))
}

function toState(document: Document): DocumentState {
  const { id, collectionId, title, mime, source, status, stage, error, pages } = document
  const { chunks, tokens, size, tags, metadata, addedAt } = document
  return {
    document_id: id,
    collection_id: collectionId,
    title,
    mime,
    source: document.shownSource ?? source,
    status,
    stage,
    error,
    ...saidOfError(document),
    pages,
    chunks,
    tokens,
    size,
    tags,
    metadata,
    added_at: addedAt,
  }
}

function toIngestState(document: Document) {
  const { id, title, pages, chunks, tokens } = document
  // Whoever waits for its end waits for that of its new content; where that can't be read, it is as it was.
  const { status, stage, progress } = isAtWork(document) ? standingOf(document) : document
  const work = { document_id: id, title, status, stage, progress: progressOf({ status, pages, progress }) }
  return { ...work, error: document.error, ...saidOfError(document), pages, chunks, tokens }
}

/** Of what is complete every page is done; the work itself counts only while it lasts. */
function progressOf({
  status,
  pages,
  progress,
}: Pick<Document, 'status' | 'pages' | 'progress'>): Document['progress'] {
  return status === 'complete' && pages !== null ? { done: pages, total: pages } : progress
}

function saidOfError({ said }: Pick<Document, 'said'>): Pick<DocumentState, 'said'> {
  return said === undefined ? {} : { said }
}
