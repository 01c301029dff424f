import { type FormEvent, useState } from 'react'
import { editContent } from '../../stores/amendments'
import { editableContent } from '../../stores/parts'
import type { ShownProposal } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { TextArea } from '../../ui/text-area'
import './proposal.css'

/** Pixels up to which the editor grows. */
const editorHeight = 420

/** Edits what a proposal writes; what comes of it is shown before it is approved. */
export function ContentEditor({
  proposal,
  content,
  onDone,
}: {
  readonly proposal: ShownProposal
  readonly content: string
  readonly onDone: () => void
}) {
  const [typed, setTyped] = useState(content)
  const [busy, setBusy] = useState(false)
  const t = decisionText()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await editContent(proposal, typed === editableContent(proposal) ? null : typed)
    setBusy(false)
    onDone()
  }
  return (
    <form
      className="proposal-reason"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          onDone()
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          event.stopPropagation()
          event.currentTarget.requestSubmit()
        }
      }}
    >
      <TextArea
        label={t.editLabel}
        value={typed}
        onChange={setTyped}
        rows={8}
        maxHeight={editorHeight}
        mono
        autoFocus
        spellCheck={false}
      />
      <div className="proposal-reason-actions">
        <Button size="sm" variant="ghost" onClick={onDone}>
          {text().app.cancel}
        </Button>
        <Button size="sm" type="submit" busy={busy}>
          {t.editDone}
        </Button>
      </div>
    </form>
  )
}
