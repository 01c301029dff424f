import type { Actor } from '../../shared/actor'
import { type Mission, type MissionFields, missionLimits } from '../../shared/contract/missions'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { requireCountersigner } from '../agent/gate/deciding'
import type { Audit } from '../changes/audit'
import type { MissionTable, Plan, StoredMission } from '../db/missions'
import { type Database, inTransaction } from '../db/open'
import { freeName, isNameTaken, namesInUse } from '../disk/free-name'
import { newId } from '../identifier'
import type { Assistants } from '../services/assistants'
import type { Missions } from '../services/missions'
import type { MissionsAtWork } from './at-work'
import type { Clock } from './clock'
import { planFrom } from './planning'

type MissionRecords = Pick<Missions, 'create' | 'change' | 'switch' | 'duplicate' | 'remove' | 'restore'>

/** What the records of missions are made of. */
export interface MissionRecordsParts {
  readonly db: Database
  readonly table: MissionTable
  readonly assistants: Pick<Assistants, 'get'>
  readonly audit: Pick<Audit, 'record'>
  readonly atWork: Pick<MissionsAtWork, 'look' | 'forget' | 'stop'>
  readonly clock: Clock
  readonly present: (mission: StoredMission) => Mission
  /** Tells everyone how all missions stand now. */
  readonly announce: () => void
}

/** Changes what is stored of missions, each change with its record in the audit chain; and plans them anew. */
export function createMissionRecords(parts: MissionRecordsParts): MissionRecords {
  const { db, table, assistants, audit, atWork, clock, present, announce } = parts

  const names = (except?: string): string[] => namesInUse(table.list(), except)
  const check = (fields: MissionFields, own?: StoredMission): void => {
    if (isNameTaken(fields.name, names(own?.id))) {
      throw new AppError('already_exists', say('mission.name_taken', { name: fields.name }), {
        field: 'name',
      })
    }
    if (fields.assistantId !== own?.assistantId) requireAssistant(assistants, fields.assistantId)
  }
  const planOf = ({ switchedOn, schedule }: Pick<MissionFields, 'switchedOn' | 'schedule'>): Plan =>
    switchedOn ? planFrom(schedule, clock.now(), clock.zone()) : { nextDueAt: null, lastDueAt: null }

  /** Stores it with its record, all or nothing. */
  const store = (by: Actor, write: () => StoredMission): Mission => {
    const stored = inTransaction(db, () => {
      const mission = write()
      const { id, name, assistantId, schedule, switchedOn } = mission
      audit.record('mission.set', { mission: id, name, assistant: assistantId, schedule, on: switchedOn, by })
      return mission
    })
    atWork.look()
    announce()
    return present(table.get(stored.id))
  }
  const insert = (fields: MissionFields, by: Actor): Mission =>
    store(by, () => table.insert(newId(), fields, { by, at: clock.now(), plan: planOf(fields) }))
  const write = (before: StoredMission, fields: MissionFields, by: Actor): Mission => {
    const { id, revision, nextDueAt, lastDueAt } = before
    const isPlanned =
      fields.switchedOn === before.switchedOn &&
      JSON.stringify(fields.schedule) === JSON.stringify(before.schedule)
    if (!isPlanned) atWork.forget(id)
    const plan = isPlanned ? { nextDueAt, lastDueAt } : planOf(fields)
    return store(by, () => table.change(id, revision, fields, { by, at: clock.now(), plan }))
  }

  return {
    create({ fields, by }) {
      requireCountersigner(by)
      check(fields)
      return insert(fields, by)
    },
    change({ id, revision, fields, by }) {
      requireCountersigner(by)
      const before = missionInUse(table, id)
      check(fields, before)
      return write({ ...before, revision }, fields, by)
    },
    switch({ id, on, by }) {
      requireCountersigner(by)
      const before = missionInUse(table, id)
      return before.switchedOn === on
        ? present(before)
        : write(before, { ...fieldsOf(before), switchedOn: on }, by)
    },
    duplicate({ id, by }) {
      requireCountersigner(by)
      const fields = fieldsOf(missionInUse(table, id))
      return insert(
        { ...fields, name: freeName(fields.name, names(), missionLimits.name), switchedOn: false },
        by,
      )
    },
    remove({ id, by }) {
      requireCountersigner(by)
      table.get(id)
      inTransaction(db, () => {
        audit.record('mission.trashed', { mission: id, by })
        table.setTrashedAt(id, clock.now())
      })
      atWork.stop(id, (waiting) => new AppError('cancelled', say('mission.deleted', { waiting })))
      announce()
      return present(table.get(id))
    },
    restore({ id, by }) {
      requireCountersigner(by)
      const trashed = table.get(id)
      inTransaction(db, () => {
        audit.record('mission.restored', { mission: id, by })
        const name = freeName(trashed.name, names(id), missionLimits.name)
        // What fell due in the trash is not made up for.
        const plan = planOf(trashed)
        // Unless it has another name it is the one that was there: what somebody writes in it began from that.
        if (name === trashed.name) table.plan(id, plan)
        else table.change(id, trashed.revision, { ...fieldsOf(trashed), name }, { by, at: clock.now(), plan })
        table.setTrashedAt(id, null)
      })
      atWork.look()
      announce()
      return present(table.get(id))
    },
  }
}

/** A mission that is not in the trash; throws `not_found`. */
export function missionInUse(table: Pick<MissionTable, 'get'>, id: string): StoredMission {
  const mission = table.get(id)
  if (mission.trashedAt === null) return mission
  throw new AppError('not_found', say('mission.in_trash', { name: mission.name }))
}

function requireAssistant(assistants: Pick<Assistants, 'get'>, id: string): void {
  try {
    if (assistants.get(id).trashedAt === null) return
  } catch (error) {
    if (toAppError(error).code !== 'not_found') throw error
  }
  throw new AppError('not_found', say('mission.no_assistant'), { field: 'assistantId' })
}

function fieldsOf(mission: StoredMission): MissionFields {
  const { name, prompt, assistantId, schedule, switchedOn, late, limitMinutes, tells } = mission
  return { name, prompt, assistantId, schedule, switchedOn, late, limitMinutes, tells }
}
