import { useEffect, useState } from 'react'
import type { Document, SourceState } from '../../../shared/contract/library'
import { addPaths } from '../../stores/additions'
import { loadSourceState } from '../../stores/library'
import { inspect } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'

/** Says so when the file behind a document is not what was read any more. */
export function SourceNotice({ document }: { readonly document: Document }) {
  const [state, setState] = useState<SourceState>('same')
  const [adding, setAdding] = useState(false)
  const { id, source, collectionId } = document
  useEffect(() => {
    let current = true
    void attempt(loadSourceState(id)).then((found) => {
      if (current && found !== undefined) setState(found)
    })
    return () => {
      current = false
    }
  }, [id])
  const t = text().viewer
  const addVersion = async () => {
    setAdding(true)
    const [added] = (await attempt(addPaths([source], collectionId))) ?? []
    setAdding(false)
    if (added) inspect({ kind: 'document', documentId: added.id, title: added.title, page: 1, passage: null })
  }
  switch (state) {
    case 'same':
    case 'none':
      return null
    case 'unavailable':
      return (
        <div className="document-notice">
          <Notice tone="info" title={t.unavailable}>
            {t.unavailableText}
          </Notice>
        </div>
      )
    case 'changed':
      return (
        <div className="document-notice">
          <Notice
            tone="warning"
            title={t.changed}
            actions={
              <Button size="sm" busy={adding} onClick={() => void addVersion()}>
                {t.addVersion}
              </Button>
            }
          >
            {t.changedText}
          </Notice>
        </div>
      )
  }
}
