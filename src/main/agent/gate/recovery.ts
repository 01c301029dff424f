import { AppError } from '../../../shared/errors'
import { isDiskFull } from '../../../shared/system-failures'
import { changesUnderWay, type StoredChange } from '../../db/changes'
import { recordOutcome } from '../../db/open'
import { approvedProposals, settleProposal } from '../../db/proposals'
import { notApplied } from '../results'
import { expireWhereWritable } from './closing'
import { recordRollback, revertQuietly, rollbackFailure } from './effects'
import { announceChange, announceProposal, type GateParts, requireProposal } from './parts'

const closedWhileApplying =
  'The application was closed while this was being applied; what it had begun was rolled back. Propose it again.'

/**
 * Rolls back, last first, what a crash left under way, and closes what it left undecided for too long. What can't be
 * recorded because the disk is full is owed: everything can be read, and nothing new begins before it is written.
 */
export async function recover(parts: GateParts): Promise<void> {
  await parts.effects.inTurn(async () => {
    for (const change of changesUnderWay(parts.db)) await rollBackChange(parts, change)
    // An approval whose effect had not begun: there is nothing to roll back.
    for (const id of approvedProposals(parts.db)) {
      settleOrOwe(parts, () => {
        recordOutcome(parts.db, () => failProposal(parts, id, closedWhileApplying))
        announceProposal(parts, id)
        parts.waiting.wake(id)
      })
    }
  })
  expireWhereWritable(parts)
}

function settleOrOwe({ effects }: GateParts, write: () => void): void {
  try {
    effects.settle(write)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

async function rollBackChange(parts: GateParts, change: StoredChange): Promise<void> {
  const { db, audit, registry } = parts
  const found = registry.resolve(change.tool)
  const stuck =
    found === null || found.kind === 'read'
      ? new AppError('unavailable', `The tool ${change.tool} is not there any more.`)
      : await revertQuietly({ ...found, context: { runId: change.runId } }, change.inverse)
  const interrupted = new AppError('internal', 'The application was closed while this was being applied.')
  const reason = stuck === null ? closedWhileApplying : rollbackFailure(interrupted, stuck).message
  settleOrOwe(parts, () => {
    recordOutcome(db, () => {
      recordRollback(db, audit, change.id, stuck)
      if (change.proposalId !== null) failProposal(parts, change.proposalId, reason)
    })
    announceChange(parts, change.id)
    if (change.proposalId === null) return
    announceProposal(parts, change.proposalId)
    parts.waiting.wake(change.proposalId)
  })
}

function failProposal(parts: GateParts, id: string, reason: string): void {
  const result = notApplied(requireProposal(parts, id), 'internal', reason)
  const failed = settleProposal(parts.db, id, 'approved', { status: 'failed', reason, result })
  if (failed) parts.audit.record('proposal.failed', { proposal: id, code: 'internal' })
}
