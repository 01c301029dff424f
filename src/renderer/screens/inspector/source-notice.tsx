import { ExternalLink, Globe, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Document } from '../../../shared/contract/document'
import type { SourceState } from '../../../shared/contract/library'
import { assertNever } from '../../../shared/errors'
import { addPages, addPaths } from '../../stores/add-to-library'
import { loadSourceState } from '../../stores/library'
import { inspectDocument, leaveTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { webText } from '../../text/web'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Notice } from '../../ui/notice'
import { whileWanted } from '../../ui/while-wanted'

/** Says so when the file behind a document is not what was read any more. */
export function SourceNotice({ document }: { readonly document: Document }) {
  return /^https?:/i.test(document.source) ? (
    <PageSource document={document} />
  ) : (
    <FileSource document={document} />
  )
}

/** The page that a document was made from: nobody asks its host unless the person wants it. */
function PageSource({ document: { source, collectionId } }: { readonly document: Document }) {
  const t = webText()
  return (
    <div className="document-page">
      <Globe size={14} aria-hidden />
      <span className="visually-hidden">{t.from}</span>
      <span className="truncate" title={source}>
        <HiddenText text={source} />
      </span>
      <IconButton icon={ExternalLink} label={t.openPage} size="sm" onClick={() => leaveTo(source)} />
      <IconButton
        icon={RefreshCw}
        label={t.again}
        size="sm"
        onClick={() => void attempt(addPages({ url: source, mode: 'single', maxPages: 1 }, collectionId))}
      />
    </div>
  )
}

function FileSource({ document }: { readonly document: Document }) {
  const [state, setState] = useState<SourceState>('same')
  const [adding, setAdding] = useState(false)
  const { id, source, collectionId } = document
  useEffect(() => whileWanted(attempt(loadSourceState(id)), (found) => found && setState(found)), [id])
  const t = text().viewer
  const addVersion = async () => {
    setAdding(true)
    const [added] = (await attempt(addPaths([source], collectionId))) ?? []
    setAdding(false)
    if (added) inspectDocument(added)
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
    default:
      return assertNever(state)
  }
}
