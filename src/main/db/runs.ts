import { eq, sql } from 'drizzle-orm'
import { type Actor, actorSchema, type StandingApproval, standingApprovalSchema } from '../../shared/actor'
import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import { say } from '../../shared/sentences/say'
import type { Database } from './open'
import { insertOnce } from './prepared'
import { runs } from './schema'
import { storedActor } from './stored-json'

/** A run as it is stored: who started it, and where it stands. */
export interface RunRow {
  readonly id: string
  readonly conversationId: string
  readonly status: 'running' | 'completed' | 'stopped' | 'failed'
  readonly actor: Actor
  readonly approval: StandingApproval | null
  readonly model: string
  readonly startedAt: number
  readonly finishedAt: number | null
  /** The id of the assistant. */
  readonly assistant: string
}

/** Reads and writes runs, so that a start finds those that were interrupted. */
export interface RunTable {
  insert(row: RunRow): void
  /** Throws `not_found`. */
  get(id: string): RunRow
  /** Null where its conversation was deleted. */
  find(id: string): RunRow | null
  /** Runs that have not ended, oldest first. */
  running(): readonly RunRow[]
  /** The ids of a conversation's runs in which no message came. */
  withoutMessages(conversationId: string): readonly string[]
  finish(id: string, status: 'completed' | 'stopped' | 'failed', at: number): void
}

const insertRun = insertOnce(runs)

/** Opens the table of runs. */
export function createRunTable(db: Database): RunTable {
  const { orm } = db
  const empty = db.raw.prepare<[string], { id: string }>(
    `SELECT id FROM runs WHERE conversation_id = ?
     AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.conversation_id = runs.conversation_id AND messages.run_id = runs.id)
     ORDER BY id`,
  )
  const byId = eq(runs.id, sql.placeholder('id'))
  const one = orm.select().from(runs).where(byId).prepare()
  const finish = orm
    .update(runs)
    .set({ status: sql`${sql.placeholder('status')}`, finishedAt: sql`${sql.placeholder('at')}` })
    .where(byId)
    .prepare()
  const find = (id: string): RunRow | null => {
    const row = one.get({ id })
    return row === undefined ? null : parse(row)
  }
  return {
    withoutMessages: (conversationId) => empty.all(conversationId).map(({ id }) => id),
    insert: (row) => insertRun(db, { ...row, actor: JSON.stringify(row.actor) }),
    find,
    get(id) {
      const row = find(id)
      if (row === null) throw new AppError('not_found', say('run.none'), { field: 'runId' })
      return row
    },
    running: () =>
      orm.select().from(runs).where(eq(runs.status, 'running')).orderBy(runs.id).all().map(parse),
    finish: (id, status, at) => void finish.run({ id, status, at }),
  }
}

// A damaged run must not keep the application from starting, nor have an approval that nobody gave it.
function parse(row: typeof runs.$inferSelect): RunRow {
  const actor = actorSchema.safeParse(parsedJson(row.actor)).data
  return {
    ...row,
    actor: actor ?? storedActor.parse(undefined),
    approval: actor === undefined ? null : storedApproval.parse(row.approval),
  }
}

const storedApproval = standingApprovalSchema.nullable().catch(null)
