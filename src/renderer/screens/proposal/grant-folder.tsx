import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { grantFolder } from '../../stores/files'
import { approve, type ShownProposal } from '../../stores/proposals'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { HiddenText } from '../../ui/hidden-text'

/** Answers a question about reading outside the granted folders by granting the folder. */
export function GrantFolder({ proposal }: { readonly proposal: ShownProposal }) {
  const [open, setOpen] = useState(false)
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
        <ConfirmDialog
          title={<HiddenText text={d.grantTitle(folder)} />}
          description={d.grantText}
          icon={FolderPlus}
          confirmLabel={d.grantConfirm}
          confirmIcon={FolderPlus}
          cancelLabel={text().app.cancel}
          onConfirm={confirm}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  )
}
