import type { LibraryToolService } from '../../../main/library/tool-service'
import type { UndoComparison } from '../../../shared/contract/undo-choices'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { fieldsBetween, recordObstacle, same } from '../../../shared/tool/record-fields'
import type { ChosenFor } from '../../../shared/tool/runtime'
import type { DocumentPresence } from '../module'
import type { LibraryTool } from '../runtime'
import { type PlannedFields, shownFields, toPlanned } from './document-fields'

type Undo = Required<Pick<LibraryTool<'delete_document'>, 'revert' | 'broughtBack' | 'compare' | 'rebase'>>

/** What a document is, for noticing later that it was changed. */
export function documentAsItWas(
  library: LibraryToolService,
  id: string,
): NonNullable<DocumentPresence['was']> {
  return { ...toPlanned(library.documentFields(id)), sha256: library.document(id).sha256 }
}

/** The deleted documents that come back; what never came can't. */
export function documentsBack({ document_id, present, swap }: DocumentPresence): string[] {
  const back = present ? document_id : (swap ?? null)
  return back === null ? [] : [back]
}

/** Throws `unavailable` where one of the documents that are to come back is gone for good. */
export function requireKept(
  library: Pick<LibraryToolService, 'isPresent'>,
  ids: readonly string[],
  titleOf: (id: string) => string | undefined,
): void {
  const gone = ids.find((id) => library.isPresent(id) === null)
  if (gone !== undefined) throw goneForGood(titleOf(gone) ?? gone)
}

/** Says that the retention let go of what should come back. */
export function goneForGood(title: string): AppError {
  return new AppError('unavailable', say('document.gone_for_good', { title }))
}

/** Undoes the arrival or the removal of a document; also when it never happened. */
export function undoPresence(library: LibraryToolService): Undo {
  return {
    async revert(inverse, { journal, rollback }) {
      if (!rollback) requireStillKept(library, inverse)
      const found = rollback ? null : presenceObstacle(library, inverse)
      if (found !== null) throw presenceConflict(found)
      const { document_id: id, present } = inverse
      const isMissing = id === null || library.isPresent(id) === null
      journal(inverseOfPresence(library, inverse))
      applyPresence(library, inverse)
      if (isMissing) return { content: nothingToTakeBack(inverse, rollback === true) }
      return {
        content: present
          ? 'The document is back in the library.'
          : 'The document was taken out of the library.',
      }
    },
    broughtBack: documentsBack,
    async compare(inverse) {
      const found = presenceObstacle(library, inverse)
      return found === null ? [] : [found]
    },
    rebase: async (inverse, chosen) => settledPresence(library, inverse, chosen),
  }
}

/** Throws `unavailable` where what is to come back is gone for good. */
export function requireStillKept(library: LibraryToolService, inverse: DocumentPresence): void {
  requireKept(library, documentsBack(inverse), (id) =>
    id === inverse.document_id ? inverse.was?.title : undefined,
  )
}

function nothingToTakeBack({ document_id }: DocumentPresence, rollback: boolean): string {
  return document_id === null || rollback
    ? 'Nothing had been added, so there was nothing to take back.'
    : 'The document was deleted for good since, so there was nothing to take back.'
}

/** What undoes an undo: the other way round, with the document as it is now. */
export function inverseOfPresence(library: LibraryToolService, inverse: DocumentPresence): DocumentPresence {
  const { document_id, present, was, swap, into } = inverse
  const isThere = document_id !== null && library.isThere(document_id)
  const wasNow = isThere ? documentAsItWas(library, document_id) : was
  return {
    document_id,
    present: !present,
    ...(wasNow === undefined ? {} : { was: wasNow }),
    ...(swap === undefined ? {} : { swap }),
    // What is undone again was looked at when it was done.
    ...(swap === undefined && into === undefined ? {} : { settled: true }),
  }
}

/** Lets a document come or go; nothing where it never came. */
export function applyPresence(
  library: LibraryToolService,
  { document_id, present, swap, into }: DocumentPresence,
): void {
  if (document_id === null || library.isPresent(document_id) === null) return
  if (present && into !== undefined) library.moveDeleted(document_id, into)
  if (swap !== undefined && present) library.setPresent(swap, false)
  library.setPresent(document_id, present)
  if (swap !== undefined && !present) library.setPresent(swap, true)
}

/** The inverse that does what was chosen; null where all is kept as it is. Throws `conflict` where nothing was chosen. */
export function settledPresence(
  library: LibraryToolService,
  inverse: DocumentPresence,
  chosen: ChosenFor,
): DocumentPresence | null {
  const found = presenceObstacle(library, inverse)
  if (found === null) return inverse
  const choice = chosen(found.reference)
  if (choice === 'keep') return null
  if (choice === null || !found.choices.includes(choice)) throw presenceConflict(found)
  const settled = { ...inverse, settled: true }
  switch (found.obstacle) {
    case 'container_gone':
      return { ...settled, into: library.defaultCollectionId }
    case 'duplicate': {
      const other = duplicateOf(library, inverse)
      return choice === 'beside' || other === null ? settled : { ...settled, swap: other }
    }
    default:
      // Of the others, what was chosen needs nothing more.
      return settled
  }
}

/** What keeps a document from coming or going as it is now. */
export function presenceObstacle(
  library: LibraryToolService,
  inverse: DocumentPresence,
): UndoComparison | null {
  const { document_id: id, present, was, settled } = inverse
  if (settled === true || id === null || was === undefined) return null
  const record = { label: was.title, reference: id }
  if (!present) {
    if (!library.isThere(id)) return null
    const now = toPlanned(library.documentFields(id))
    if (sameFields(now, was)) return null
    return recordObstacle(
      { ...record, label: now.title, obstacle: 'changed' },
      {
        choices: ['keep', 'replace'],
        fields: fieldsBetween(shownFields(library, now), shownFields(library, was)),
      },
    )
  }
  if (library.isPresent(id) !== false) return null
  if (library.isCollectionPresent(was.collection_id) !== true) {
    const { name } = library.collection(library.defaultCollectionId)
    return recordObstacle(
      { ...record, obstacle: 'container_gone' },
      { choices: ['keep', 'beside'], beside: name },
    )
  }
  const other = duplicateOf(library, inverse)
  if (other === null) return null
  const theirs = shownFields(library, toPlanned(library.documentFields(other)))
  return recordObstacle(
    { ...record, obstacle: 'duplicate' },
    {
      choices: ['keep', 'replace', 'beside'],
      beside: was.title,
      fields: fieldsBetween(theirs, shownFields(library, was)),
    },
  )
}

/** A title that nobody chose changes by itself once the file is read. */
function sameFields(now: PlannedFields, was: PlannedFields): boolean {
  const chosen = now.title_chosen || was.title_chosen
  const of = ({ title, title_chosen, tags, metadata, collection_id }: PlannedFields) => [
    chosen ? title : null,
    title_chosen,
    tags,
    metadata,
    collection_id,
  ]
  return same(of(now), of(was))
}

function duplicateOf(library: LibraryToolService, { document_id, was }: DocumentPresence): string | null {
  if (was === undefined || was.sha256 === null) return null
  const other = library.documentWithContent(was.sha256, was.collection_id)
  return other === null || other.id === document_id ? null : other.id
}

/** Says in one sentence what keeps it. */
export function presenceConflict({ label: title, obstacle }: UndoComparison): AppError {
  const why =
    obstacle === 'container_gone'
      ? say('document.no_collection_back', { title })
      : obstacle === 'duplicate'
        ? say('document.added_again', { title })
        : say('document.changed', { title })
  return new AppError('conflict', why)
}
