import { expect, it } from 'vitest'
import { killUnderLoad } from '../support/crash/mixed-load'
import { seedOfRun } from '../support/seeded'

const seed = seedOfRun()
const kills = 200

it(`loses no acknowledged decision in ${kills} kills under a mixed load (seed ${seed})`, {
  timeout: 30 * 60_000,
}, async () => {
  expect((await killUnderLoad({ kills, seed })).told).toBeGreaterThan(kills)
})
