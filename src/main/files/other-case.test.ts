import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'

/** Whether each writing of a name has an inode of its own, as drivers of some disks and of some network ones give it. */
const disk = vi.hoisted(() => ({ givesOwnNodes: false }))

// Stands for a disk that does not tell capitals from small letters, such as a USB stick’s: FOLDER is folder. As on Linux,
// the canonical path is the one that was asked for.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const there = (path: unknown) =>
    typeof path === 'string' ? path.replaceAll(/\/FOLDER(?=\/|$)/g, '/folder') : path
  const folded = (['lstat', 'stat', 'open', 'readdir'] as const).map((name) => [
    name,
    async (path: unknown, ...more: unknown[]) => {
      const found = await Reflect.apply(real[name], undefined, [there(path), ...more])
      if (!disk.givesOwnNodes || name !== 'lstat' || there(path) === path) return found
      return Object.assign(found, { ino: found.ino + found.ino })
    },
  ])
  const realpath = async (path: string) => {
    await real.realpath(String(there(path)))
    return path
  }
  return { ...real, ...Object.fromEntries(folded), realpath }
})

const signal = new AbortController().signal
let open: OpenFiles
beforeEach(async () => {
  disk.givesOwnNodes = false
  open = openFiles()
  mkdirSync(join(open.docs, 'folder'))
  writeFileSync(join(open.docs, 'folder/a.txt'), 'a')
  await open.grants.grant(open.docs, 'read_write', 'flag')
})
afterEach(() => open.close())

const at = (name: string) => join(open.docs, name)

describe('a folder that has another name too', () => {
  it('is read-only under both', async () => {
    await open.grants.grant(at('folder'), 'read', 'dialog')
    for (const name of ['folder/b.txt', 'FOLDER/b.txt', 'FOLDER/new/b.txt']) {
      await expect(open.files.planNewFile(at(name), 'b')).rejects.toMatchObject({
        code: 'denied',
        said: { code: 'path.read_only' },
      })
    }
    await expect(open.files.planRemovals([at('FOLDER')], signal)).rejects.toMatchObject({ code: 'denied' })
    await expect(open.files.planNewFile(at('b.txt'), 'b')).resolves.toBeDefined()
  })

  it('takes along what lies in it, by whichever name', async () => {
    const { removals } = await open.files.planRemovals([at('FOLDER/a.txt'), at('folder')], signal)
    expect(removals.map(({ path }) => path)).toEqual([at('folder')])
    const both = [
      { from: at('folder'), to: at('moved') },
      { from: at('FOLDER/a.txt'), to: at('a.txt') },
    ]
    await expect(open.files.planMoves(both, signal)).rejects.toThrow('which is moved too')
  })

  it('is neither moved into itself nor copied there', async () => {
    const into = [{ from: at('folder'), to: at('FOLDER/inner') }]
    await expect(open.files.planMoves(into, signal)).rejects.toThrow('which is itself moved')
    await expect(open.files.planCopies(into, signal)).rejects.toThrow('of which a copy is made')
  })
})

it('one name is not given to two, where each writing of a name has an inode of its own', async () => {
  disk.givesOwnNodes = true
  writeFileSync(at('folder/b.txt'), 'b')
  const both = [
    { from: at('folder/a.txt'), to: at('same.txt') },
    { from: at('folder/b.txt'), to: at('SAME.txt') },
  ]
  await expect(open.files.planMoves(both, signal)).rejects.toMatchObject({
    said: { code: 'file.taken_for_one' },
  })
  const { removals } = await open.files.planRemovals([at('FOLDER/a.txt'), at('folder')], signal)
  expect(removals.map(({ path }) => path)).toEqual([at('folder')])
})
