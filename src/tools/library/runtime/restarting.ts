import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import type { RestartInverse } from '../module/schemas'

/** What is kept before a document is read again. */
export function beforeRestart(
  library: LibraryToolService,
  { document_id, status }: { readonly document_id: string; readonly status: Document['status'] },
  recognize_text: boolean | undefined,
): RestartInverse {
  const asked = recognize_text === undefined ? {} : { recognize_text }
  return {
    ...{ document_id, status, restart: false, ...asked },
    recognized_before: library.isRecognized(document_id),
  }
}

/** Takes a restart back, or repeats it. */
export function revertRestart(library: LibraryToolService, inverse: RestartInverse): Document {
  const { document_id, status, restart, recognize_text, recognized_before } = inverse
  return restart
    ? library.restart(document_id, recognize_text)
    : library.undoRestart(document_id, status, recognized_before)
}
