import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { folderTree } from '../../../tests/support/folder-tree'
import { effectContext, type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { otherDisk } from '../../../tests/support/other-disk'

// What another program does at an instant of a change.
const meanwhile = vi.hoisted(() => ({ at: new Map<string, () => void>() }))
vi.mock('../disk/fault-point', async (original) => ({
  ...(await original<typeof import('../disk/fault-point')>()),
  faultPoint(point: string) {
    const act = meanwhile.at.get(point)
    meanwhile.at.delete(point)
    act?.()
  },
}))

const signal = new AbortController().signal

let open: OpenFiles
let other: string
const here = (name: string) => join(open.docs, name)
const there = (name: string) => join(other, name)

beforeEach(async () => {
  open = openFiles()
  other = realpathSync(mkdtempSync(join(otherDisk ?? tmpdir(), 'countersign-')))
  await open.grants.grant(open.docs, 'read_write', 'flag')
  await open.grants.grant(other, 'read_write', 'flag')
})
afterEach(() => {
  meanwhile.at.clear()
  rmSync(other, { recursive: true, force: true })
  open.close()
})

describe.runIf(otherDisk !== null)(
  'what another program writes while something is on its way to another disk',
  () => {
    const moved = (name: string) => async (from: string, to: string) =>
      (await open.files.planMoves([{ from: join(from, name), to: join(to, name) }], signal)).change
    const trashed = (name: string) => async (from: string) =>
      (await open.files.planRemovals([join(from, name)], signal)).change

    const ways: [string, typeof moved, string][] = [
      ['a move', moved, 'copy whole'],
      ['a removal', trashed, 'trash copied'],
    ]
    const writes: [string, string, (folder: string) => void][] = [
      ['a file in the folder', 'sub', (folder) => appendFileSync(join(folder, 'sub/a.txt'), ' and more')],
      ['a new file there', 'sub', (folder) => writeFileSync(join(folder, 'sub/new.txt'), 'new')],
      ['the file itself', 'b.txt', (folder) => appendFileSync(join(folder, 'b.txt'), ' and more')],
    ]

    describe.each(ways)('during %s', (_way, plan, instant) => {
      it.each(writes)('stays, and the change is refused: %s', async (_what, name, write) => {
        // The trash is on the disk of the data folder.
        const [from, to] = [there('from'), open.docs]
        mkdirSync(join(from, 'sub'), { recursive: true })
        writeFileSync(join(from, 'sub/a.txt'), 'a')
        writeFileSync(join(from, 'b.txt'), 'b')
        const change = await plan(name)(from, to)
        let wanted = {}
        meanwhile.at.set(instant, () => {
          write(from)
          wanted = folderTree(from)
        })
        await expect(open.files.apply(change, effectContext())).rejects.toMatchObject({ code: 'conflict' })
        expect(meanwhile.at.size).toBe(0)
        expect(folderTree(from)).toEqual(wanted)
        expect(folderTree(to)).toEqual({})
        expect(readdirSync(open.folder.trash)).toEqual([])
      })
    })

    it.each(ways)('where the original goes in part during %s, the copy stays whole', async (_way, plan) => {
      const [from, to] = [there('from'), open.docs]
      mkdirSync(join(from, 'sub'), { recursive: true })
      writeFileSync(join(from, 'sub/a.txt'), 'a')
      writeFileSync(join(from, 'sub/b.txt'), 'b')
      const change = await plan('sub')(from, to)
      meanwhile.at.set('original leaving', () => {
        const [leaving = ''] = readdirSync(from)
        rmSync(join(from, leaving, 'a.txt'))
        throw Object.assign(new Error('EIO: i/o error, unlink'), { code: 'EIO', syscall: 'unlink' })
      })
      await expect(open.files.apply(change, effectContext())).rejects.toThrow()
      expect(meanwhile.at.size).toBe(0)
      // The change is taken back, which brings the whole of it to where it was.
      const { 'sub/a.txt': a, 'sub/b.txt': b } = folderTree(from)
      expect(a).toContain(Buffer.from('a').toString('base64'))
      expect(b).toContain(Buffer.from('b').toString('base64'))
    })

    it('does not come into a copy in part', async () => {
      writeFileSync(there('b.txt'), 'b')
      const { change } = await open.files.planCopies([{ from: there('b.txt'), to: here('b.txt') }], signal)
      meanwhile.at.set('entry copied', () => appendFileSync(there('b.txt'), ' and more'))
      await expect(open.files.apply(change, effectContext())).rejects.toMatchObject({ code: 'conflict' })
      expect(folderTree(open.docs)).toEqual({})
    })
  },
)
