import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { effectContext, type OpenFiles, openFiles, planText } from '../../../tests/support/open-files'
import { otherDisk } from '../../../tests/support/other-disk'
import type { FileChange, FileInverse } from '../../shared/tool/file-change'

// A crash is this: from one call on, nothing more reaches the disk, not even what would clean up.
const disk = vi.hoisted(() => ({ callsLeft: Number.POSITIVE_INFINITY, made: 0 }))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const changing = [
    'chmod',
    'link',
    'lutimes',
    'mkdir',
    'open',
    'rename',
    'rm',
    'rmdir',
    'symlink',
    'unlink',
    'utimes',
    'writeFile',
  ] as const
  const wrapped = changing.map((name) => {
    const call = (...values: unknown[]): unknown => {
      disk.made++
      if (disk.callsLeft-- <= 0) return Promise.reject(new Error('crash'))
      return Reflect.apply(real[name], undefined, values)
    }
    return [name, call]
  })
  return { ...real, ...Object.fromEntries(wrapped) }
})

const signal = new AbortController().signal

/** Everything in a folder that must come back: names, bytes, permissions, times of files. */
function picture(folder: string): unknown {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name)
      const stats = lstatSync(path)
      if (stats.isSymbolicLink()) return [name, readlinkSync(path)]
      if (stats.isDirectory()) return [name, stats.mode, picture(path)]
      return [name, stats.mode, readFileSync(path, 'utf8')]
    })
}

const plans: Record<string, (open: OpenFiles) => Promise<FileChange>> = {
  'a new file in new folders': async ({ files, docs }) =>
    (await files.planNewFile(join(docs, 'x/y/z.txt'), 'new')).change,
  'an edit': ({ files, docs }) => planText(files, join(docs, 'a.txt'), 'after'),
  'a file, a folder and a link to the trash': async ({ files, docs }) =>
    (await files.planRemovals([join(docs, 'a.txt'), join(docs, 'sub'), join(docs, 'link')], signal)).change,
  'a file, a folder and a link to other places': async ({ files, docs }) =>
    (
      await files.planMoves(
        [
          { from: join(docs, 'a.txt'), to: join(docs, 'new/a2.txt') },
          { from: join(docs, 'sub'), to: join(docs, 'new/sub2') },
          { from: join(docs, 'link'), to: join(docs, 'new/link2') },
        ],
        signal,
      )
    ).change,
  'copies of a file, a folder and a link': async ({ files, docs }) =>
    (
      await files.planCopies(
        [
          { from: join(docs, 'a.txt'), to: join(docs, 'new/a2.txt') },
          { from: join(docs, 'sub'), to: join(docs, 'new/sub2') },
          { from: join(docs, 'link'), to: join(docs, 'new/link2') },
        ],
        signal,
      )
    ).change,
}

async function withDocuments(
  dataInside: string | undefined,
  work: (open: OpenFiles) => Promise<void>,
): Promise<void> {
  const open = openFiles(dataInside === undefined ? undefined : mkdtempSync(join(dataInside, 'countersign-')))
  try {
    await open.grants.grant(open.docs, 'read_write', 'flag')
    writeFileSync(join(open.docs, 'a.txt'), 'before')
    mkdirSync(join(open.docs, 'sub/deep'), { recursive: true })
    writeFileSync(join(open.docs, 'sub/deep/b.txt'), 'b')
    utimesSync(join(open.docs, 'sub/deep/b.txt'), 1_000_000_000, 1_000_000_000)
    symlinkSync('sub', join(open.docs, 'link'))
    await work(open)
  } finally {
    open.close()
    if (dataInside !== undefined) rmSync(join(open.folder.root, '..'), { recursive: true, force: true })
  }
}

/** As a start rolls back what a crash cut off: what else is there by then is not waited for. */
const rollback = () => ({ ...effectContext(), rollback: true as const })

/** Runs an effect that crashes at its n-th call; answers what it journaled, and whether it got to its end. */
async function crashAt(
  calls: number,
  effect: (context: ReturnType<typeof effectContext>) => Promise<unknown>,
): Promise<{ inverse: FileInverse | undefined; finished: boolean }> {
  const context = effectContext()
  disk.callsLeft = calls
  try {
    await effect(context)
    return { inverse: context.journaled[0], finished: true }
  } catch (error) {
    expect(String(error)).toMatch(/crash/)
    return { inverse: context.journaled[0], finished: false }
  } finally {
    disk.callsLeft = Number.POSITIVE_INFINITY
  }
}

const disks = otherDisk === null ? [undefined] : [undefined, otherDisk]
const cases = Object.keys(plans).flatMap((name) => disks.map((dataInside) => ({ name, dataInside })))

// Each instant is a run of its own over real folders, some of them on a loaded machine.
describe.each(cases)('$name (data folder in $dataInside)', { timeout: 60_000 }, ({ name, dataInside }) => {
  it('is rolled back whole from a crash at every single call, with nothing left over', async () => {
    let instants = 0
    for (let calls = 0, finished = false; !finished; calls++) {
      await withDocuments(dataInside, async (open) => {
        const change = await plans[name]?.(open)
        if (change === undefined) throw new Error(name)
        const before = picture(open.docs)
        const crash = await crashAt(calls, (context) => open.files.apply(change, context))
        finished = crash.finished
        if (crash.inverse !== undefined) {
          instants++
          await open.files.revert(crash.inverse, rollback())
        }
        expect(picture(open.docs), `crash at call ${calls}`).toEqual(before)
        // A copy that was whole is kept in the trash, where no one looks for the original.
        if (!name.startsWith('copies')) expect(readdirSync(open.folder.trash)).toEqual([])
      })
    }
    expect(instants).toBeGreaterThan(2)
  })

  it('stays applied when its undo crashes at any call and is rolled back', async () => {
    for (let calls = 0, finished = false; !finished; calls++) {
      await withDocuments(dataInside, async (open) => {
        const change = await plans[name]?.(open)
        if (change === undefined) throw new Error(name)
        const applied = effectContext()
        await open.files.apply(change, applied)
        const [inverse] = applied.journaled
        if (inverse === undefined) throw new Error('nothing journaled')
        const after = picture(open.docs)
        const crash = await crashAt(calls, (context) => open.files.revert(inverse, context))
        finished = crash.finished
        if (crash.inverse !== undefined) await open.files.revert(crash.inverse, rollback())
        expect(picture(open.docs), `crash at call ${calls}`).toEqual(after)
      })
    }
  })
})
