import { ExternalLink } from 'lucide-react'
import { useRef } from 'react'
import { leaveTo, usePage } from '../stores/page'
import { openExternal } from '../stores/system'
import { attempt } from '../stores/toasts'
import { text } from '../text/text'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Dialog } from '../ui/dialog'
import { HiddenText } from '../ui/hidden-text'

/** Shows the whole address of a link before it is opened outside. */
export function LinkDialog() {
  const address = usePage((page) => page.leavingTo)
  const cancel = useRef<HTMLButtonElement>(null)
  const t = text().link
  if (address === null) return null
  const open = async () => {
    leaveTo(null)
    await attempt(openExternal(address))
  }
  return (
    <Dialog
      title={t.title}
      description={t.text}
      icon={ExternalLink}
      onCancel={() => leaveTo(null)}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={() => leaveTo(null)}>
            {text().app.cancel}
          </Button>
          <Button variant="primary" onClick={() => void open()}>
            {t.open}
          </Button>
        </>
      }
    >
      <p className="link-address">
        <code>
          <HiddenText text={address} />
        </code>
        <CopyButton text={address} />
      </p>
    </Dialog>
  )
}
