import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditCheck } from '../../shared/contract/changes'
import { say } from '../../shared/sentences/say'
import { type AuditRow, appendAudit, auditHead, auditRowsAfter, lastAuditNumber } from '../db/audit'
import { type Database, inSnapshot, inTransaction } from '../db/open'
import { canonicalJson, sha256 } from './canonical-json'

/** What is recorded; the body names ids and hashes, never contents. */
export type AuditKind =
  | 'proposal.created'
  | 'proposal.taken_up'
  | 'proposal.approved'
  | 'proposal.rejected'
  | 'proposal.expired'
  | 'proposal.withdrawn'
  | 'proposal.applied'
  | 'proposal.conflict'
  | 'proposal.failed'
  | 'change.applied'
  | 'change.undone'
  | 'change.redone'
  | 'change.rolled_back'
  | 'change.interrupted'
  | 'change.rollback_failed'
  | 'grant.made'
  | 'grant.revoked'
  | 'watch.made'
  | 'watch.ended'
  | 'policy.set'
  | 'assistant.set'
  | 'assistant.trashed'
  | 'assistant.restored'
  | 'sequence.set'
  | 'sequence.trashed'
  | 'sequence.restored'
  | 'mission.set'
  | 'mission.trashed'
  | 'mission.restored'
  | 'standing_grant.made'
  | 'standing_grant.used'
  | 'standing_grant.revoked'
  | 'standing_grant.expired'
  | 'retention.set'
  | 'retention.removed'
  | 'mcp_server.set'
  | 'mcp_server.approved'
  | 'mcp_server.reviewed'
  | 'mcp_server.removed'
  | 'http_tool.set'
  | 'http_tool.removed'
  | 'data.restored'

/** The audit chain: each record holds the hash of the one before. */
export interface Audit {
  /** Call it inside the transaction of what it records, so that neither is there without the other. */
  record(kind: AuditKind, body: Readonly<Record<string, unknown>>): void
  verify(): Promise<AuditCheck>
}

const genesisHash = '0'.repeat(64)

/** Opens the chain of a database. */
export function createAudit(db: Database, now: () => Date): Audit {
  return {
    record(kind, body) {
      inTransaction(db, () => {
        const head = auditHead(db)
        // A chain that was tampered with goes on and stays broken, rather than keep everything from being recorded.
        const number = Math.max(head?.number ?? 0, lastAuditNumber(db)) + 1
        const unsigned = { number, at: now().getTime(), kind, body: canonicalJson(body) }
        const previousHash = head?.hash ?? genesisHash
        appendAudit(db, { ...unsigned, previousHash, hash: hashOf(previousHash, unsigned) })
      })
    },
    verify: () => verify(db),
  }
}

function hashOf(previousHash: string, row: Pick<AuditRow, 'number' | 'at' | 'kind' | 'body'>): string {
  const record = canonicalJson({ number: row.number, at: row.at, kind: row.kind, body: JSON.parse(row.body) })
  return sha256(previousHash + record)
}

/** Records that are checked in one turn of the event loop: a few milliseconds. */
const checkedAtOnce = 200

/** Piece by piece, so that a long chain holds nothing up. */
async function verify(db: Database): Promise<AuditCheck> {
  let records = 0
  let last = { number: Number.NEGATIVE_INFINITY, hash: genesisHash }
  let firstBroken: { number: number; why: string } | null = null
  const checkSome = (): boolean => {
    const rows = auditRowsAfter(db, last.number, checkedAtOnce)
    for (const row of rows) {
      records += 1
      const why = firstBroken === null ? flawOf(row, records, last.hash) : null
      if (why !== null) firstBroken = { number: records, why }
      last = row
    }
    if (rows.length === checkedAtOnce) return false
    // Read together with the last records: what is added meanwhile would not agree with the head.
    firstBroken ??= flawAtEnd(db, records, last.hash)
    return true
  }
  while (!inSnapshot(db, checkSome)) await nextTurn()
  return asCheck(records, firstBroken)
}

function asCheck(records: number, firstBroken: { number: number; why: string } | null): AuditCheck {
  if (firstBroken === null) {
    const { text: detail, said } = say('audit.intact', { records })
    return { intact: true, records, firstBroken: null, detail, said }
  }
  const { number: record, why } = firstBroken
  const { text: detail, said } = say('audit.broken', { record, why })
  return { intact: false, records, firstBroken: record, detail, said }
}

function flawOf(row: AuditRow, expectedNumber: number, previousHash: string): string | null {
  if (row.number !== expectedNumber) return 'missing'
  if (row.previousHash !== previousHash) return 'not_following'
  return isSigned(row) ? null : 'changed'
}

function isSigned(row: AuditRow): boolean {
  try {
    return hashOf(row.previousHash, row) === row.hash
  } catch (error) {
    // A body that is no JSON any more was changed.
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function flawAtEnd(db: Database, records: number, lastHash: string): { number: number; why: string } | null {
  const head = auditHead(db)
  if (head === null) return records === 0 ? null : { number: records, why: 'no_head' }
  if (head.number > records) return { number: records + 1, why: 'cut_off' }
  if (head.number < records) return { number: head.number + 1, why: 'from_outside' }
  return head.hash === lastHash ? null : { number: records, why: 'another' }
}
