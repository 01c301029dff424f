import type { Document } from '../../../shared/contract/document'
import { deleteDocuments } from '../../stores/batches'
import { askPassword, recognizeDocument, restartDocument } from '../../stores/library'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { recognitionText } from '../../text/recognition'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { canTryAgain } from '../library/can-try-again'

/** What can be done with a document that was not read. */
export function UnreadActions({ document }: { readonly document: Document }) {
  const t = text().library
  const hasEnded = document.status === 'error' || document.status === 'cancelled'
  return (
    <>
      {document.locked ? (
        <Button size="sm" onClick={() => askPassword(document)}>
          {libraryText().unlock.action}
        </Button>
      ) : document.unreadPictures ? (
        <RecognizeButton id={document.id} />
      ) : (
        canTryAgain(document) && (
          <Button size="sm" onClick={() => void attempt(restartDocument(document.id))}>
            {t.restart}
          </Button>
        )
      )}
      {hasEnded && (
        <Button size="sm" variant="ghost" onClick={() => void attempt(deleteDocuments([document.id]))}>
          {t.delete}
        </Button>
      )}
    </>
  )
}

/** Reads a document again, with the text in its pictures. */
export function RecognizeButton({ id }: { readonly id: string }) {
  return (
    <Button size="sm" onClick={() => void attempt(recognizeDocument(id))}>
      {recognitionText().action}
    </Button>
  )
}
