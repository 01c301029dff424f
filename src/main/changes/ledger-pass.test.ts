import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { insertChange } from '../db/changes'
import { newId } from '../identifier'
import { passLedger } from './ledger-pass'

const person = { kind: 'person', name: 'You' } as const
const preview = { summary: 'x', targets: [], changes: [], lost: [], recovery: 'undo' as const, warnings: [] }

let open: OpenFiles
beforeEach(() => {
  open = openFiles()
})
afterEach(() => open.close())

const hashOf = (number: number) => number.toString(16).padStart(64, '0')

function entry(number: number): void {
  insertChange(open.db, {
    ...{ id: newId(), tool: 'edit_file', class: 'safe_update', summary: `Edit ${number}`, preview },
    ...{ inverse: { sha256: hashOf(number % 400) }, actor: person, approvedBy: person, approval: 'gesture' },
    ...{ grantId: null, amended: null, proposalId: null, runId: null, conversationId: null, undoes: null },
    ...{ redoes: null, undoesPartOf: null, batch: null, at: number },
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
  const { lastNeed } = await passLedger(open.db, [], () => [])
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(2)
  expect(lastNeed.size).toBe(400)
  // The last one that needs it counts.
  expect(lastNeed.get(hashOf(50))).toMatchObject({ at: 450, summary: 'Edit 450' })
  expect(lastNeed.get(hashOf(399))).toMatchObject({ at: 399 })
})
