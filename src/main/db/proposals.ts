import { and, asc, desc, eq, getTableColumns, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '../../shared/actor'
import {
  type Amendment,
  amendmentSchema,
  type Proposal,
  type ProposalStatus,
  proposalStatusSchema,
} from '../../shared/contract/changes'
import { parsedJson } from '../../shared/json/parsed-json'
import type { SaidByText } from '../../shared/sentences/sentence'
import { type ToolResult, toolResultSchema } from '../../shared/tool/result'
import type { Database } from './open'
import { insertOnce, preparedOnce } from './prepared'
import { proposals } from './schema'
import {
  partOf,
  storedActor,
  storedPreview,
  storedProposalClass,
  storedSaid,
  storedTexts,
} from './stored-json'

/** A proposal as it is stored: with its plan and result, without what the catalog says of its tool. */
export interface StoredProposal
  extends Omit<
    Proposal,
    'toolTitle' | 'module' | 'needs' | 'remember' | 'chooseBy' | 'editable' | 'amendment'
  > {
  readonly plan: unknown
  readonly result: ToolResult | null
  /** Ids of the proposals that must be applied first. */
  readonly needs: readonly string[]
  readonly amendment: StoredAmendment | null
}

/** What was approved instead of the whole of a proposal, with its plan. */
export interface StoredAmendment extends Amendment {
  readonly plan: unknown
}

/** A proposal that is about to be stored. */
export type NewProposal = Omit<
  StoredProposal,
  'number' | 'status' | 'decidedAt' | 'decidedBy' | 'reason' | 'changeId' | 'result' | 'amendment'
>

/** What a change of status writes with it. */
export interface Settlement {
  readonly status: ProposalStatus
  readonly decidedAt?: number
  readonly decidedBy?: Actor
  readonly reason?: string
  /** What the reason says. */
  readonly said?: SaidByText
  readonly changeId?: string
  readonly result?: ToolResult
  readonly amendment?: StoredAmendment
}

const insert = insertOnce(proposals)

/** Stores a pending proposal. */
export function insertProposal(db: Database, proposal: NewProposal): void {
  insert(db, {
    ...proposal,
    raisedBecause: JSON.stringify(proposal.raisedBecause),
    said: JSON.stringify(proposal.said ?? {}),
    input: JSON.stringify(proposal.input ?? null),
    plan: JSON.stringify(proposal.plan ?? null),
    preview: JSON.stringify(proposal.preview),
    needs: JSON.stringify(proposal.needs),
    status: 'pending',
    actor: JSON.stringify(proposal.actor),
  })
}

/**
 * Moves a proposal from one status to the next and answers whether it was in the first: of two that try at once,
 * exactly one succeeds.
 */
export function settleProposal(db: Database, id: string, from: ProposalStatus, to: Settlement): boolean {
  const { decidedBy, result, amendment, said, ...columns } = to
  const { changes } = db.orm
    .update(proposals)
    .set({
      ...columns,
      ...(said === undefined ? {} : { said: sql`json_patch(${proposals.said}, ${JSON.stringify(said)})` }),
      ...(decidedBy === undefined ? {} : { decidedBy: JSON.stringify(decidedBy) }),
      ...(result === undefined ? {} : { result: JSON.stringify(result) }),
      ...(amendment === undefined ? {} : { amendment: JSON.stringify(amendment) }),
    })
    .where(and(eq(proposals.id, id), eq(proposals.status, from)))
    .run()
  return changes === 1
}

/** Finds a proposal by its id or its short number, with or without `#`. */
export function findProposal(db: Database, idOrNumber: string): StoredProposal | null {
  const number = /^#?(\d{1,15})$/.exec(idOrNumber.trim())?.[1]
  const { byId, byNumber } = single(db)
  const row = number === undefined ? byId.get({ id: idOrNumber }) : byNumber.get({ number: Number(number) })
  return row === undefined ? null : fromRow(row)
}

const ofId = eq(proposals.id, sql.placeholder('id'))
const single = preparedOnce((orm) => ({
  byId: orm.select().from(proposals).where(ofId).prepare(),
  byNumber: orm
    .select()
    .from(proposals)
    .where(eq(proposals.number, sql.placeholder('number')))
    .prepare(),
}))

/** What the inbox is asked for. */
export interface ProposalsQuery {
  readonly status: 'pending' | 'all'
  /** Only those with a smaller number. */
  readonly before?: number | undefined
  readonly conversationId?: string | undefined
  readonly limit: number
}

function matching({ status, before, conversationId }: ProposalsQuery): SQL | undefined {
  return and(
    before === undefined ? undefined : lt(proposals.number, before),
    status === 'all' ? undefined : eq(proposals.status, status),
    conversationId === undefined ? undefined : eq(proposals.conversationId, conversationId),
  )
}

/** Newest first. */
export function listProposals(db: Database, query: ProposalsQuery): StoredProposal[] {
  return db.orm
    .select()
    .from(proposals)
    .where(matching(query))
    .orderBy(desc(proposals.number))
    .limit(query.limit)
    .all()
    .map(fromRow)
}

/**
 * A proposal as it is stored, without what only an opened one shows or what carries it out. Its preview is that of what
 * was approved, where that was not the whole.
 */
export type StoredProposalLine = Omit<StoredProposal, 'input' | 'plan' | 'planHash' | 'result' | 'amendment'>

const {
  input: _i,
  plan: _p,
  planHash: _h,
  result: _r,
  amendment: _a,
  ...ownColumns
} = getTableColumns(proposals)

const lineColumns = {
  ...ownColumns,
  preview: sql<string>`coalesce(${partOf(proposals.amendment, '$.preview')}, ${proposals.preview})`,
}

/** The same without what can be longest, which is neither read nor checked. */
export function listProposalLines(db: Database, query: ProposalsQuery): StoredProposalLine[] {
  return db.orm
    .select(lineColumns)
    .from(proposals)
    .where(matching(query))
    .orderBy(desc(proposals.number))
    .limit(query.limit)
    .all()
    .map(lineFromRow)
}

/** One of these; null where there is none with this id. */
export function findProposalLine(db: Database, id: string): StoredProposalLine | null {
  const row = lineById(db).get({ id })
  return row === undefined ? null : lineFromRow(row)
}

const lineById = preparedOnce((orm) => orm.select(lineColumns).from(proposals).where(ofId).prepare())

/** The ids of proposals whose effect was under way. */
export function approvedProposals(db: Database): string[] {
  return idsWhere(db, inArray(proposals.status, ['approved']))
}

/** The plans of the readings by one tool that a person allowed in a run, or in its conversation. */
export function allowedReads(
  db: Database,
  tool: string,
  { runId, conversationId }: { readonly runId: string; readonly conversationId: string | null },
): {
  readonly id: string
  readonly number: number
  readonly plan: unknown
  readonly runId: string | null
  readonly actor: Actor
}[] {
  const place =
    conversationId === null
      ? eq(proposals.runId, runId)
      : or(eq(proposals.runId, runId), eq(proposals.conversationId, conversationId))
  return db.orm
    .select({
      id: proposals.id,
      number: proposals.number,
      plan: proposals.plan,
      runId: proposals.runId,
      actor: proposals.actor,
    })
    .from(proposals)
    .where(and(eq(proposals.status, 'applied'), eq(proposals.class, 'read'), eq(proposals.tool, tool), place))
    .all()
    .map((row) => ({
      id: row.id,
      number: row.number,
      plan: parsedJson(row.plan),
      runId: row.runId,
      actor: storedActor.parse(parsedJson(row.actor)),
    }))
}

/** What is said of a proposal that another one needs. */
export interface NeededLine {
  readonly id: string
  readonly number: number
  readonly status: ProposalStatus
  readonly summary: string
  readonly said: SaidByText | undefined
}

/** One line of a proposal, or null where there is none with this id. */
export function neededLine(db: Database, id: string): NeededLine | null {
  return lineWhere(db, eq(proposals.id, id))
}

/** The newest proposal that was made from another by proposing it again. */
export function replacementOf(db: Database, id: string): NeededLine | null {
  return lineWhere(db, eq(proposals.replaces, id))
}

function lineWhere(db: Database, condition: SQL): NeededLine | null {
  const row = db.orm
    .select({
      id: proposals.id,
      number: proposals.number,
      status: proposals.status,
      summary: partOf(lineColumns.preview, '$.summary'),
      said: partOf(lineColumns.preview, '$.said'),
    })
    .from(proposals)
    .where(condition)
    .orderBy(desc(proposals.number))
    .limit(1)
    .get()
  if (row === undefined) return null
  return {
    ...row,
    status: storedStatus.parse(row.status),
    summary: row.summary ?? '',
    said: row.said === null ? undefined : storedSaid.parse(parsedJson(row.said)),
  }
}

const storedStatus = proposalStatusSchema.catch('failed')

/** The ids of some proposals, oldest first. */
export function idsWhere(db: Database, condition: SQL | undefined): string[] {
  const rows = db.orm
    .select({ id: proposals.id })
    .from(proposals)
    .where(condition)
    .orderBy(asc(proposals.number))
    .all()
  return rows.map((row) => row.id)
}

const storedAmendment = amendmentSchema.extend({ plan: z.unknown() }).nullable().catch(null)

type Row = typeof proposals.$inferSelect

function lineFromRow<R extends Omit<Row, 'input' | 'plan' | 'planHash' | 'result' | 'amendment'>>(row: R) {
  return {
    ...row,
    class: storedProposalClass.parse(row.class),
    raisedBecause: storedTexts.parse(parsedJson(row.raisedBecause)),
    said: storedSaid.parse(parsedJson(row.said)),
    preview: storedPreview.parse(parsedJson(row.preview)),
    needs: storedTexts.parse(parsedJson(row.needs)),
    status: storedStatus.parse(row.status),
    actor: storedActor.parse(parsedJson(row.actor)),
    decidedBy: row.decidedBy === null ? null : storedActor.parse(parsedJson(row.decidedBy)),
  }
}

/** A row as it is stored, read. */
export function fromRow(row: Row): StoredProposal {
  return {
    ...lineFromRow(row),
    input: parsedJson(row.input),
    plan: parsedJson(row.plan),
    amendment: row.amendment === null ? null : storedAmendment.parse(parsedJson(row.amendment)),
    result:
      row.result === null ? null : toolResultSchema.nullable().catch(null).parse(parsedJson(row.result)),
  }
}
