import type { NeededProposal } from '../../../shared/contract/changes'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Database } from '../../db/open'
import { pendingProposalsOfRun, pendingTouchesOfRun } from '../../db/pending-proposals'
import { type NeededLine, neededLine, replacementOf, type StoredProposal } from '../../db/proposals'
import { type Touched, touch } from './touch'

/**
 * The pending proposals of the same run that touch the same things, or what those are in; without those that
 * another of them needs itself.
 */
export function needsOf(db: Database, runId: string | null, preview: Touched): string[] {
  if (runId === null) return []
  const earlier = pendingTouchesOfRun(db, runId).filter((pending) => touch(pending, preview))
  const implied = new Set(earlier.flatMap(({ needs }) => needs))
  return earlier.map(({ id }) => id).filter((id) => !implied.has(id))
}

/** What a proposal needs, as it is shown. */
export function presentNeeds(db: Database, ids: readonly string[]): NeededProposal[] {
  return ids.flatMap((id) => {
    const needed = neededLine(db, id)
    return needed === null ? [] : [{ ...needed, met: isMet(db, needed) }]
  })
}

/** Throws `conflict` while something that a proposal builds on is not applied. */
export function requireNeedsMet(db: Database, proposal: StoredProposal): void {
  const missing = presentNeeds(db, proposal.needs).find(({ met }) => !met)
  if (missing === undefined) return
  const { status, number: needed } = missing
  const numbers = { number: proposal.number, needed }
  throw new AppError(
    'conflict',
    status === 'pending' || status === 'approved'
      ? say('gate.needs_waiting', numbers)
      : say('gate.needs_gone', { ...numbers, status }),
  )
}

/** The pending proposals that build on this one. */
export function dependentsOf(db: Database, { id, runId }: StoredProposal): StoredProposal[] {
  return runId === null ? [] : pendingProposalsOfRun(db, runId).filter(({ needs }) => needs.includes(id))
}

function isMet(db: Database, needed: NeededLine): boolean {
  if (needed.status === 'applied') return true
  if (needed.status === 'pending' || needed.status === 'approved') return false
  const replacement = replacementOf(db, needed.id)
  return replacement !== null && isMet(db, replacement)
}
