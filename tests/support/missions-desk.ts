import { afterEach, beforeEach, expect } from 'vitest'
import { createAudit } from '../../src/main/changes/audit'
import { createMissions } from '../../src/main/missions/service'
import type { Missions } from '../../src/main/services/missions'
import { person } from '../../src/shared/actor'
import type { AppEvent } from '../../src/shared/contract/events'
import type { Iteration, Mission, MissionFields } from '../../src/shared/contract/missions'
import { type AgentDesk, setUpAgentDesk } from './agent/desk'
import { createManualClock, type ManualClock } from './manual-clock'
import { sampleMission } from './sample-mission'

/** Missions over the desk of agents, and a clock that stands on Monday, 2 March 2026, 9:00 in Berlin. */
export interface MissionsDesk {
  readonly agent: AgentDesk
  readonly missions: Missions
  readonly clock: ManualClock
  /** What was told of missions. */
  readonly told: readonly AppEvent[]
  make(fields?: Partial<MissionFields>): Mission
  get(id: string): Mission
  /** Has one run by hand. */
  run(id: string): void
  /** The newest iteration, once the mission does nothing any more. */
  ended(id: string): Promise<Iteration>
  /** Has it run by hand, to its end. */
  runToEnd(id: string): Promise<Iteration>
  /** The run of the newest iteration, once there is one. */
  working(id: string): Promise<{ readonly runId: string; readonly conversationId: string }>
  /** The missions of the opened bench, after it was opened again. */
  reopen(stays?: boolean): Promise<void>
}

/** Opens a desk before each test of this file or group, and closes it after. */
export function setUpMissionsDesk(): MissionsDesk {
  const agent = setUpAgentDesk()
  let missions: Missions
  let clock: ManualClock
  let told: AppEvent[] = []
  const open = async (start: string, stays: boolean): Promise<void> => {
    const { db, assistants, conversations } = agent.bench
    const own = createManualClock(start)
    clock = own
    missions = createMissions({
      ...{ db, assistants, conversations, clock: own },
      audit: createAudit(db, () => new Date()),
      publish: (event) => told.push(event),
      locale: () => 'en-GB',
      report: (error) => {
        // One whose process crashed tells nobody.
        if (clock === own) throw error
      },
    })
    conversations.resume()
    await missions.start({ stays })
  }
  beforeEach(async () => {
    told = []
    await open('2026-03-02T08:00:00Z', true)
  })
  afterEach(async () => {
    await Promise.all([missions.close(), agent.bench.conversations.close()])
  })
  const desk: MissionsDesk = {
    agent,
    get missions() {
      return missions
    },
    get clock() {
      return clock
    },
    get told() {
      return told
    },
    make: (fields = {}) => missions.create({ fields: { ...sampleMission, ...fields }, by: person }),
    get(id) {
      const mission = missions.list().find((one) => one.id === id)
      if (mission === undefined) throw new Error('There is no such mission.')
      return mission
    },
    run: (id) => void missions.run({ id, by: person }),
    async ended(id) {
      await expect
        .poll(() => desk.get(id))
        .toMatchObject({ state: 'idle', last: { endedAt: expect.any(Number) } })
      const { last } = desk.get(id)
      if (last === null) throw new Error('It never ran.')
      return last
    },
    runToEnd(id) {
      desk.run(id)
      return desk.ended(id)
    },
    async working(id) {
      await expect.poll(() => desk.get(id)).toMatchObject({ state: 'running', last: { ended: null } })
      const { last } = desk.get(id)
      return { runId: last?.runId ?? '', conversationId: last?.conversationId ?? '' }
    },
    reopen: (stays = true) => open(new Date(clock.now()).toISOString(), stays),
  }
  return desk
}
