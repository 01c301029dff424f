import { useEffect, useState } from 'react'
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
import { OpenDocument } from './open-document'
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
  if (document.status !== 'complete') {
    return (
      <InspectorFrame title={title} panel={<DocumentFacts document={document} />}>
        <Notice
          tone={document.status === 'error' ? 'danger' : 'info'}
          title={document.status === 'error' ? t.failed : t.notReady}
          actions={<UnreadActions document={document} />}
        >
          {reasonOf(document)}
        </Notice>
      </InspectorFrame>
    )
  }
  return <OpenDocument key={document.updatedAt} place={place} title={title} document={document} />
}

/** It is shown as soon as it is in its store. */
const ignored = () => {}
