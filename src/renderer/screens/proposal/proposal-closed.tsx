import { RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import type { ProposalLine, ProposalStatus } from '../../../shared/contract/changes'
import { isDestructive } from '../../../shared/tool/classes'
import { useAmendments } from '../../stores/amendments'
import { review, usePage } from '../../stores/page'
import { giveUpProposal, proposeAgain, useProposals } from '../../stores/proposals'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { inLanguage, messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import type { Tone } from '../../ui/tone'

/** Plans it anew, or has it go for good. */
export function AgainOrNot({ proposal }: { readonly proposal: ProposalLine }) {
  const [busy, setBusy] = useState(false)
  const not = async () => {
    setBusy(true)
    await attempt(giveUpProposal(proposal.id))
    setBusy(false)
  }
  return (
    <>
      <Button icon={X} size="sm" variant="ghost" disabled={busy} onClick={() => void not()}>
        {text().proposal.reject}
      </Button>
      <ProposeAgain proposal={proposal} disabled={busy} />
    </>
  )
}

/** Plans it anew; what takes its place opens in a dialog where that is decided in one, or was looked at in one. */
function ProposeAgain({
  proposal,
  disabled = false,
}: {
  readonly proposal: ProposalLine
  readonly disabled?: boolean
}) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    const fresh = await proposeAgain(proposal.id)
    setBusy(false)
    const isOpen = usePage.getState().reviewing?.id === proposal.id
    if (fresh && (isOpen || isDestructive(fresh.class))) review(fresh.id)
  }
  return (
    <Button icon={RotateCw} size="sm" disabled={disabled} busy={busy} onClick={() => void again()}>
      {text().proposal.proposeAgain}
    </Button>
  )
}

/** That a waiting proposal no longer fits what is there, and the way on. */
export function BaseMovedNotice({ proposal }: { readonly proposal: ProposalLine }) {
  const moved = useProposals((state) => state.moved[proposal.id])
  const amended = useAmendments((state) => state.byId[proposal.id] !== undefined)
  if (proposal.status !== 'pending' || moved === undefined) return null
  const why = messageInLanguage(moved.message, moved.said)
  const t = decisionText().moved
  return (
    <>
      <Notice
        tone="warning"
        title={t.waits}
        todo={proposal.chooseBy === 'items' && proposal.changes > 1 && moved.nothingLeft !== true && t.orPart}
        actions={<ProposeAgain proposal={proposal} />}
        announce
      >
        <HiddenText text={why} />
        {amended && <p>{t.editGoes}</p>}
      </Notice>
      <NotAgainNotice proposal={proposal} said={why} />
    </>
  )
}

/** Why it can't be planned anew where that was tried; what is `said` above already is not said again. */
function NotAgainNotice({
  proposal,
  said,
}: {
  readonly proposal: ProposalLine
  readonly said: string | null
}) {
  const problem = useProposals((state) => state.notAgain[proposal.id])
  if (problem === undefined) return null
  const t = text().proposal
  const why = messageInLanguage(problem.message, problem.said)
  return (
    <Notice tone="danger" title={t.notAgain} todo={t.insteadOfAgain} announce>
      {why !== said && <HiddenText text={why} />}
    </Notice>
  )
}

/** Why a closed proposal was not applied, and why it can't be planned anew. */
export function ClosedNotice({ proposal }: { readonly proposal: ProposalLine }) {
  const t = text().proposal
  const { status } = proposal
  const reason = proposal.reason === null ? null : inLanguage(proposal.reason, proposal.said)
  if (status !== 'conflict' && status !== 'failed' && status !== 'expired') return null
  const code = proposal.said?.[proposal.reason ?? '']?.code
  const title =
    code === 'gate.restored'
      ? t.endedByRestore
      : code === 'change.may_have_happened' || code === 'change.stuck'
        ? t.notTakenBack
        : t.kept[status]
  return (
    <>
      <Notice tone={status === 'failed' ? 'danger' : 'warning'} title={title}>
        {/* That nobody decided is all there is to say of the time that was over. */}
        {status !== 'expired' && reason}
      </Notice>
      <NotAgainNotice proposal={proposal} said={reason} />
    </>
  )
}

const tones: Readonly<Partial<Record<ProposalStatus, Tone>>> = {
  applied: 'success',
  failed: 'danger',
  conflict: 'warning',
}

/** Where a decided proposal stands. */
export function StatusBadge({ proposal }: { readonly proposal: ProposalLine }) {
  const { status, goesOn } = proposal
  if (goesOn === true) return <Badge tone="accent">{decisionText().goesOn}</Badge>
  const allowed = proposal.class === 'read' && status === 'applied'
  const words = allowed ? decisionText().reading.applied : text().proposal.status[status]
  return <Badge tone={tones[status] ?? 'neutral'}>{words}</Badge>
}
