import { useEffect, useMemo } from 'react'
import type { ProposalLine } from '../../../shared/contract/changes'
import { ensureProposal, type ShownProposal, shownProposal, useProposals } from '../../stores/proposals'

/** A proposal with what it shows, which is fetched once something looks at it; null until then. */
export function useShownProposal(line: ProposalLine | undefined): ShownProposal | null {
  const id = line?.id
  const details = useProposals((state) => (id === undefined ? undefined : state.details[id]))
  const failed = useProposals((state) => id !== undefined && state.missing[id] !== undefined)
  const wanted = details === undefined && !failed
  useEffect(() => {
    // A failure is kept beside the proposal: its card shows it, and asks again.
    if (id !== undefined && wanted) ensureProposal(id).catch(() => undefined)
  }, [id, wanted])
  return useMemo(() => shownProposal(line, details), [line, details])
}
