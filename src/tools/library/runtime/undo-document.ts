import type { LibraryToolService } from '../../../main/library/tool-service'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { same, type UndoneRecord } from '../../../shared/tool/record-fields'
import { awaitsTitle } from './as-shown'
import { type PlannedFields, shownFields, toFields, toPlanned } from './document-fields'

/** A change of a document's fields, as plans and inverses keep it. */
export interface ChangedDocument {
  document_id: string
  before: PlannedFields
  after: PlannedFields
}

/** The same as it is planned. */
export interface PlannedChange extends ChangedDocument {
  /** Its title was still to be read, and is not what is changed. */
  untitled?: boolean | undefined
}

/** A planned change with what tells later that a title came by itself. */
export function plannedChange(library: LibraryToolService, change: ChangedDocument): PlannedChange {
  const { document_id: id, before, after } = change
  const keepsTitle = before.title === after.title && !after.title_chosen
  return keepsTitle && awaitsTitle(library, library.document(id)) ? { ...change, untitled: true } : change
}

/** The change of a document that is there as it was shown, with the title that reading gave it since; null otherwise. */
export function changeAsShown(
  library: LibraryToolService,
  { untitled = false, ...change }: PlannedChange,
): ChangedDocument | null {
  const { document_id, before, after } = change
  if (!library.isThere(document_id)) return null
  const now = toPlanned(library.documentFields(document_id))
  const title = untitled && !now.title_chosen ? { title: now.title } : {}
  const shown = { ...before, ...title }
  return same(now, shown) ? { document_id, before: shown, after: { ...after, ...title } } : null
}

/** What undoing a change of a document's fields has to know. */
export function undoneDocument(library: LibraryToolService): UndoneRecord<PlannedFields, ChangedDocument> {
  return {
    referenceOf: ({ document_id }) => document_id,
    inverse: (document_id, fields) => ({ document_id, ...fields }),
    asOfNow({ document_id, before, after }) {
      if (before.title_chosen === after.title_chosen) return { document_id, before, after }
      // It may have been read since: that gave the title that it would have had.
      const title = library.titleByItself(document_id)
      const byItself = (fields: PlannedFields) =>
        fields.title_chosen || title === null ? fields : { ...fields, title }
      return { document_id, before: byItself(before), after: byItself(after) }
    },
    read: (id) => (library.isThere(id) ? toPlanned(library.documentFields(id)) : null),
    write: (id, fields) => library.setDocumentFields(id, toFields(fields)),
    labelOf: ({ title }) => title,
    inWords: (fields) => shownFields(library, fields),
    hindrance({ collection_id }) {
      if (library.isCollectionPresent(collection_id) === true) return null
      const id = library.defaultCollectionId
      return {
        obstacle: 'container_gone',
        beside: library.collection(id).name,
        fields: { collection_id: id },
      }
    },
    conflict({ label: title, obstacle }) {
      const why =
        obstacle === 'gone'
          ? say('document.not_in_library', { title })
          : obstacle === 'container_gone'
            ? say('document.was_in_gone', { title })
            : say('document.changed_stays', { title })
      return new AppError('conflict', why)
    },
    restored: ({ title }) => `“${title}” is as it was.`,
  }
}
