import { expect, it } from 'vitest'
import { applyWhileSwapped } from '../support/swap/loop'

const applies = 2000

it.runIf(process.platform === 'linux')(
  `touches nothing outside in ${applies} applies while a process swaps folders and files by links`,
  { timeout: 30 * 60_000 },
  async () => {
    const outcomes = await applyWhileSwapped(applies)
    // Some get through and some meet a swap; otherwise nothing was tried.
    expect(outcomes.get('applied') ?? 0).toBeGreaterThan(0)
    expect((outcomes.get('conflict') ?? 0) + (outcomes.get('failed') ?? 0)).toBeGreaterThan(0)
  },
)
