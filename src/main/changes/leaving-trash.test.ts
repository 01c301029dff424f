import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeTree } from '../files/remove-tree'
import { removeFromTrash, removeLeaving } from './leaving-trash'

vi.mock('../files/remove-tree', async (original) => {
  const real = await original<typeof import('../files/remove-tree')>()
  return { removeTree: vi.fn(real.removeTree) }
})

let trash: string
beforeEach(() => {
  trash = mkdtempSync(join(tmpdir(), 'countersign-trash-'))
  for (const name of ['one', 'two']) {
    mkdirSync(join(trash, name))
    writeFileSync(join(trash, name, 'kept.txt'), name)
  }
})
afterEach(() => rmSync(trash, { recursive: true }))

it('loses the names of all that goes before anything in it, and leaves the rest to a later start', async () => {
  vi.mocked(removeTree).mockRejectedValueOnce(new Error('broken off'))
  await expect(removeFromTrash(trash, ['one', 'two', 'gone already'])).rejects.toThrow('broken off')
  expect(readdirSync(trash).sort()).toEqual(['one.leaving', 'two.leaving'])
})

it('goes on at a start with what can be removed, and reports what can’t', async () => {
  await removeFromTrash(trash, ['one'])
  for (const name of ['a.leaving', 'b.leaving']) mkdirSync(join(trash, name))
  const denied = new Error('not permitted')
  vi.mocked(removeTree).mockRejectedValueOnce(denied)
  const report = vi.fn()
  await removeLeaving(trash, report)
  expect(report.mock.calls).toEqual([[denied]])
  expect(readdirSync(trash).filter((name) => name.endsWith('.leaving'))).toHaveLength(1)
  expect(existsSync(join(trash, 'two', 'kept.txt'))).toBe(true)
})
