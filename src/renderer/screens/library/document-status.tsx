import { TriangleAlert } from 'lucide-react'
import type { Document } from '../../../shared/contract/document'
import { standingOf } from '../../../shared/standing-of'
import { libraryText } from '../../text/library'
import { recognitionText } from '../../text/recognition'
import { text } from '../../text/text'
import { warningsText } from '../../text/warnings'
import { watchedText } from '../../text/watched'
import { Badge } from '../../ui/badge'
import { ProgressBar } from '../../ui/progress-bar'
import { StatusDot } from '../../ui/status-dot'
import type { Tone } from '../../ui/tone'
import { reasonOf } from './reason-of'

const tones: Readonly<Record<Document['status'], Tone>> = {
  pending: 'neutral',
  processing: 'accent',
  complete: 'success',
  error: 'danger',
  cancelled: 'neutral',
}

/** Where a document stands: how far its work is, or why it failed, which is not shown where only its first letters fit. */
export function DocumentStatus({
  document,
  hasRoom,
}: {
  readonly document: Document
  readonly hasRoom: boolean
}) {
  const t = text().library
  const error = reasonOf(document)
  const { status } = document
  const saysWhy = hasRoom && error !== null && !document.unreadPictures
  const { status: now, stage, progress } = standingOf(document)
  if (now === 'processing') {
    const share = progress.total ? progress.done / progress.total : undefined
    return (
      <ProgressBar
        label={t.stage[stage]}
        value={share}
        detail={progress.total ? t.progress(progress.done, progress.total) : undefined}
      />
    )
  }
  return (
    <span className="document-status" title={error ?? noteOf(document)}>
      <StatusDot
        // What waits for somebody has not failed.
        tone={document.unreadPictures || document.locked ? 'warning' : tones[status]}
        label={statusLabel(document)}
        // Among documents that all failed, why one did is told instead.
        labelHidden={saysWhy}
      />
      {document.sourceGone && <Badge tone="warning">{watchedText().sourceGone}</Badge>}
      <WarningsSign count={document.warnings} />
      {document.renewal?.status === 'error' && <WarningSign label={text().viewer.notRenewed} />}
      {error && !document.unreadPictures && (
        <span className={saysWhy ? 'document-error' : 'visually-hidden'}>{error}</span>
      )}
    </span>
  )
}

/** A quiet sign that not all of a document could be read; its viewer lists what. */
function WarningsSign({ count }: { readonly count: number }) {
  return count === 0 ? null : <WarningSign label={warningsText().count(count)} />
}

function WarningSign({ label }: { readonly label: string }) {
  return (
    <span className="document-warnings" title={label}>
      <TriangleAlert size={14} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

/** The word for where a document stands; what fails for want of something is called by that. */
export function statusLabel({ status, locked, unreadPictures }: Document): string {
  if (locked) return libraryText().unlock.locked
  if (!unreadPictures) return text().library.status[status]
  return status === 'error' ? recognitionText().status : recognitionText().some
}

function noteOf({ sourceGone, unreadPictures }: Document): string | undefined {
  if (sourceGone) return watchedText().sourceGoneText
  return unreadPictures ? recognitionText().someText : undefined
}
