import type { Mission } from '../../shared/contract/missions'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { requireCountersigner } from '../agent/gate/deciding'
import type { Audit } from '../changes/audit'
import { createIterationTable } from '../db/mission-iterations'
import { createMissionTable, type StoredMission } from '../db/missions'
import type { Database } from '../db/open'
import type { Publish } from '../publish'
import type { Assistants } from '../services/assistants'
import type { Conversations } from '../services/conversations'
import type { Missions } from '../services/missions'
import { createMissionsAtWork } from './at-work'
import { type Clock, systemClock } from './clock'
import { closingOf } from './closing'
import { beginIteration, endInterrupted } from './iterations'
import { createMissionRecords, missionInUse } from './mission-records'
import { letGoOfOld } from './old-iterations'

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

  return {
    ...createMissionRecords({ db, table, assistants, audit, atWork, clock, present, announce }),
    list,
    run({ id, by }) {
      requireCountersigner(by)
      const { name } = missionInUse(table, id)
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
      if (conversationId === null || runId === null) return { text: '', error, failedCalls: 0 }
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
