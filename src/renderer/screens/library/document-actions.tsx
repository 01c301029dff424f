import { Ban, Ellipsis, FileScan, LockKeyhole, RotateCw } from 'lucide-react'
import type { Document } from '../../../shared/contract/document'
import { isAtWork } from '../../../shared/standing-of'
import { askPassword, cancelDocument, recognizeDocument, restartDocument } from '../../stores/library'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { recognitionText } from '../../text/recognition'
import { text } from '../../text/text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { canTryAgain } from './can-try-again'
import { documentMenu } from './document-menu'

/** What can be done with one document: at hand what it needs now, the rest in a menu. */
export function DocumentActions({ document }: { readonly document: Document }) {
  const t = text().library
  return (
    <>
      {isAtWork(document) && (
        <IconButton
          icon={Ban}
          size="sm"
          label={t.cancelOf(document.title)}
          onClick={() => void attempt(cancelDocument(document.id))}
        />
      )}
      {document.locked && (
        <IconButton
          icon={LockKeyhole}
          size="sm"
          label={libraryText().unlock.of(document.title)}
          onClick={() => askPassword(document)}
        />
      )}
      {document.unreadPictures && (
        <IconButton
          icon={FileScan}
          size="sm"
          label={recognitionText().of(document.title)}
          onClick={() => void attempt(recognizeDocument(document.id))}
        />
      )}
      {canTryAgain(document) && (
        <IconButton
          icon={RotateCw}
          size="sm"
          label={t.retryOf(document.title)}
          onClick={() => void attempt(restartDocument(document.id))}
        />
      )}
      <Menu
        align="end"
        trigger={(props) => (
          <IconButton {...props} icon={Ellipsis} size="sm" label={t.actions(document.title)} />
        )}
        items={documentMenu(document)}
      />
    </>
  )
}
