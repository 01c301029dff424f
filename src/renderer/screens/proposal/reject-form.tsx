import { type FormEvent, useState } from 'react'
import { reject } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { useDependents } from './decision-notices'
import './proposal.css'

/** Asks why; an empty reason is fine. */
export function RejectForm({ id, onCancel }: { readonly id: string; readonly onCancel: () => void }) {
  const [reason, setReason] = useState('')
  const dependents = useDependents(id)
  const t = text().proposal
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void reject(id, reason.trim())
  }
  return (
    <form className="proposal-reason" data-decides onSubmit={submit}>
      <TextField
        label={t.rejectWithReason}
        placeholder={t.reasonPlaceholder}
        hint={dependents === '' ? undefined : decisionText().rejectsToo(dependents)}
        value={reason}
        onChange={setReason}
        maxLength={2000}
        autoFocus
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onCancel()
        }}
      />
      <div className="proposal-reason-actions">
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {text().app.cancel}
        </Button>
        <Button size="sm" type="submit">
          {t.sendRejection}
        </Button>
      </div>
    </form>
  )
}
