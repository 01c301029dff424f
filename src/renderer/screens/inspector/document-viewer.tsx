import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Document } from '../../../shared/contract/document'
import { type ErrorShape, toErrorShape } from '../../../shared/errors'
import { openDocument, useLibrary } from '../../stores/library'
import { goTo, type ShownPlace } from '../../stores/page'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { whileWanted } from '../../ui/while-wanted'
import { reasonOf } from '../library/reason-of'
import { DocumentFacts } from './document-facts'
import { InspectorFrame } from './inspector-frame'
import { noMarks } from './marks'
import { OpenDocument } from './open-document'
import { PageView } from './page-view'
import { UnreadActions } from './unread-actions'

/** A document at a place: its real page where it has pages, else its text. */
export function DocumentViewer({ place }: { readonly place: ShownPlace }) {
  const document = useLibrary(({ open }) => (open?.id === place.documentId ? open : undefined))
  const [problem, setProblem] = useState<ErrorShape>()
  const { documentId } = place
  const isGone = useLibrary(({ goneId }) => goneId === documentId)
  useEffect(() => {
    setProblem(undefined)
    return whileWanted(openDocument(documentId), ignored, (error) => setProblem(toErrorShape(error)))
  }, [documentId])

  const title = <HiddenText text={place.title} />
  const t = text().viewer
  if (isGone) {
    return (
      <InspectorFrame title={title}>
        <Notice
          tone="info"
          title={t.gone}
          actions={
            <Button size="sm" onClick={() => goTo({ screen: 'activity' })}>
              {t.goneAction}
            </Button>
          }
        >
          {t.goneText}
        </Notice>
      </InspectorFrame>
    )
  }
  if (problem !== undefined) {
    return (
      <InspectorFrame title={title}>
        <Notice tone="danger" title={problem.message} />
      </InspectorFrame>
    )
  }
  if (!document) {
    return (
      <InspectorFrame title={title}>
        <Spinner />
      </InspectorFrame>
    )
  }
  if (document.status !== 'complete') return <UnreadDocument {...{ place, title, document }} />
  return <OpenDocument key={readingOf(document)} place={place} title={title} document={document} />
}

/** What tells one reading of a document from another: a new tag or title moves nobody who reads it. */
function readingOf({ sha256, mime, pages, chunks, tokens, warnings, unreadPictures }: Document): string {
  return JSON.stringify([sha256, mime, pages, chunks, tokens, warnings, unreadPictures])
}

/** A document that was not read, with what can be done; a picture or a scan is shown all the same. */
function UnreadDocument({
  place,
  title,
  document,
}: {
  readonly place: ShownPlace
  readonly title: ReactNode
  readonly document: Document
}) {
  const [drawable, setDrawable] = useState(true)
  const refuse = useCallback(() => setDrawable(false), [])
  const t = text().viewer
  const hasFailed = document.status === 'error'
  const isPicture = hasFailed && document.unreadPictures
  const notice = (
    <Notice
      tone={hasFailed && !isPicture ? 'danger' : 'info'}
      title={isPicture ? t.textNotRead : hasFailed ? t.failed : t.notReady}
      actions={<UnreadActions document={document} />}
    >
      {reasonOf(document)}
    </Notice>
  )
  const facts = <DocumentFacts document={document} />
  if (!isPicture || !drawable) {
    return (
      <InspectorFrame title={title} panel={facts}>
        {notice}
      </InspectorFrame>
    )
  }
  const panel = (
    <>
      {facts}
      <div className="document-notice">{notice}</div>
    </>
  )
  return <PageView {...{ place, title, panel }} marks={noMarks} pages={null} onLocked={refuse} />
}

/** It is shown as soon as it is in its store. */
const ignored = () => {}
