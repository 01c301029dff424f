import { RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import type { ProposalLine, ProposalStatus } from '../../../shared/contract/changes'
import { isDestructive } from '../../../shared/tool/classes'
import { review } from '../../stores/page'
import { giveUpProposal, proposeAgain, useProposals } from '../../stores/proposals'
import { attempt } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { inLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import type { Tone } from '../../ui/tone'

/** Plans it anew, where a destructive one opens in its dialog, or has it go for good. */
export function AgainOrNot({ proposal }: { readonly proposal: ProposalLine }) {
  const [busy, setBusy] = useState(false)
  const t = text().proposal
  const not = async () => {
    setBusy(true)
    await attempt(giveUpProposal(proposal.id))
    setBusy(false)
  }
  const again = async () => {
    setBusy(true)
    const fresh = await proposeAgain(proposal.id)
    setBusy(false)
    if (fresh && isDestructive(fresh.class)) review(fresh.id)
  }
  return (
    <>
      <Button icon={X} size="sm" variant="ghost" disabled={busy} onClick={() => void not()}>
        {t.reject}
      </Button>
      <Button icon={RotateCw} size="sm" busy={busy} onClick={() => void again()}>
        {t.proposeAgain}
      </Button>
    </>
  )
}

/** Why a closed proposal was not applied, and why it can't be planned anew where that was tried. */
export function ClosedNotice({ proposal }: { readonly proposal: ProposalLine }) {
  const t = text().proposal
  const problem = useProposals((state) => state.notAgain[proposal.id])
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
      {problem && (
        <Notice tone="danger" title={t.notAgain} todo={t.insteadOfAgain} announce>
          {/* What is said above already is not said again. */}
          {problem.message !== reason && problem.message}
        </Notice>
      )}
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
