import { asc, eq } from 'drizzle-orm'
import type { Actor } from '../../shared/actor'
import {
  type Mission,
  type MissionFields,
  type Schedule,
  scheduleSchema,
} from '../../shared/contract/missions'
import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import { say } from '../../shared/sentences/say'
import type { Database } from './open'
import { missions } from './schema'
import { storedActor } from './stored-json'

/** A mission as it is stored. */
export interface StoredMission extends Omit<Mission, 'state' | 'last'> {
  /** The last time that it fell due, in milliseconds since 1970. */
  readonly lastDueAt: number | null
}

/** When a mission falls due next, and when it did last. */
export type Plan = Pick<StoredMission, 'nextDueAt' | 'lastDueAt'>

/** Who writes a mission, and when. */
interface Written {
  readonly by: Actor
  readonly at: number
  readonly plan: Plan
}

/** Reads and writes missions; those in the trash stay as they are. */
export interface MissionTable {
  insert(id: string, fields: MissionFields, written: Written): StoredMission
  /** In the order in which they were made. */
  list(): StoredMission[]
  /** Throws `not_found`. */
  get(id: string): StoredMission
  /** Takes the next revision; throws `conflict` where another than the seen one is there. */
  change(id: string, revision: number, fields: MissionFields, written: Written): StoredMission
  setTrashedAt(id: string, trashedAt: number | null): StoredMission
  plan(id: string, plan: Plan): void
}

/** Opens the table of missions. */
export function createMissionTable({ orm }: Database): MissionTable {
  const get = (id: string): StoredMission => {
    const row = orm.select().from(missions).where(eq(missions.id, id)).get()
    if (row === undefined) throw new AppError('not_found', say('mission.none'), { field: 'id' })
    return parse(row)
  }
  const set = (id: string, values: Partial<typeof missions.$inferInsert>): void => {
    orm.update(missions).set(values).where(eq(missions.id, id)).run()
  }
  return {
    get,
    insert(id, fields, { by, at, plan }) {
      orm
        .insert(missions)
        .values({
          ...columnsOf(fields),
          ...plan,
          ...{ id, changedBy: JSON.stringify(by), createdAt: at, updatedAt: at },
        })
        .run()
      return get(id)
    },
    list: () => orm.select().from(missions).orderBy(asc(missions.number)).all().map(parse),
    change(id, revision, fields, { by, at, plan }) {
      if (get(id).revision !== revision) throw new AppError('conflict', say('mission.changed'))
      set(id, {
        ...columnsOf(fields),
        ...plan,
        ...{ changedBy: JSON.stringify(by), updatedAt: at, revision: revision + 1 },
      })
      return get(id)
    },
    setTrashedAt(id, trashedAt) {
      set(id, { trashedAt })
      return get(id)
    },
    plan: (id, { nextDueAt, lastDueAt }) => set(id, { nextDueAt, lastDueAt }),
  }
}

/** Makes the look-up of the mission that made a conversation, and when its end is to be told. */
export function createMissionOfConversation({ raw }: Database): (conversation: {
  readonly id: string
  readonly missionId: string | null
}) => {
  readonly id: string
  readonly tells: Mission['tells'] | null
} | null {
  const told = raw.prepare<[string], { tells: Mission['tells'] }>('SELECT tells FROM missions WHERE id = ?')
  const last = raw.prepare<[string], { actor: string }>(
    'SELECT actor FROM runs WHERE conversation_id = ? ORDER BY rowid DESC LIMIT 1',
  )
  return ({ id, missionId }) => {
    if (missionId === null) return null
    const goesOnByHand = storedActor.parse(parsedJson(last.get(id)?.actor ?? '')).mission === undefined
    return { id: missionId, tells: goesOnByHand ? null : (told.get(missionId)?.tells ?? null) }
  }
}

/** Forgets what was planned, so that it is planned from the present on. */
export function forgetPlans({ orm }: Database): void {
  orm.update(missions).set({ nextDueAt: null, lastDueAt: null }).run()
}

/** One that can't be read must not run by itself. */
const storedSchedule = scheduleSchema.catch({ kind: 'by_hand' } satisfies Schedule)

function columnsOf({ assistantId, schedule, ...fields }: MissionFields) {
  return { ...fields, assistant: assistantId, schedule: JSON.stringify(schedule) }
}

function parse({ number: _, assistant, ...row }: typeof missions.$inferSelect): StoredMission {
  return {
    ...row,
    assistantId: assistant,
    schedule: storedSchedule.parse(parsedJson(row.schedule)),
    changedBy: storedActor.parse(parsedJson(row.changedBy)),
  }
}
