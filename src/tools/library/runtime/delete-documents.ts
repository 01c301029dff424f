import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { beyondKeptInWords, keptInWords, recoveryOf } from '../../../shared/tool/kept'
import { spoken } from '../../../shared/tool/preview'
import type { LibraryTool } from '../runtime'
import { documentShown, type PlannedDeletion, requireDocumentAsShown } from './as-shown'
import { chosenOf, eachInTurn, narrowedPreview } from './batch'
import { documentAsItWas } from './presence'
import { undoDocuments } from './undo-documents'
import { documentTarget, named, quotedOf } from './wording'

type Planned = Pick<Document, 'size'> & PlannedDeletion & { pages: number; passages: number }

/** Deletes several documents, all or none. */
export function deleteDocuments(library: LibraryToolService): LibraryTool<'delete_documents'> {
  return {
    async plan({ doc_ids }, { signal }) {
      const all = await eachInTurn([...new Set(doc_ids)], look, signal)
      const found = all.map(({ document }) => document)
      const documents = all.map(({ planned }) => planned)
      const targets = found.map(documentTarget)
      return {
        plan: { documents },
        sources: quotedOf(documents),
        preview: spoken({
          summary: summaryOf(documents),
          targets,
          changes: found.map(({ title, id, size }) => ({
            kind: 'removal' as const,
            label: title,
            reference: id,
            size,
          })),
          lost: targets,
          ...keptOf(documents),
        }),
      }
    },
    chooseBy: 'items',
    async narrow({ plan, preview }, choice) {
      const documents = [...chosenOf(plan.documents, choice)]
      const narrowed = narrowedPreview(preview, choice, summaryOf(documents))
      return { plan: { documents }, preview: spoken({ ...narrowed, ...keptOf(documents) }) }
    },
    async requireBase({ documents }) {
      await eachInTurn(documents, (planned) => requireDocumentAsShown(library, planned))
    },
    async apply({ documents }, { journal, signal }) {
      await eachInTurn(documents, (planned) => requireDocumentAsShown(library, planned))
      const inverse = await eachInTurn(documents, ({ document_id }) => ({
        document_id,
        present: true,
        was: documentAsItWas(library, document_id),
      }))
      signal.throwIfAborted()
      journal({ documents: inverse })
      await library.together(documents, (planned) => {
        // Again where it is written: others had their turn since.
        requireDocumentAsShown(library, planned)
        library.setPresent(planned.document_id, false)
      })
      const results = documents.map(({ document_id, title }) => ({ document_id, title }))
      const what = results.length === 1 ? 'it' : 'them'
      return {
        content: `Deleted ${counted(results.length, 'document')}. ${keptInWords(what, sizeOf(documents), library.keptForUndo())}`,
        state: { succeeded: results.length, failed: 0, results },
        sources: results.map(({ title }) => title),
      }
    },
    ...undoDocuments(library),
  }

  function look(id: string): { document: Document; planned: Planned } {
    const document = library.document(id)
    return { document, planned: { ...toPlan(document), ...documentShown(library, document) } }
  }

  function keptOf(documents: readonly Planned[]) {
    const size = sizeOf(documents)
    const kept = library.keptForUndo()
    return { recovery: recoveryOf('trash', size, kept), warnings: beyondKeptInWords(size, kept) }
  }
}

function sizeOf(documents: readonly Planned[]): number {
  return documents.reduce((total, { size }) => total + size, 0)
}

function toPlan({ id, title, sha256, collectionId, pages, chunks, size }: Document): Planned {
  return {
    document_id: id,
    title,
    sha256,
    collection_id: collectionId,
    pages: pages ?? 0,
    passages: chunks,
    size,
  }
}

function summaryOf(documents: readonly Planned[]): Sentence {
  const sum = (value: (document: Planned) => number) =>
    documents.reduce((total, each) => total + value(each), 0)
  return say('library.delete_many', {
    ...named(documents.map(({ title }) => title)),
    pages: sum((each) => each.pages),
    passages: sum((each) => each.passages),
    size: sizeOf(documents),
  })
}
