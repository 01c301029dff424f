import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyPreview } from '../../../tests/support/empty-preview'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { insertChange } from '../db/changes'
import { newId } from '../identifier'
import { passLedger } from './ledger-pass'

const person = { kind: 'person', name: 'You' } as const

let open: OpenFiles
beforeEach(() => {
  open = openFiles()
})
afterEach(() => open.close())

const hashOf = (number: number) => number.toString(16).padStart(64, '0')

function entry(number: number, at = number): void {
  insertChange(open.db, {
    ...{ id: newId(), tool: 'edit_file', class: 'safe_update', summary: `Edit ${number}` },
    preview: emptyPreview,
    ...{ inverse: { sha256: hashOf(number % 400) }, actor: person, approvedBy: person, approval: 'gesture' },
    ...{ grantId: null, amended: null, proposalId: null, runId: null, conversationId: null, undoes: null },
    ...{ redoes: null, undoesPartOf: null, batch: null, at },
  })
}

it('a long ledger is read whole, and others have their turn meanwhile', async () => {
  for (let number = 0; number < 500; number++) entry(number)
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const { lastNeed } = await passLedger(open.db, [], () => [], Date.now())
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(2)
  expect(lastNeed.size).toBe(400)
  // The last one that needs it counts.
  expect(lastNeed.get(hashOf(50))).toMatchObject({ at: 450, summary: 'Edit 450' })
  expect(lastNeed.get(hashOf(399))).toMatchObject({ at: 399 })
})

it('a change that an earlier date was shown for is as old as the one before it, and a later date tells nothing of others', async () => {
  const now = 2000
  for (const [number, at] of [
    [1, 1000],
    [2, 10],
    [3, 9000],
    [4, 20],
    [5, 1500],
  ] as const)
    entry(number, at)
  const { lastNeed } = await passLedger(open.db, [], () => [], now)
  const ages = [1, 2, 3, 4, 5].map((number) => lastNeed.get(hashOf(number))?.at)
  expect(ages).toEqual([1000, 1000, 9000, 1000, 1500])
})
