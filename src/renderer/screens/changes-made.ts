import type { ChangeLine, ProposalLine } from '../../shared/contract/changes'
import type { ToolUseBlock } from '../../shared/run/blocks'
import type { Together } from '../stores/changes'
import type { ChangesById } from '../stores/conversation-changes'
import { canUndo } from './activity/group-changes'

/** The id of the change that a call made: without a decision, or by its proposal or the one that took its place. */
export function appliedChange(
  { result, proposalId }: Pick<ToolUseBlock, 'result' | 'proposalId'>,
  proposals: Readonly<Record<string, ProposalLine>>,
): string | null {
  if (result?.changeId !== undefined) return result.changeId
  let proposal = proposalId === undefined ? undefined : proposals[proposalId]
  while (proposal !== undefined && proposal.status !== 'applied') {
    const { id } = proposal
    proposal = Object.values(proposals).find(({ replaces }) => replaces === id)
  }
  return proposal?.changeId ?? null
}

/** What can be done with all that a run changed, where that is more than one thing; null where nothing can. */
export function togetherOf(
  runId: string,
  changes: ChangesById,
): { readonly what: Together; readonly redo: boolean } | null {
  const own = Object.values(changes).filter((change) => change.runId === runId && isOwn(change))
  if (own.length < 2) return null
  if (own.some(canUndo)) return { what: { kind: 'run', id: runId }, redo: false }
  const undoers = own.map(({ undoneBy }) => (undoneBy === null ? undefined : changes[undoneBy]))
  const [first] = undoers
  const batch = first?.batch ?? null
  if (batch === null || undoers.some((undo) => undo?.batch !== batch || !canUndo(undo))) return null
  return { what: { kind: 'batch', id: batch }, redo: true }
}

/** Whether the run made it: undoing and doing again carry the run's name too. */
function isOwn({ status, undoes, undoesPartOf }: ChangeLine): boolean {
  return undoes === null && undoesPartOf === null && (status === 'applied' || status === 'undone')
}

/** Of changes, newest first: the last that a person made or approved since then, and that can be undone. */
export function lastByPerson(changes: readonly ChangeLine[], since: number): ChangeLine | undefined {
  return changes.find(
    (change) =>
      change.at >= since &&
      change.approvedBy.kind === 'person' &&
      change.undoes === null &&
      change.undoesPartOf === null &&
      canUndo(change),
  )
}
