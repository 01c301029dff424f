import type { NeededProposal, ProposalLine } from '../../shared/contract/changes'
import { isDestructive, isSafe } from '../../shared/tool/classes'

/** How what a proposal builds on can be approved from where the proposal is shown. */
export type NeededFirst =
  /** In this order, each by its own plan. */
  | { readonly kind: 'approve'; readonly ids: readonly string[] }
  /** This one is decided in its own dialog, before anything else. */
  | { readonly kind: 'review'; readonly line: ProposalLine }
  /** Something that it builds on is not there to be approved any more. */
  | { readonly kind: 'gone' }

/** What of that which a proposal needs is not applied yet; what this window has seen since counts. */
export function unmetNeeds(
  { needs }: Pick<ProposalLine, 'needs'>,
  byId: Readonly<Record<string, ProposalLine>>,
): readonly NeededProposal[] {
  return needs
    .map((needed) => ({ ...needed, status: byId[needed.id]?.status ?? needed.status }))
    .filter((needed) => !needed.met && needed.status !== 'applied')
}

/** What must be applied before a proposal, and what that needs itself. */
export function neededFirst(
  proposal: Pick<ProposalLine, 'needs'>,
  byId: Readonly<Record<string, ProposalLine>>,
): NeededFirst {
  const found = new Map<string, ProposalLine>()
  const open = [...proposal.needs]
  for (let needed = open.pop(); needed !== undefined; needed = open.pop()) {
    const line = byId[needed.id]
    const status = line?.status ?? needed.status
    if (needed.met || status === 'applied' || found.has(needed.id)) continue
    if (line === undefined || status !== 'pending') return { kind: 'gone' }
    found.set(line.id, line)
    open.push(...line.needs)
  }
  const lines = [...found.values()].sort((a, b) => a.number - b.number)
  const strict = lines.find((line) => isDestructive(line.class))
  return strict === undefined
    ? { kind: 'approve', ids: lines.map(({ id }) => id) }
    : { kind: 'review', line: strict }
}

/** Whether it can be approved without a look at it: it waits, loses nothing, and warns of nothing. */
export function isSafeUnseen({
  status,
  class: kind,
  warnings,
}: Pick<ProposalLine, 'status' | 'class' | 'warnings'>): boolean {
  return status === 'pending' && isSafe(kind) && warnings === 0
}

/** Of these, what can be approved in one go: it is safe unseen, and so is all that it builds on. */
export function safeTogether(
  proposals: readonly ProposalLine[],
  byId: Readonly<Record<string, ProposalLine>>,
): readonly ProposalLine[] {
  const isSafeWithNeeds = (proposal: ProposalLine) => {
    const first = neededFirst(proposal, byId)
    return first.kind === 'approve' && first.ids.every((id) => byId[id] && isSafeUnseen(byId[id]))
  }
  return proposals.filter((proposal) => isSafeUnseen(proposal) && isSafeWithNeeds(proposal))
}
