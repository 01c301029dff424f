import type { LibraryToolService } from '../../../main/library/service'
import type { LibraryTool } from '../runtime'

/** Undoes the arrival or the removal of a document; also when it never happened. */
export function revertPresence(library: LibraryToolService): LibraryTool<'delete_document'>['revert'] {
  return async ({ document_id, present }, { journal }) => {
    journal({ document_id, present: !present })
    if (document_id === null || library.isPresent(document_id) === null) {
      return { content: 'Nothing had been added, so there was nothing to take back.' }
    }
    library.setPresent(document_id, present)
    return {
      content: present
        ? 'The document is back in the library.'
        : 'The document was taken out of the library.',
    }
  }
}
