import type { Actor } from '../../../shared/actor'
import type { Remember, StandingGrant } from '../../../shared/contract/standing-grants'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Audit } from '../../changes/audit'
import { canonicalJson, sha256 } from '../../changes/canonical-json'
import { touchedUnseenSince } from '../../db/changes'
import { type Database, inTransaction } from '../../db/open'
import {
  countUseOfGrant,
  endOverdueGrants,
  findStandingGrant,
  insertStandingGrant,
  listStandingGrants,
  overdueGrants,
  revokeStandingGrant,
  type StoredStandingGrant,
  usableStandingGrants,
} from '../../db/standing-grants'
import { faultPoint } from '../../disk/fault-point'
import { newId } from '../../identifier'
import type { Publish } from '../../publish'
import type { Registry } from '../registry'
import {
  covers,
  labelOf,
  reachInWords,
  reachOf,
  rememberOptions,
  type Subject,
  subjectOf,
  touchesFolder,
} from './scopes'

/** What the ledger of remembered approvals is kept in and told through. */
export interface StandingGrantParts {
  readonly db: Database
  readonly registry: Registry
  readonly publish: Publish
  readonly now: () => Date
  readonly audit: Audit
}

/** Newest first. */
export function standingGrants(
  parts: Pick<StandingGrantParts, 'db' | 'registry' | 'now'>,
  status: 'active' | 'all',
): StandingGrant[] {
  const all = listStandingGrants(parts.db).map((stored) => present(parts, stored))
  return status === 'all' ? all : all.filter((grant) => grant.status === 'active')
}

/** Ends a remembered approval at once. */
export function revokeGrant(parts: StandingGrantParts, { id, by }: { id: string; by: Actor }): StandingGrant {
  inTransaction(parts.db, () => {
    if (findStandingGrant(parts.db, id) === null) {
      throw new AppError('not_found', say('approval.none'), { field: 'id' })
    }
    if (revokeStandingGrant(parts.db, id, parts.now().getTime())) {
      parts.audit.record('standing_grant.revoked', { grant: id, by })
    }
  })
  return announceGrant(parts, id)
}

/** Whether a person took a remembered approval back. */
export function isRevoked({ db, now }: Pick<StandingGrantParts, 'db' | 'now'>, id: string): boolean {
  const stored = findStandingGrant(db, id)
  return stored === null || statusOf(stored, now().getTime()) === 'revoked'
}

/** Ends for good the remembered approvals whose time is over. */
export function endOverdue(parts: StandingGrantParts): void {
  const now = parts.now().getTime()
  // Looked at first: a disk that takes nothing now keeps nobody from what is still remembered.
  if (overdueGrants(parts.db, now).length === 0) return
  const ended = inTransaction(parts.db, () => {
    const overdue = overdueGrants(parts.db, now)
    endOverdueGrants(parts.db, now)
    for (const grant of overdue) parts.audit.record('standing_grant.expired', { grant })
    return overdue
  })
  for (const id of ended) announceGrant(parts, id)
}

/** Makes one from an approval, in the approval's transaction; throws where it can't be remembered so. */
export function rememberApproval(
  parts: StandingGrantParts,
  remember: Remember,
  from: Subject & { readonly tool: string; readonly proposalId: string; readonly by: Actor },
): string {
  if (!rememberOptions(from).some(({ scope }) => scope === remember.scope)) {
    throw new AppError('denied', say('approval.not_so'), {
      field: 'remember',
    })
  }
  const createdAt = parts.now().getTime()
  const until = remember.until ?? null
  if (until !== null && until <= createdAt) {
    throw new AppError('invalid_input', say('approval.over'), {
      field: 'remember',
    })
  }
  const id = newId()
  insertStandingGrant(parts.db, {
    ...reachOf(remember.scope, from),
    id,
    tool: from.tool,
    label: labelOf(remember.scope, from).text,
    subject: subjectOf(from.actor),
    actor: assistantAlone(from.actor),
    usesLeft: remember.uses ?? null,
    until,
    createdAt,
    createdBy: from.by,
    proposalId: from.proposalId,
  })
  parts.audit.record('standing_grant.made', {
    grant: id,
    tool: from.tool,
    class: from.class,
    scope: remember.scope,
    uses: remember.uses ?? null,
    until,
    proposal: from.proposalId,
    by: from.by,
  })
  return id
}

/** The grant that covers a call now, without using it. */
export function coveringGrant(
  parts: StandingGrantParts,
  tool: string,
  call: Subject,
): StoredStandingGrant | null {
  endOverdue(parts)
  return coveringNow(parts, tool, call)
}

function coveringNow(
  parts: Pick<StandingGrantParts, 'db' | 'now'>,
  tool: string,
  call: Subject,
): StoredStandingGrant | null {
  const now = parts.now().getTime()
  const usable = usableStandingGrants(parts.db, { tool, subject: subjectOf(call.actor), now })
  return usable.find((grant) => covers(grant, call) && isAsItWasSeen(parts.db, grant, call.preview)) ?? null
}

/**
 * Whether what is to run is what a person allowed: a program reads what lies in its folder, and what was written there
 * since without a decision, by a policy or another remembered approval, nobody has seen.
 */
function isAsItWasSeen(
  db: Database,
  { proposalId }: StoredStandingGrant,
  { runsIn }: Subject['preview'],
): boolean {
  if (runsIn === undefined) return true
  return touchedUnseenSince(db, proposalId).every(
    (targets) => targets?.every((target) => !touchesFolder(target, runsIn)) ?? false,
  )
}

/** Takes one use of a grant that covers the call; null when by now none does. */
export function takeUse(parts: StandingGrantParts, tool: string, call: Subject): StoredStandingGrant | null {
  endOverdue(parts)
  const taken = inTransaction(parts.db, () => {
    const grant = coveringNow(parts, tool, call)
    if (grant === null || !countUseOfGrant(parts.db, grant.id, parts.now().getTime())) return null
    parts.audit.record('standing_grant.used', { grant: grant.id, tool, run: call.runId })
    faultPoint('use of grant written')
    return grant
  })
  if (taken !== null) faultPoint('use of grant stored')
  return taken
}

/** Publishes a grant as it is stored now; called after the commit. Throws `not_found`. */
export function announceGrant(
  parts: Pick<StandingGrantParts, 'db' | 'registry' | 'now' | 'publish'>,
  id: string,
): StandingGrant {
  const stored = findStandingGrant(parts.db, id)
  if (stored === null) throw new AppError('not_found', say('approval.none'))
  const grant = present(parts, stored)
  parts.publish({ type: 'standing_grant', grant })
  return grant
}

/** What an exact call is known by. */
export function inputHashOf(input: unknown): string {
  return sha256(canonicalJson(input))
}

function present(
  { registry, now }: Pick<StandingGrantParts, 'registry' | 'now'>,
  stored: StoredStandingGrant,
): StandingGrant {
  const { subject: _subject, inputHash: _inputHash, ...grant } = stored
  const { text, said } = reachInWords(stored)
  const status = statusOf(stored, now().getTime())
  return {
    ...grant,
    ...(status === 'expired' ? { revokedAt: null } : {}),
    // The words that were stored are those that a person agreed to.
    ...(text === stored.label ? { said } : {}),
    ...registry.titles(stored.tool),
    status,
  }
}

function statusOf(
  { revokedAt, until, usesLeft }: Pick<StoredStandingGrant, 'revokedAt' | 'until' | 'usesLeft'>,
  now: number,
): StandingGrant['status'] {
  if (revokedAt !== null) return revokedAt === until ? 'expired' : 'revoked'
  if (usesLeft === 0) return 'used_up'
  return until !== null && until <= now ? 'expired' : 'active'
}

/** Covered are the assistant's calls, whatever it works for: nobody reads it as one mission's alone. */
function assistantAlone({ mission: _, ...actor }: Actor): Actor {
  return actor
}
