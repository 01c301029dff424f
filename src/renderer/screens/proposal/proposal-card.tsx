import { Check, RotateCw, ScanSearch, X } from 'lucide-react'
import { useState } from 'react'
import type { Proposal } from '../../../shared/contract/changes'
import { isDestructive } from '../../../shared/tool/classes'
import { review } from '../../stores/page'
import { approve, proposeAgain, useProposals } from '../../stores/proposals'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ClassBadge } from '../../ui/class-badge'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { canProposeAgain } from '../group-proposals'
import { ChangePreviews } from './change-preview'
import { RejectForm } from './reject-form'
import './proposal.css'

/** A proposal in place: what it does, and the decision; destructive ones are decided in their dialog. */
export function ProposalCard({
  proposal,
  note,
  compact = false,
}: {
  readonly proposal: Proposal
  /** On the left of the foot: who, when. */
  readonly note?: React.ReactNode
  /** Leaves the changes of a destructive one to its dialog. */
  readonly compact?: boolean
}) {
  const { summary, changes, warnings } = proposal.preview
  const destructive = isDestructive(proposal.class)
  const problem = useProposals((state) => state.problems[proposal.id])
  const pending = proposal.status === 'pending'
  const t = text().proposal
  const showsChanges = !(compact && destructive) && changes.length > 0
  const raised = pending && proposal.raisedBecause.length > 0
  const warned = pending && warnings.length > 0
  const closed = canProposeAgain(proposal)
  const failed = pending && problem !== undefined
  return (
    <Card
      aria-label={summary}
      lead={<ClassBadge toolClass={proposal.class} />}
      title={<HiddenText text={summary} />}
      actions={pending ? undefined : <StatusBadge proposal={proposal} />}
      tone={pending ? (destructive ? 'danger' : 'accent') : 'neutral'}
      footer={<Decision proposal={proposal} note={note} destructive={destructive} />}
    >
      {(showsChanges || raised || warned || closed || failed) && (
        <div className="proposal-body">
          {raised && (
            <Notice tone="warning" title={t.raised}>
              {proposal.raisedBecause.join(' ')}
            </Notice>
          )}
          {warned && (
            <Notice tone="warning" title={t.warnings}>
              {warnings.join(' ')}
            </Notice>
          )}
          {showsChanges && <ChangePreviews changes={changes} />}
          {closed && <ClosedNotice proposal={proposal} />}
          {failed && <Notice tone="danger" title={problem.message} announce />}
        </div>
      )}
    </Card>
  )
}

function Decision({
  proposal,
  note,
  destructive,
}: {
  readonly proposal: Proposal
  readonly note: React.ReactNode
  readonly destructive: boolean
}) {
  const [rejecting, setRejecting] = useState(false)
  const busy = useProposals((state) => state.deciding.has(proposal.id))
  const t = text().proposal
  if (proposal.status === 'pending' && rejecting) {
    return <RejectForm id={proposal.id} onCancel={() => setRejecting(false)} />
  }
  return (
    <div className="proposal-foot">
      <span className="proposal-foot-note">{note}</span>
      {proposal.status === 'pending' && (
        <>
          <Button icon={X} size="sm" variant="ghost" onClick={() => setRejecting(true)}>
            {t.reject}
          </Button>
          {destructive ? (
            <Button icon={ScanSearch} size="sm" onClick={() => review(proposal.id)}>
              {t.review}
            </Button>
          ) : (
            <Button
              icon={Check}
              size="sm"
              variant="primary"
              busy={busy}
              onClick={() => void approve(proposal.id)}
            >
              {t.approve}
            </Button>
          )}
        </>
      )}
      {canProposeAgain(proposal) && <ProposeAgain proposal={proposal} />}
    </div>
  )
}

/** Plans it anew; a destructive one opens in its dialog. */
export function ProposeAgain({ proposal }: { readonly proposal: Proposal }) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    const fresh = await attempt(proposeAgain(proposal.id))
    setBusy(false)
    if (fresh && isDestructive(fresh.class)) review(fresh.id)
  }
  return (
    <Button icon={RotateCw} size="sm" busy={busy} onClick={() => void again()}>
      {text().proposal.proposeAgain}
    </Button>
  )
}

/** Why a closed proposal was not applied. */
export function ClosedNotice({ proposal }: { readonly proposal: Proposal }) {
  const t = text().proposal
  const { status, reason } = proposal
  if (status !== 'conflict' && status !== 'failed' && status !== 'expired') return null
  return (
    <Notice tone={status === 'failed' ? 'danger' : 'warning'} title={t.kept[status]}>
      {reason}
    </Notice>
  )
}

function StatusBadge({ proposal }: { readonly proposal: Proposal }) {
  const tone =
    proposal.status === 'applied'
      ? 'success'
      : proposal.status === 'failed'
        ? 'danger'
        : proposal.status === 'conflict'
          ? 'warning'
          : 'neutral'
  return <Badge tone={tone}>{text().proposal.status[proposal.status]}</Badge>
}
