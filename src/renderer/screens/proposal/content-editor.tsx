import { type FormEvent, useEffect, useState } from 'react'
import { type ErrorShape, toErrorShape } from '../../../shared/errors'
import { editContent, proposedText } from '../../stores/amendments'
import type { ShownProposal } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { TextArea } from '../../ui/text-area'
import './proposal.css'

/** Pixels up to which the editor grows. */
const editorHeight = 420

/** Edits what a proposal writes; what comes of it is shown before it is approved. */
export function ContentEditor({
  proposal,
  edited,
  onDone,
}: {
  readonly proposal: ShownProposal
  /** What was typed before; null for what was proposed. */
  readonly edited: string | null
  readonly onDone: () => void
}) {
  const [proposed, setProposed] = useState<string>()
  const [problem, setProblem] = useState<ErrorShape>()
  const { id, planHash } = proposal
  useEffect(() => {
    let left = false
    proposedText({ id, planHash }).then(
      (text) => !left && setProposed(text),
      (error: unknown) => !left && setProblem(toErrorShape(error)),
    )
    return () => {
      left = true
    }
  }, [id, planHash])
  if (problem !== undefined) {
    return (
      <Notice
        tone="danger"
        title={messageInLanguage(problem.message, problem.said)}
        announce
        actions={
          <Button size="sm" onClick={onDone}>
            {text().app.cancel}
          </Button>
        }
      />
    )
  }
  if (proposed === undefined) return <Spinner />
  return <Editor proposal={proposal} proposed={proposed} typedBefore={edited ?? proposed} onDone={onDone} />
}

function Editor({
  proposal,
  proposed,
  typedBefore,
  onDone,
}: {
  readonly proposal: ShownProposal
  readonly proposed: string
  readonly typedBefore: string
  readonly onDone: () => void
}) {
  const [typed, setTyped] = useState(typedBefore)
  const [busy, setBusy] = useState(false)
  const t = decisionText()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await editContent(proposal, typed === proposed ? null : typed)
    setBusy(false)
    onDone()
  }
  return (
    <form
      className="proposal-reason"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onDone()
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
