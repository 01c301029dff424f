import { ExternalLink, Globe, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Document } from '../../../shared/contract/document'
import type { SourceState } from '../../../shared/contract/library'
import { assertNever } from '../../../shared/errors'
import { addPages, addPaths } from '../../stores/add-to-library'
import { loadSourceState } from '../../stores/library'
import { inspectDocument, leaveTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { webText } from '../../text/web'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Notice } from '../../ui/notice'
import { ProgressBar } from '../../ui/progress-bar'
import { whileWanted } from '../../ui/while-wanted'

/** Says so when the file behind a document is not what was read any more. */
export function SourceNotice({ document }: { readonly document: Document }) {
  return /^https?:/i.test(document.source) ? (
    <>
      <RenewalNotice renewal={document.renewal} />
      <PageSource document={document} />
    </>
  ) : (
    <FileSource document={document} />
  )
}

/** Says that the new version of a document is read, or why it could not be: what is shown is the former one. */
function RenewalNotice({
  renewal,
  actions,
}: {
  readonly renewal: Document['renewal']
  readonly actions?: ReactNode
}) {
  if (renewal === undefined) return null
  const t = text().viewer
  const { status, stage, progress, error, said } = renewal
  if (status !== 'error') {
    return (
      <div className="document-notice">
        <Notice tone="info" title={t.renewing}>
          {t.renewingText}
          <ProgressBar
            label={text().library.stage[stage]}
            value={progress.total ? progress.done / progress.total : undefined}
          />
        </Notice>
      </div>
    )
  }
  return (
    <div className="document-notice">
      <Notice tone="warning" title={t.notRenewed} actions={actions}>
        {error !== null && `${messageInLanguage(error, said)} `}
        {t.notRenewedText}
      </Notice>
    </div>
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
  const { id, source, collectionId, renewal } = document
  useEffect(() => whileWanted(attempt(loadSourceState(id)), (found) => found && setState(found)), [id])
  const t = text().viewer
  const addVersion = async () => {
    setAdding(true)
    const [added] = (await attempt(addPaths([source], collectionId))) ?? []
    setAdding(false)
    // Another document may have that content already.
    if (added && added.id !== id) inspectDocument(added)
  }
  const add = (label: string) => (
    <Button size="sm" busy={adding} onClick={() => void addVersion()}>
      {label}
    </Button>
  )
  if (renewal !== undefined) {
    return (
      <RenewalNotice
        renewal={renewal}
        actions={state === 'changed' ? add(text().library.restart) : undefined}
      />
    )
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
          <Notice tone="warning" title={t.changed} actions={add(t.addVersion)}>
            {t.changedText}
          </Notice>
        </div>
      )
    default:
      return assertNever(state)
  }
}
