import { ExternalLink } from 'lucide-react'
import { leaveTo, usePage } from '../stores/page'
import { openExternal } from '../stores/system'
import { attempt } from '../stores/toasts'
import { text } from '../text/text'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { CopyButton } from '../ui/copy-button'
import { HiddenText } from '../ui/hidden-text'
import './link-dialog.css'

/** Shows the whole address of a link before it is opened outside. */
export function LinkDialog() {
  const address = usePage((page) => page.leavingTo)
  const t = text().link
  if (address === null) return null
  const open = async () => {
    leaveTo(null)
    await attempt(openExternal(address))
  }
  return (
    <ConfirmDialog
      title={t.title}
      description={t.text}
      icon={ExternalLink}
      confirmLabel={t.open}
      cancelLabel={text().app.cancel}
      onConfirm={open}
      onCancel={() => leaveTo(null)}
    >
      <p className="link-address">
        <code>
          <HiddenText text={address} />
        </code>
        <CopyButton text={address} />
      </p>
    </ConfirmDialog>
  )
}
