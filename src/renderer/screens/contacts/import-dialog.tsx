import { ContactRound } from 'lucide-react'
import { useState } from 'react'
import { endImport, importContacts } from '../../stores/contact-import'
import { attempt } from '../../stores/toasts'
import { contactsText } from '../../text/contacts'
import { Checkbox } from '../../ui/checkbox'
import { HiddenText } from '../../ui/hidden-text'
import { FormDialog } from '../form-dialog'

/** Asks whose contacts files have: what somebody else wrote may hold instructions for an assistant. */
export function ImportDialog({ files }: { readonly files: readonly File[] }) {
  const [own, setOwn] = useState(false)
  const [busy, setBusy] = useState(false)
  const t = contactsText()
  const submit = async () => {
    setBusy(true)
    await attempt(importContacts(files, own))
    endImport()
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
