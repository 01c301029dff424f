import { useEffect, useState } from 'react'
import type { Document } from '../../../shared/contract/library'
import { type ErrorShape, toErrorShape } from '../../../shared/errors'
import { findDocument } from '../../stores/library'
import { goTo, type ShownPlace } from '../../stores/page'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { InspectorFrame } from './inspector-frame'
import { PageView } from './page-view'
import { TextView } from './text-view'

/** A document at a place: its real page where it has pages, else its text. */
export function DocumentViewer({ place }: { readonly place: ShownPlace }) {
  const [document, setDocument] = useState<Document>()
  const [problem, setProblem] = useState<ErrorShape>()
  const { documentId } = place
  useEffect(() => {
    let current = true
    findDocument(documentId).then(
      (found) => current && setDocument(found),
      (error: unknown) => current && setProblem(toErrorShape(error)),
    )
    return () => {
      current = false
    }
  }, [documentId])

  const title = <HiddenText text={place.title} />
  const t = text().viewer
  if (problem?.code === 'not_found') {
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
      <InspectorFrame title={title}>
        <Notice
          tone={document.status === 'error' ? 'danger' : 'info'}
          title={document.status === 'error' ? t.failed : t.notReady}
        >
          {document.error}
        </Notice>
      </InspectorFrame>
    )
  }
  return document.pages === null ? (
    <TextView place={place} title={title} />
  ) : (
    <PageView place={place} title={title} pages={document.pages} />
  )
}
