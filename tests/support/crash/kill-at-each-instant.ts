import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crashCases } from './cases'
import { createPlay, type Play } from './play'
import { createStage, type Stage } from './stage'

const limitMs = 20 * 60_000
/** Passed when all of an effect is done and none of it is recorded: the most that there is to roll back. */
const most = 'effect done:1'

/** Into how many files the cases go, so that each ends within a quarter of an hour on two cores. */
const files = 3

// The names do not depend on the stage.
const names = () => {
  const sample = createStage()
  const found = crashCases(sample).map(({ name }) => name)
  sample.remove()
  return found
}

/**
 * Kills processes at every instant of every third case, and of its recovery; `turn` is 0, 1 or 2, and `passed` takes the
 * points that this process passes, which only notes them.
 */
export function killAtEachInstant(turn: 0 | 1 | 2, passed: string[]): void {
  let stage: Stage
  let play: Play

  beforeAll(async () => {
    stage = createStage()
    play = createPlay(stage, passed)
    await play.furnish()
  })
  afterAll(() => stage.remove())

  const ofTurn = names().filter((_, place) => place % files === turn)
  describe.each(ofTurn)('%s', (name) => {
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
}
