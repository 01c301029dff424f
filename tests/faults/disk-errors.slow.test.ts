import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noFaultySystem } from '../support/disk/system-faults'
import { freshFolder } from '../support/start-host'
import { failEachInTurn } from './fail-each'

let base: string

beforeEach(() => {
  base = freshFolder('fault')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const because = noFaultySystem === null ? '' : ` (skipped: ${noFaultySystem})`

describe.skipIf(noFaultySystem !== null)(`a disk that fails below the database${because}`, () => {
  it.each(['EIO', 'ENOSPC'] as const)(
    'acknowledges nothing that any failing write (%s) kept from being stored',
    async (errno) => {
      expect(await failEachInTurn(base, { call: 'write', errno })).toBeGreaterThan(10)
    },
  )

  it('finds at a start after a kill that the file and the ledger agree, whichever fsync failed', async () => {
    expect(await failEachInTurn(base, { call: 'fsync', errno: 'EIO', restartEvery: 1 })).toBe(3)
  })

  it('finds the same whichever write failed', async () => {
    expect(await failEachInTurn(base, { call: 'write', errno: 'EIO', restartEvery: 2 })).toBeGreaterThan(10)
  })
})
