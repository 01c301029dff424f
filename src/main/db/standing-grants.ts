import { and, desc, eq, gt, isNull, lte, or, type Placeholder, sql } from 'drizzle-orm'
import type { StandingGrant } from '../../shared/contract/standing-grants'
import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import { targetSchema } from '../../shared/tool/preview'
import type { Database } from './open'
import { preparedOnce } from './prepared'
import { proposals, standingGrants } from './schema'
import { storedActor, storedTargets } from './stored-json'
import { clockToleranceMs } from './trusted-time'

/** A remembered approval as it is stored. */
export interface StoredStandingGrant
  extends Omit<StandingGrant, 'toolTitle' | 'module' | 'status' | 'proposalNumber'> {
  /** Whose calls it covers, as a key: titles of assistants change. */
  readonly subject: string
  /** Set where only exactly the same call is covered. */
  readonly inputHash: string | null
  readonly proposalNumber: number
}

/** One that is about to be stored. */
export type NewStandingGrant = Omit<StoredStandingGrant, 'used' | 'revokedAt' | 'proposalNumber'>

/** Stores a remembered approval. Throws `denied` for a removal, which is never remembered. */
export function insertStandingGrant(db: Database, grant: NewStandingGrant): void {
  const { actor, createdBy, targets, container, class: toolClass, ...columns } = grant
  // The table refuses it too: a removal is never remembered.
  if (toolClass === 'destructive_delete') {
    throw new AppError('denied', 'A removal is never remembered.')
  }
  db.orm
    .insert(standingGrants)
    .values({
      ...columns,
      class: toolClass,
      actor: JSON.stringify(actor),
      createdBy: JSON.stringify(createdBy),
      targets: JSON.stringify(targets),
      container: container === null ? null : JSON.stringify(container),
    })
    .run()
}

/** Newest first. */
export function listStandingGrants(db: Database): StoredStandingGrant[] {
  return select(db).orderBy(desc(standingGrants.number)).all().map(fromRow)
}

/** Finds one by its id. */
export function findStandingGrant(db: Database, id: string): StoredStandingGrant | null {
  const row = select(db).where(eq(standingGrants.id, id)).get()
  return row === undefined ? null : fromRow(row)
}

/** Those of a tool and a caller that hold now, newest first. */
export function usableStandingGrants(
  db: Database,
  of: { readonly tool: string; readonly subject: string; readonly now: number },
): StoredStandingGrant[] {
  return usable(db).all(of).map(fromRow)
}

// Every write of a tool asks for them.
const usable = preparedOnce((orm) =>
  select({ orm })
    .where(
      and(
        eq(standingGrants.tool, sql.placeholder('tool')),
        eq(standingGrants.subject, sql.placeholder('subject')),
        usableAt(sql.placeholder('now')),
      ),
    )
    .orderBy(desc(standingGrants.number))
    .prepare(),
)

/** Takes one use, and answers whether there was one left: of two that try at once for the last, one succeeds. */
export function countUseOfGrant(db: Database, id: string, now: number): boolean {
  const { changes } = db.orm
    .update(standingGrants)
    .set({
      used: sql`${standingGrants.used} + 1`,
      usesLeft: sql`${standingGrants.usesLeft} - 1`,
    })
    .where(and(eq(standingGrants.id, id), usableAt(now)))
    .run()
  return changes === 1
}

/** Ends one, and answers whether it had not been ended before. */
export function revokeStandingGrant(db: Database, id: string, at: number): boolean {
  const { changes } = db.orm
    .update(standingGrants)
    .set({ revokedAt: at })
    .where(and(eq(standingGrants.id, id), isNull(standingGrants.revokedAt)))
    .run()
  return changes === 1
}

/** What has come to its time and was not ended. */
export function overdueGrants(db: Database, now: number): string[] {
  const overdue = db.orm.select({ id: standingGrants.id }).from(standingGrants).where(overdueAt(now)).all()
  return overdue.map(({ id }) => id)
}

/**
 * Ends for good what has come to its time, so that a clock that is set back brings nothing back to life. When such a one
 * ended is its own time, by which it is told from what a person revoked.
 */
export function endOverdueGrants(db: Database, now: number): void {
  db.orm.update(standingGrants).set({ revokedAt: standingGrants.until }).where(overdueAt(now)).run()
}

function overdueAt(now: number) {
  // What is used up has ended before.
  return and(isNull(standingGrants.revokedAt), lte(standingGrants.until, now), hasUses())
}

function hasUses() {
  return or(isNull(standingGrants.usesLeft), gt(standingGrants.usesLeft, 0))
}

/** What ends at a time was made with a clock: while that shows less than it did then, its time can't be told. */
function usableAt(now: number | Placeholder) {
  const sinceMade = lte(sql`${standingGrants.createdAt} - ${clockToleranceMs}`, now)
  return and(
    isNull(standingGrants.revokedAt),
    or(isNull(standingGrants.until), and(gt(standingGrants.until, now), sinceMade)),
    hasUses(),
  )
}

function select({ orm }: Pick<Database, 'orm'>) {
  return orm
    .select({ grant: standingGrants, proposalNumber: proposals.number })
    .from(standingGrants)
    .leftJoin(proposals, eq(proposals.id, standingGrants.proposalId))
}

// What can't be read covers nothing.
const storedContainer = targetSchema.nullable().catch(null)

function fromRow(row: {
  grant: typeof standingGrants.$inferSelect
  proposalNumber: number | null
}): StoredStandingGrant {
  const { number: _number, ...grant } = row.grant
  return {
    ...grant,
    actor: storedActor.parse(parsedJson(grant.actor)),
    createdBy: storedActor.parse(parsedJson(grant.createdBy)),
    targets: storedTargets.parse(parsedJson(grant.targets)),
    container: grant.container === null ? null : storedContainer.parse(parsedJson(grant.container) ?? null),
    proposalNumber: row.proposalNumber ?? 0,
  }
}
