import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lookAtMany, type Seen } from './look-at-many'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-look-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('gives each path what is there, in their order, and links themselves', async () => {
  writeFileSync(join(folder, 'a'), '12345')
  symlinkSync('a', join(folder, 'link'))
  const seen: string[] = []
  await lookAtMany(
    ['a', 'none', 'link'].map((name) => join(folder, name)),
    null,
    (_, what) =>
      seen.push(what instanceof Error ? what.message.slice(0, 6) : `${what.isFile()} ${what.size}`),
  )
  expect(seen).toEqual(['true 5', 'ENOENT', 'false 1'])
})

it('lets others have their turn, and stops when it is told to', async () => {
  const stop = new AbortController()
  let looks = 0
  const looking = lookAtMany(Array<string>(1_000_000).fill(folder), stop.signal, () => {
    looks++
  })
  setImmediate(() => stop.abort())
  await expect(looking).rejects.toMatchObject({ name: 'AbortError' })
  expect(looks).toBeLessThan(1_000_000)
})

it('looks at no path twice that was seen before', async () => {
  const there = join(folder, 'there')
  writeFileSync(there, '12345')
  const before = new Map<string, Seen>()
  await lookAtMany([there], null, (path, what) => before.set(path, what))
  rmSync(there)
  const seen: boolean[] = []
  const other = join(folder, 'other')
  await lookAtMany([other, there, other], null, (_, what) => seen.push(what instanceof Error), before)
  expect(seen).toEqual([true, false, true])
})
