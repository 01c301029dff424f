import { FolderPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { grantFolder } from '../../stores/files'
import { approve, type ShownProposal } from '../../stores/proposals'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'

/** Answers a question about reading outside the granted folders by granting the folder. */
export function GrantFolder({ proposal }: { readonly proposal: ShownProposal }) {
  const [open, setOpen] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const folder = proposal.preview.container?.reference
  if (folder === undefined) return null
  const d = decisionText().reading
  const confirm = async () => {
    setOpen(false)
    if (await attempt(grantFolder(folder, 'read'))) void approve(proposal.id)
  }
  return (
    <>
      <Button icon={FolderPlus} size="sm" onClick={() => setOpen(true)}>
        {d.grant}
      </Button>
      {open && (
        <Dialog
          title={<HiddenText text={d.grantTitle(folder)} />}
          description={d.grantText}
          icon={FolderPlus}
          size="sm"
          initialFocus={cancel}
          onCancel={() => setOpen(false)}
          footer={
            <>
              <Button ref={cancel} onClick={() => setOpen(false)}>
                {text().app.cancel}
              </Button>
              <Button variant="primary" icon={FolderPlus} onClick={() => void confirm()}>
                {d.grantConfirm}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}
