import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeTree } from '../files/remove-tree'
import { removeFromTrash, removeLeaving, removeLeavingBeside } from './leaving-trash'

vi.mock('../files/remove-tree', () => ({ removeTree: vi.fn() }))
const { removeTree: real } =
  await vi.importActual<typeof import('../files/remove-tree')>('../files/remove-tree')

let trash: string
beforeEach(() => {
  vi.mocked(removeTree).mockImplementation(real)
  trash = mkdtempSync(join(tmpdir(), 'countersign-trash-'))
  for (const name of ['one', 'two']) {
    mkdirSync(join(trash, name))
    writeFileSync(join(trash, name, 'kept.txt'), name)
  }
})
afterEach(() => rmSync(trash, { recursive: true }))

it('loses the names of all that goes before anything in it', async () => {
  const seen: string[][] = []
  vi.mocked(removeTree).mockImplementation(async () => void seen.push(readdirSync(trash).sort()))
  await removeFromTrash(trash, ['one', 'two', 'gone already'])
  expect(seen).toEqual([
    ['one.leaving', 'two.leaving'],
    ['one.leaving', 'two.leaving'],
  ])
})

it('loses all that can be removed where one can’t, which goes at the next start', async () => {
  vi.mocked(removeTree).mockRejectedValueOnce(new Error('not permitted'))
  await expect(removeFromTrash(trash, ['one', 'two'])).rejects.toThrow('not permitted')
  expect(readdirSync(trash)).toHaveLength(1)
  await removeLeaving(trash, () => expect.unreachable())
  expect(readdirSync(trash)).toEqual([])
})

it.each([[[]], [['one']]])('does not wait for what others left to be removed: %j', async (names) => {
  mkdirSync(join(trash, 'a.leaving'))
  await removeFromTrash(trash, names)
  const stay = ['one', 'two'].filter((name) => !names.includes(name))
  expect(readdirSync(trash).sort()).toEqual(['a.leaving', ...stay])
})

it('is done beside other work, and ends where it is told to', async () => {
  const folder = join(trash, 'huge.leaving', 'deep')
  mkdirSync(folder, { recursive: true })
  for (let at = 0; at < 2000; at++) writeFileSync(join(folder, String(at)), '')
  const report = vi.fn()
  const stop = removeLeavingBeside(trash, report)
  await vi.waitFor(() => expect(readdirSync(folder).length).toBeLessThan(2000), { interval: 1 })
  await stop()
  expect(readdirSync(folder).length).toBeGreaterThan(0)
  // Two that remove the same at once have nothing to tell.
  await Promise.all([removeLeaving(trash, report), removeLeaving(trash, report)])
  expect(readdirSync(trash).sort()).toEqual(['one', 'two'])
  expect(report.mock.calls).toEqual([])
})

it('goes on at a start with what can be removed, and reports what can’t', async () => {
  await removeFromTrash(trash, ['one'])
  for (const name of ['a.leaving', 'b.leaving']) mkdirSync(join(trash, name))
  const denied = new Error('not permitted')
  vi.mocked(removeTree).mockRejectedValueOnce(denied)
  const report = vi.fn()
  await removeLeaving(trash, report)
  expect(report.mock.calls).toEqual([[denied, expect.stringMatching(/leaving$/)]])
  expect(readdirSync(trash).filter((name) => name.endsWith('.leaving'))).toHaveLength(1)
  expect(existsSync(join(trash, 'two', 'kept.txt'))).toBe(true)
})
