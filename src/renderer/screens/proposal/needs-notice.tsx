import { Check, ScanSearch } from 'lucide-react'
import { useState } from 'react'
import type { ProposalLine } from '../../../shared/contract/changes'
import { approveTogether } from '../../stores/approve-together'
import { neededFirst } from '../../stores/needed-first'
import { useProposals } from '../../stores/proposals'
import { decisionText } from '../../text/decisions'
import { inLanguage } from '../../text/sentences'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { useUnmet } from './use-decision'

/** How far a yes to what a proposal needs may take the proposal along. */
export type TakesAlong =
  /** All of it is shown here, and a click is enough. */
  | 'itself'
  /** It is confirmed by itself, afterwards. */
  | 'not_itself'
  /** What it would do is not shown here. */
  | 'nothing'

/** What must be applied before a proposal, with the way to approve both. */
export function NeedsNotice({
  line,
  takesAlong,
  onOpen,
}: {
  readonly line: ProposalLine
  readonly takesAlong: TakesAlong
  /** Shows another proposal. */
  readonly onOpen: (id: string) => void
}) {
  const unmet = useUnmet(line)
  const byId = useProposals((state) => (unmet.length === 0 ? undefined : state.byId))
  const [busy, setBusy] = useState(false)
  if (unmet.length === 0) return null
  const d = decisionText()
  const first = neededFirst(line, byId ?? {})
  const waits = unmet.some(({ status }) => status === 'pending' || status === 'approved')
  const together = async (ids: readonly string[]) => {
    setBusy(true)
    await approveTogether(ids)
    setBusy(false)
  }
  return (
    <Notice
      tone="warning"
      title={d.needs(unmet.map((needed) => `#${needed.number}`).join(', '))}
      actions={
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
          {first.kind === 'approve' && takesAlong !== 'nothing' && (
            <Button
              size="sm"
              variant="primary"
              icon={Check}
              busy={busy}
              onClick={() => void together(takesAlong === 'itself' ? [...first.ids, line.id] : first.ids)}
            >
              {takesAlong === 'itself'
                ? d.approveTogether(first.ids.length + 1)
                : d.approveNeeded(first.ids.length)}
            </Button>
          )}
        </>
      }
    >
      {waits ? d.needsText : d.needsGone}{' '}
      <HiddenText text={unmet.map(({ summary, said }) => inLanguage(summary, said)).join('; ')} />
    </Notice>
  )
}
