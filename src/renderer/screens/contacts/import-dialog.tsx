import { ContactRound } from 'lucide-react'
import { useState } from 'react'
import { focusWhenThere } from '../../app/focus-opened'
import { endImport, importContacts } from '../../stores/contact-import'
import { usePage } from '../../stores/page'
import { useProposals } from '../../stores/proposals'
import { attempt } from '../../stores/toasts'
import { contactsText } from '../../text/contacts'
import { Checkbox } from '../../ui/checkbox'
import { HiddenText } from '../../ui/hidden-text'
import { FormDialog } from '../form-dialog'

/** Puts the keyboard into the list once those who were proposed are in it. */
function focusListAfter(proposalId: string): void {
  const stop = useProposals.subscribe(({ byId }) => {
    const status = byId[proposalId]?.status
    if (status === 'pending' || status === 'approved') return
    stop()
    if (status === 'applied' && usePage.getState().route.screen === 'contacts')
      focusWhenThere(() => document.querySelector<HTMLElement>('.contacts-list [data-opens]'))
  })
}

/** Asks whose contacts files have: what somebody else wrote may hold instructions for an assistant. */
export function ImportDialog({ files }: { readonly files: readonly File[] }) {
  const [own, setOwn] = useState(false)
  const [busy, setBusy] = useState(false)
  const t = contactsText()
  const submit = async () => {
    setBusy(true)
    const proposal = await attempt(importContacts(files, own))
    endImport()
    if (proposal) focusListAfter(proposal.id)
  }
  return (
    <FormDialog
      title={<HiddenText text={t.importTitle(files.map(({ name }) => name))} />}
      icon={ContactRound}
      confirm={t.importNext}
      ready
      busy={busy}
      className="record-dialog"
      onSubmit={() => void submit()}
      onCancel={endImport}
    >
      <p>{t.importText}</p>
      <Checkbox label={t.importOwn} hint={t.importOwnHint} checked={own} onChange={setOwn} />
    </FormDialog>
  )
}
