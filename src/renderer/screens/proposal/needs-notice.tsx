import { Check, Link2, ScanSearch } from 'lucide-react'
import { useState } from 'react'
import type { NeededProposal, ProposalLine } from '../../../shared/contract/changes'
import { approveTogether } from '../../stores/approve-together'
import { neededFirst } from '../../stores/needed-first'
import { useProposals } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { inLanguage } from '../../text/sentences'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { useUnmet } from './use-decision'
import './needs-notice.css'

/** How far a yes to what a proposal needs may take the proposal along. */
export type TakesAlong =
  /** All of it is shown here, and a click is enough. */
  | 'itself'
  /** It is confirmed by itself, afterwards. */
  | 'not_itself'
  /** What it would do is not shown here. */
  | 'nothing'

interface NeedsProps {
  readonly line: ProposalLine
  readonly takesAlong: TakesAlong
  /** Shows another proposal. */
  readonly onOpen: (id: string) => void
}

/** What must be applied before a proposal, with the way to approve both; `told` where it is said above for several. */
export function NeedsNotice({ told, ...props }: NeedsProps & { readonly told: boolean }) {
  const unmet = useUnmet(props.line)
  if (unmet.length === 0) return null
  const d = decisionText()
  if (told) {
    return (
      <p className="needs-line">
        <Link2 size={14} aria-hidden />
        <span>{d.needs(numbersOf(unmet))}</span>
        <ApproveNeeded {...props} />
      </p>
    )
  }
  return (
    <Notice
      tone="warning"
      title={d.needs(numbersOf(unmet))}
      actions={
        <>
          <ShowNeeded unmet={unmet} {...props} />
          <ApproveNeeded {...props} />
        </>
      }
    >
      {isWaiting(unmet) ? d.needsText : d.needsGone} <Summaries unmet={unmet} />
    </Notice>
  )
}

/** The same for several that need the same, said once above the first of them; each is approved by itself, afterwards. */
export function GroupNeedsNotice({
  lines,
  onOpen,
}: {
  readonly lines: readonly [ProposalLine, ...ProposalLine[]]
  readonly onOpen: (id: string) => void
}) {
  const [line] = lines
  const unmet = useUnmet(line)
  if (unmet.length === 0) return null
  const d = decisionText()
  const props: NeedsProps = { line, takesAlong: 'not_itself', onOpen }
  return (
    <Notice
      tone="warning"
      title={d.groupNeeds(lines.length, numbersOf(unmet))}
      actions={
        <>
          <ShowNeeded unmet={unmet} {...props} />
          <ApproveNeeded {...props} label={d.approveGroupNeeded} />
        </>
      }
    >
      {isWaiting(unmet) ? d.groupNeedsText : d.groupNeedsGone} <Summaries unmet={unmet} />
    </Notice>
  )
}

function ShowNeeded({
  line,
  unmet,
  takesAlong,
  onOpen,
}: NeedsProps & { readonly unmet: readonly NeededProposal[] }) {
  const byId = useProposals((state) => state.byId)
  const d = decisionText()
  const first = neededFirst(line, byId)
  return (
    <>
      {unmet.map((needed) => (
        <Button key={needed.id} size="sm" onClick={() => onOpen(needed.id)}>
          {d.needsOpen(needed.number)}
        </Button>
      ))}
      {first.kind === 'review' &&
        takesAlong !== 'nothing' &&
        !unmet.some(({ id }) => id === first.line.id) && (
          <Button size="sm" icon={ScanSearch} onClick={() => onOpen(first.line.id)}>
            {d.needsOpen(first.line.number)}
          </Button>
        )}
    </>
  )
}

function ApproveNeeded({ line, takesAlong, label }: NeedsProps & { readonly label?: (n: number) => string }) {
  const byId = useProposals((state) => state.byId)
  const [busy, setBusy] = useState(false)
  const first = neededFirst(line, byId)
  if (first.kind !== 'approve' || takesAlong === 'nothing') return null
  const d = decisionText()
  const together = async (ids: readonly string[]) => {
    setBusy(true)
    await approveTogether(ids)
    setBusy(false)
  }
  return (
    <Button
      size="sm"
      variant="primary"
      icon={Check}
      busy={busy}
      data-decides={first.ids.join(' ')}
      onClick={() => void together(takesAlong === 'itself' ? [...first.ids, line.id] : first.ids)}
    >
      {takesAlong === 'itself'
        ? d.approveTogether(first.ids.length + 1)
        : (label ?? d.approveNeeded)(first.ids.length)}
    </Button>
  )
}

function Summaries({ unmet }: { readonly unmet: readonly NeededProposal[] }) {
  return <HiddenText text={unmet.map(({ summary, said }) => inLanguage(summary, said)).join('; ')} />
}

function numbersOf(unmet: readonly NeededProposal[]): string {
  return unmet.map((needed) => `#${needed.number}`).join(', ')
}

function isWaiting(unmet: readonly NeededProposal[]): boolean {
  return unmet.some(({ status }) => status === 'pending' || status === 'approved')
}
