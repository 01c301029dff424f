import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { crashCases } from '../support/crash/cases'
import { createPlay, type Play } from '../support/crash/play'
import { createStage, type Stage } from '../support/crash/stage'

// This process only notes which points it passes; the ones that are to die are real.
const passed = vi.hoisted((): string[] => [])
vi.mock('../../src/main/fault-point', async (original) => ({
  ...(await original<typeof import('../../src/main/fault-point')>()),
  faultPoint: (point: string) => passed.push(point),
}))

const limitMs = 20 * 60_000
/** Passed when all of an effect is done and none of it is recorded: the most that there is to roll back. */
const most = 'effect done:1'

let stage: Stage
let play: Play

beforeAll(async () => {
  stage = createStage()
  play = createPlay(stage, passed)
  await play.furnish()
})
afterAll(() => stage.remove())

// The names do not depend on the stage.
const names = () => {
  const sample = createStage()
  const found = crashCases(sample).map(({ name }) => name)
  sample.remove()
  return found
}

describe.each(names())('%s', (name) => {
  const caseNow = () => {
    const found = crashCases(stage).find((each) => each.name === name)
    if (found === undefined) throw new Error(name)
    return found
  }

  it('killed at every instant, leaves the old or the new state, and the ledger says which', {
    timeout: limitMs,
  }, async () => {
    const rehearsed = await play.rehearse(caseNow())
    expect(rehearsed.faults.length).toBeGreaterThan(2)
    for (const fault of rehearsed.faults) await play.crash(rehearsed, fault)
  })

  it('killed at every instant of the recovery, recovers at the start after', {
    timeout: limitMs,
  }, async () => {
    const rehearsed = await play.rehearse(caseNow())
    // A rejection has no effect.
    if (!rehearsed.faults.includes(most)) return
    const { recoveryFaults } = await play.crash(rehearsed, most)
    expect(recoveryFaults.length).toBeGreaterThan(2)
    for (const second of recoveryFaults) await play.crashTwice(rehearsed, most, second)
  })
})
