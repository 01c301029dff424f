import { X } from 'lucide-react'
import type { Document } from '../../shared/contract/document'
import { canTryAgain } from '../screens/library/can-try-again'
import { statusLabel } from '../screens/library/document-status'
import { reasonOf } from '../screens/library/reason-of'
import { askPassword, cancelDocument, recognizeDocument, restartDocument } from '../stores/library'
import { inspectDocument } from '../stores/page'
import { attempt } from '../stores/toasts'
import { libraryText } from '../text/library'
import { recognitionText } from '../text/recognition'
import { text } from '../text/text'
import { Button } from '../ui/button'
import { HiddenText } from '../ui/hidden-text'
import { IconButton } from '../ui/icon-button'
import { ProgressBar } from '../ui/progress-bar'

/** How far one document is, or how it ended, with what can be done about that. */
export function AdditionLine({
  document,
  place,
  known,
  renewed,
}: {
  readonly document: Document
  /** What tells it from others of the same title. */
  readonly place: string | undefined
  /** Whether it was in the library before, with the same content. */
  readonly known: boolean
  /** Whether it was, with another content. */
  readonly renewed: boolean
}) {
  const t = text().library
  const { status, stage, progress } = document
  const atWork = status === 'pending' || status === 'processing'
  const name = place === undefined ? document.title : `${document.title} (${place})`
  return (
    <div className="addition-line">
      {atWork ? (
        <ProgressBar
          label={document.title}
          value={progress.total ? progress.done / progress.total : undefined}
          detail={
            progress.total ? `${t.stage[stage]} ${t.progress(progress.done, progress.total)}` : t.stage[stage]
          }
        />
      ) : (
        <>
          <button
            type="button"
            className="addition-open truncate"
            disabled={status !== 'complete' && document.renewal === undefined}
            onClick={() => inspectDocument(document)}
          >
            <HiddenText text={document.title} />
          </button>
          <span
            className="addition-status"
            data-status={known ? 'known' : document.locked ? 'locked' : status}
          >
            {status !== 'complete' || !(known || renewed)
              ? statusLabel(document)
              : known
                ? text().uploads.knownStatus
                : text().uploads.renewedStatus}
          </span>
        </>
      )}
      {atWork && (
        <IconButton
          icon={X}
          size="sm"
          label={t.cancelOf(name)}
          onClick={() => void attempt(cancelDocument(document.id))}
        />
      )}
      {place !== undefined && (
        <span className="addition-place">
          <HiddenText text={place} />
        </span>
      )}
      {(status === 'error' || status === 'cancelled') && (
        <>
          {document.error && <p className="addition-error">{reasonOf(document)}</p>}
          {document.locked ? (
            <Button
              size="sm"
              variant="ghost"
              className="addition-retry"
              aria-label={libraryText().unlock.of(name)}
              onClick={() => askPassword(document)}
            >
              {libraryText().unlock.action}
            </Button>
          ) : document.unreadPictures ? (
            <Button
              size="sm"
              variant="ghost"
              className="addition-retry"
              aria-label={recognitionText().of(name)}
              onClick={() => void attempt(recognizeDocument(document.id))}
            >
              {recognitionText().action}
            </Button>
          ) : (
            canTryAgain(document) && (
              <Button
                size="sm"
                variant="ghost"
                className="addition-retry"
                aria-label={t.retryOf(name)}
                onClick={() => void attempt(restartDocument(document.id))}
              >
                {t.restart}
              </Button>
            )
          )}
        </>
      )}
    </div>
  )
}
