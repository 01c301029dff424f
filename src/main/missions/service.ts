import type { Actor } from '../../shared/actor'
import { type Mission, type MissionFields, missionLimits } from '../../shared/contract/missions'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { requireCountersigner } from '../agent/gate/deciding'
import type { Audit } from '../changes/audit'
import { createIterationTable } from '../db/mission-iterations'
import { createMissionTable, type Plan, type StoredMission } from '../db/missions'
import { type Database, inTransaction } from '../db/open'
import { freeName, isNameTaken, namesInUse } from '../free-name'
import { newId } from '../identifier'
import type { Publish } from '../publish'
import type { Assistants } from '../services/assistants'
import type { Conversations } from '../services/conversations'
import type { Missions } from '../services/missions'
import { createMissionsAtWork } from './at-work'
import { type Clock, systemClock } from './clock'
import { closingOf } from './closing'
import { beginIteration, endInterrupted } from './iterations'
import { letGoOfOld } from './old-iterations'
import { planFrom } from './planning'

/** What missions are made of. */
export interface MissionServices {
  readonly db: Database
  readonly assistants: Pick<Assistants, 'get'>
  readonly conversations: Pick<Conversations, 'begin' | 'stop' | 'ended' | 'snapshot' | 'remove' | 'summary'>
  readonly audit: Pick<Audit, 'record'>
  readonly publish: Publish
  /** As which conversations are titled. */
  readonly locale: () => string
  /** Takes what went wrong where nobody can be told. */
  readonly report: (error: unknown) => void
  readonly clock?: Clock
}

/** Makes the service; nothing runs before {@link Missions.start}. */
export function createMissions(services: MissionServices): Missions {
  const { db, assistants, conversations, audit, publish, report, clock = systemClock } = services
  const table = createMissionTable(db)
  const iterations = createIterationTable(db)
  let closed = false

  const present = ({ lastDueAt: _, ...mission }: StoredMission): Mission => ({
    ...mission,
    state: atWork.stateOf(mission.id),
    last: iterations.list({ missionId: mission.id, limit: 1 })[0] ?? null,
  })
  const list = (): Mission[] => table.list().map(present)
  const announce = (): void => {
    if (!closed) publish({ type: 'missions', missions: list() })
  }

  const atWork = createMissionsAtWork({
    ...{ table, clock, report },
    changed: announce,
    begin(mission, beginning) {
      const parts = { db, conversations, missions: table, iterations, clock, report, begun: announce }
      const iteration = beginIteration({ ...parts, locale: services.locale }, mission, beginning)
      return { ...iteration, done: iteration.done.then(() => letGoOfOld(parts, mission.id)) }
    },
  })

  const names = (except?: string): string[] => namesInUse(table.list(), except)
  const requireHere = (id: string): StoredMission => {
    const mission = table.get(id)
    if (mission.trashedAt === null) return mission
    throw new AppError('not_found', say('mission.in_trash', { name: mission.name }))
  }
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
    list,
    create({ fields, by }) {
      requireCountersigner(by)
      check(fields)
      return insert(fields, by)
    },
    change({ id, revision, fields, by }) {
      requireCountersigner(by)
      const before = requireHere(id)
      check(fields, before)
      return write({ ...before, revision }, fields, by)
    },
    switch({ id, on, by }) {
      requireCountersigner(by)
      const before = requireHere(id)
      return before.switchedOn === on
        ? present(before)
        : write(before, { ...fieldsOf(before), switchedOn: on }, by)
    },
    duplicate({ id, by }) {
      requireCountersigner(by)
      const fields = fieldsOf(requireHere(id))
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
      atWork.stop(id, new AppError('cancelled', say('mission.deleted')))
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
    run({ id, by }) {
      requireCountersigner(by)
      const { name } = requireHere(id)
      if (!atWork.isStarted) throw new AppError('unavailable', say('mission.needs_application'))
      if (!atWork.want(id)) throw new AppError('busy', say('mission.at_work', { name }))
      return present(table.get(id))
    },
    stop({ id, by }) {
      requireCountersigner(by)
      table.get(id)
      return atWork.stop(id)
    },
    iterations({ id, before, limit }) {
      table.get(id)
      const found = iterations.list({ missionId: id, before, limit: limit + 1 })
      return { iterations: found.slice(0, limit), more: found.length > limit }
    },
    closing(iterationId) {
      const { conversationId, runId, error } = iterations.get(iterationId)
      if (conversationId === null || runId === null) return { text: '', error }
      return closingOf(conversations, conversationId, runId)
    },
    async start({ stays }) {
      const parts = { conversations, iterations, clock, report }
      for (const open of iterations.underWay()) await endInterrupted(parts, open)
      if (stays) atWork.start()
    },
    async close() {
      closed = true
      await atWork.close()
    },
  }
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
