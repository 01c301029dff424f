import { expect, it } from 'vitest'
import { undoWhileSwapped } from '../support/swap/undo-loop'

const undos = 60

it.runIf(process.platform === 'linux')(
  `takes back all or nothing in ${undos} undos while a process swaps folders and files`,
  { timeout: 120_000 },
  async () => {
    const outcomes = await undoWhileSwapped(undos)
    // Some get through and some meet a swap; otherwise nothing was tried.
    expect(outcomes.get('undone') ?? 0).toBeGreaterThan(0)
    expect(outcomes.get('refused') ?? 0).toBeGreaterThan(0)
  },
)
