import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { saidOf, textOf, wordsOf } from '../../../shared/sentences/sentence'
import { isDiskFull } from '../../../shared/system-failures'
import { changesUnderWay, type StoredChange } from '../../db/changes'
import { recordOutcome } from '../../db/open'
import { approvedProposals, settleProposal } from '../../db/proposals'
import { faultPoint } from '../../disk/fault-point'
import { expireWhereWritable } from './closing'
import { type Ending, failureWith, recordRollback, revertQuietly } from './effects'
import { failedResult } from './failed-result'
import { announceChange, announceProposal, type GateParts, requireProposal } from './parts'

const closedWhileApplying = say('proposal.closed_applying')
const closedMeanwhile = say('proposal.closed_meanwhile')

/**
 * Rolls back, last first, what a crash left under way, and closes what it left undecided for too long. What can't be
 * recorded because the disk is full is owed: everything can be read, and nothing new begins before it is written.
 */
export async function recover(parts: GateParts): Promise<void> {
  await parts.effects.inTurn(async () => {
    await rollBackUnderWay(parts)
    // An approval whose effect had not begun: there is nothing to roll back.
    for (const id of approvedProposals(parts.db)) {
      settleOrOwe(parts, () => {
        recordOutcome(parts.db, () => failProposal(parts, id, { kind: 'rolled_back' }))
        announceProposal(parts, id)
        parts.waiting.wake(id)
      })
    }
  })
  expireWhereWritable(parts)
}

/**
 * Rolls back, last first, what could not be when it failed; only in a turn, in which nothing else is under way.
 * Answers what still can't be.
 */
export async function rollBackUnderWay(parts: GateParts): Promise<StoredChange[]> {
  for (const change of changesUnderWay(parts.db)) await rollBackChange(parts, change)
  return changesUnderWay(parts.db)
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
  const ending: Ending =
    found === null || found.kind === 'read'
      ? {
          kind: 'stuck',
          error: new AppError('unavailable', say('proposal.no_tool', { tool: change.tool })),
        }
      : await revertQuietly({ ...found, context: { runId: change.runId } }, change.inverse)
  settleOrOwe(parts, () => {
    recordOutcome(db, () => {
      recordRollback(db, audit, change.id, ending)
      if (change.proposalId !== null) failProposal(parts, change.proposalId, ending)
      faultPoint('rollback written')
    })
    faultPoint('rollback stored')
    announceChange(parts, change.id)
    if (change.proposalId === null) return
    announceProposal(parts, change.proposalId)
    parts.waiting.wake(change.proposalId)
  })
}

function failProposal(parts: GateParts, id: string, ending: Ending): void {
  const error =
    ending.kind === 'rolled_back'
      ? new AppError('internal', closedWhileApplying)
      : failureWith(new AppError('internal', closedMeanwhile), ending)
  const reason = wordsOf(error)
  const result = failedResult(parts, requireProposal(parts, id), error, { ending: ending.kind })
  const failed = settleProposal(parts.db, id, 'approved', {
    status: 'failed',
    reason: textOf(reason),
    said: saidOf([reason]),
    result,
  })
  if (failed) parts.audit.record('proposal.failed', { proposal: id, code: 'internal' })
}
