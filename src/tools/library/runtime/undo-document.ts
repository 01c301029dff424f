import type { LibraryToolService } from '../../../main/library/tool-service'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { UndoneRecord } from '../../../shared/tool/record-fields'
import { type PlannedFields, shownFields, toFields, toPlanned } from './document-fields'

/** A change of a document's fields, as plans and inverses keep it. */
export interface ChangedDocument {
  document_id: string
  before: PlannedFields
  after: PlannedFields
}

/** What undoing a change of a document's fields has to know. */
export function undoneDocument(library: LibraryToolService): UndoneRecord<PlannedFields, ChangedDocument> {
  return {
    referenceOf: ({ document_id }) => document_id,
    inverse: (document_id, fields) => ({ document_id, ...fields }),
    read: (id) => (library.isPresent(id) === true ? toPlanned(library.documentFields(id)) : null),
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
