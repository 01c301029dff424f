import { Pencil, Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
import { toolView } from '../../app/tool-views'
import { approve, type ShownProposal } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { ConfirmTyped } from '../../ui/confirm-typed'
import { ApproveButton } from './approve-button'
import { type DecisionLook, lookOf } from './decision-look'
import { AgainOrNot } from './proposal-closed'
import { RejectButton } from './reject-button'
import { RejectForm } from './reject-form'
import type { Decision } from './use-decision'
import type { DecisionModes } from './use-decision-mode'

/** The foot of a review of what is still open: the ways to decide, or the form of a no. */
export function ReviewFoot({
  proposal,
  decision,
  modes,
  asked,
  cancelRef,
  fieldRef,
  onClose,
}: {
  readonly proposal: ShownProposal
  readonly decision: Decision
  readonly modes: DecisionModes
  /** The person asked for it: to close it is the no. */
  readonly asked: boolean
  readonly cancelRef: RefObject<HTMLButtonElement | null>
  /** Where the confirming text is typed. */
  readonly fieldRef: RefObject<HTMLInputElement | null>
  readonly onClose: () => void
}) {
  const { mode, left, enter, decideAgain } = modes
  const { typeToConfirm, editable, ready, busy } = decision
  const reads = proposal.class === 'read'
  const look = lookOf(decision.class)
  const verb = verbOf(proposal, look)
  const cancel = text().app.cancel
  const icon = look === 'danger' ? Trash2 : undefined
  const rejectButton = asked ? undefined : <RejectButton reads={reads} modes={modes} />

  if (mode === 'editing') return null
  if (mode === 'rejecting') return <RejectForm id={proposal.id} onCancel={decideAgain} />
  if (typeToConfirm !== null) {
    return (
      <ConfirmTyped
        key={typeToConfirm}
        required={text().proposal.confirmingWords(typeToConfirm)}
        confirmLabel={verb}
        cancelLabel={cancel}
        confirmIcon={icon}
        lead={rejectButton}
        fieldRef={fieldRef}
        busy={busy}
        blocked={!ready}
        onConfirm={() => void approve(proposal.id, { typed: typeToConfirm })}
        onCancel={onClose}
      />
    )
  }
  return (
    <div className="review-foot">
      {rejectButton}
      <div className="review-foot-end">
        <Button ref={cancelRef} onClick={onClose}>
          {cancel}
        </Button>
        {editable && (
          <Button icon={Pencil} autoFocus={left === 'editing'} onClick={() => enter('editing')}>
            {decisionText().edit}
          </Button>
        )}
        <ApproveButton
          proposal={proposal}
          decision={decision}
          label={verb}
          variant={look === 'danger' ? 'danger' : 'primary'}
          icon={icon}
        />
      </div>
    </div>
  )
}

/** The foot of a review of what was decided or withdrawn. */
export function ClosedFoot({
  proposal,
  cancelRef,
  onClose,
}: {
  readonly proposal: ShownProposal
  readonly cancelRef: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}) {
  return (
    <div className="review-foot">
      <div className="review-foot-end">
        <Button ref={cancelRef} onClick={onClose}>
          {text().app.close}
        </Button>
        <AgainOrNot proposal={proposal} />
      </div>
    </div>
  )
}

/** What the yes is called. */
function verbOf({ class: proposedClass, tool, preview }: ShownProposal, look: DecisionLook): string {
  if (proposedClass === 'read') return decisionText().reading.allow
  const t = text().proposal
  const byLook = {
    calm: t.approve,
    warning: preview.lost.length > 0 ? t.replace : t.apply,
    danger: t.delete,
  } satisfies Readonly<Record<DecisionLook, string>>
  return toolView(tool).approve?.() ?? byLook[look]
}
