import { eq } from 'drizzle-orm'
import type { Iteration, IterationEnd } from '../../shared/contract/missions'
import { AppError, type ErrorShape, errorShapeSchema } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import { say } from '../../shared/sentences/say'
import type { Database } from './open'
import { missionIterations } from './schema'

/** An iteration that begins, or that no run could begin for. */
export interface NewIteration extends Pick<Iteration, 'id' | 'why' | 'conversationId' | 'runId'> {
  readonly missionId: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Why no run could begin. */
  readonly error?: ErrorShape
}

/** What of an iteration is not told in lists. */
export interface StoredIteration {
  readonly id: string
  readonly missionId: string
  readonly conversationId: string | null
  readonly runId: string | null
  readonly error: ErrorShape | null
}

/** Reads and writes the times that missions ran. */
export interface IterationTable {
  insert(iteration: NewIteration): void
  /** Throws `not_found`. */
  get(id: string): StoredIteration
  end(id: string, ended: IterationEnd, at: number): void
  /** Newest first; `before` is a sequence number. */
  list(query: {
    readonly missionId: string
    readonly before?: number | undefined
    readonly limit: number
  }): Iteration[]
  /** Those that have no end. */
  underWay(): StoredIteration[]
  /** Ended ones of a mission that are older than a time or than so many newer ones. */
  past(missionId: string, limits: { readonly before: number; readonly newer: number }): StoredIteration[]
  forget(id: string): void
}

/** What became of the proposals of an iteration, by what the contract calls it. */
type Outcomes = Pick<Iteration, 'proposed' | 'waiting' | 'applied' | 'undone' | 'rejected' | 'notDone'>

const nothing: Outcomes = { proposed: 0, waiting: 0, applied: 0, undone: 0, rejected: 0, notDone: 0 }

/** Opens the table of iterations. */
export function createIterationTable({ orm, raw }: Database): IterationTable {
  const listed = raw.prepare<[object], Omit<Iteration, keyof Outcomes>>(
    `SELECT one.id, one.sequence, one.why, one.run_id AS runId, one.started_at AS startedAt, one.ended_at AS endedAt,
       one.ended, conversations.id AS conversationId
     FROM mission_iterations AS one
     LEFT JOIN conversations ON conversations.id = one.conversation_id AND conversations.trashed_at IS NULL
     WHERE one.mission_id = @missionId AND one.sequence < @before ORDER BY one.sequence DESC LIMIT @limit`,
  )
  // By the conversation of then, which may be in the trash by now.
  const outcomes = raw.prepare<[string], Outcomes>(
    `SELECT count(*) AS proposed,
       total(proposals.status IN ('pending', 'approved')) AS waiting,
       total(proposals.status = 'applied' AND changes.status IS NOT 'undone') AS applied,
       total(proposals.status = 'applied' AND changes.status = 'undone') AS undone,
       total(proposals.status = 'rejected') AS rejected,
       total(proposals.status NOT IN ('pending', 'approved', 'applied', 'rejected')) AS notDone
     FROM mission_iterations AS one
     JOIN proposals ON proposals.conversation_id = one.conversation_id AND proposals.run_id = one.run_id
     LEFT JOIN changes ON changes.id = proposals.change_id
     WHERE one.id = ? AND NOT EXISTS (SELECT 1 FROM proposals AS later WHERE later.replaces = proposals.id)`,
  )
  const next = raw.prepare<[string], { sequence: number }>(
    'SELECT coalesce(max(sequence), 0) + 1 AS sequence FROM mission_iterations WHERE mission_id = ?',
  )
  const open = raw.prepare<[], { id: string }>('SELECT id FROM mission_iterations WHERE ended IS NULL')
  const past = raw.prepare<[object], { id: string }>(
    `SELECT id FROM mission_iterations WHERE mission_id = @missionId AND ended IS NOT NULL AND (started_at < @before
       OR sequence <= (SELECT max(sequence) FROM mission_iterations WHERE mission_id = @missionId) - @newer)
     ORDER BY sequence`,
  )
  const get = (id: string): StoredIteration => {
    const row = orm.select().from(missionIterations).where(eq(missionIterations.id, id)).get()
    if (row === undefined) throw new AppError('not_found', say('mission.no_iteration'), { field: 'id' })
    const { missionId, conversationId, runId, error } = row
    return { id, missionId, conversationId, runId, error: error === null ? null : storedError(error) }
  }
  return {
    get,
    insert({ at, error, ...iteration }) {
      orm
        .insert(missionIterations)
        .values({
          ...iteration,
          sequence: next.get(iteration.missionId)?.sequence ?? 1,
          startedAt: at,
          ...(error === undefined ? {} : { endedAt: at, ended: 'failed', error: JSON.stringify(error) }),
        })
        .run()
    },
    end(id, ended, endedAt) {
      orm.update(missionIterations).set({ ended, endedAt }).where(eq(missionIterations.id, id)).run()
    },
    list: ({ missionId, before = Number.MAX_SAFE_INTEGER, limit }) =>
      listed
        .all({ missionId, before, limit })
        .map((row) => ({ ...row, ...(outcomes.get(row.id) ?? nothing) })),
    underWay: () => open.all().map(({ id }) => get(id)),
    past: (missionId, limits) => past.all({ missionId, ...limits }).map(({ id }) => get(id)),
    forget(id) {
      orm.delete(missionIterations).where(eq(missionIterations.id, id)).run()
    },
  }
}

function storedError(text: string): ErrorShape | null {
  return errorShapeSchema.nullable().catch(null).parse(parsedJson(text))
}
