import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OneCaseDisk, plainDisk } from '../../../tests/support/disk/one-case'
import { treeOf } from '../../../tests/support/disk/tree'
import { effectContext, type OpenFiles, openFiles } from '../../../tests/support/open-files'
import type { FileChange, FileInverse } from '../../shared/tool/file-change'

// No disk of the machines that tests run on takes names for one that differ in case: the calls are led as one would.
// Filled before each test: what is hoisted can't read what is imported.
const disk = vi.hoisted(() => ({}) as OneCaseDisk)
vi.mock('node:fs/promises', async (original) => {
  const { onOneCaseDisk } = await import('../../../tests/support/disk/one-case')
  return onOneCaseDisk(await original<typeof import('node:fs/promises')>(), disk)
})

const signal = new AbortController().signal
let open: OpenFiles
const at = (name: string) => join(open.docs, name)

async function furnish(): Promise<void> {
  open = openFiles()
  await open.grants.grant(open.docs, 'read_write', 'flag')
  writeFileSync(at('report.md'), 'the report')
  mkdirSync(at('photos/deep'), { recursive: true })
  writeFileSync(at('photos/deep/p.txt'), 'p')
  writeFileSync(at('caf\u00e9.txt'), 'coffee')
}

beforeEach(async () => {
  Object.assign(disk, plainDisk)
  await furnish()
})
afterEach(() => open.close())

const plan = async (...items: [from: string, to: string][]): Promise<FileChange> =>
  (
    await open.files.planMoves(
      items.map(([from, to]) => ({ from: at(from), to: at(to) })),
      signal,
    )
  ).change

async function apply(change: FileChange): Promise<FileInverse> {
  const context = effectContext()
  await open.files.apply(change, context)
  return journaled(context)
}

async function revert(inverse: FileInverse): Promise<FileInverse> {
  const context = effectContext()
  await open.files.revert(inverse, context)
  return journaled(context)
}

function journaled(context: ReturnType<typeof effectContext>): FileInverse {
  const [inverse] = context.journaled
  if (inverse === undefined) throw new Error('nothing journaled')
  return inverse
}

const names = () => readdirSync(open.docs).sort()
const rollback = () => ({ ...effectContext(), rollback: true as const })

const written: readonly [from: string, to: string][] = [
  ['report.md', 'Report.md'],
  ['photos', 'Photos'],
  ['caf\u00e9.txt', 'cafe\u0301.txt'],
]
const disks = [
  { kind: 'with hard links', hasLinks: true, rewrites: false },
  { kind: 'without hard links, as FAT', hasLinks: false, rewrites: false },
  { kind: 'of macOS', hasLinks: true, rewrites: true },
]

describe.each(disks)('on a disk $kind that does not tell case apart', ({ hasLinks, rewrites }) => {
  beforeEach(() => Object.assign(disk, { hasLinks, rewrites }))

  it.each(written)('%s is renamed to %s, back, and again', async (from, to) => {
    const before = treeOf(open.docs)
    const node = statSync(at(from)).ino
    const undo = await apply(await plan([from, to]))
    const after = treeOf(open.docs)
    expect(names()).toContain(to)
    expect(names()).not.toContain(from)
    expect(statSync(at(to)).ino).toBe(node)
    const redo = await revert(undo)
    expect(treeOf(open.docs)).toEqual(before)
    await revert(redo)
    expect(treeOf(open.docs)).toEqual(after)
  })

  it.each(written)(
    '%s to %s loses nothing where a look at the new name is answered from before',
    async (from, to) => {
      disk.remembers = true
      const content = statSync(at(from)).ino
      const change = await plan([from, to])
      const context = effectContext()
      await open.files.apply(change, context).catch(() => undefined)
      const there = names().filter((name) => name === from || name === to)
      expect(there).toHaveLength(1)
      expect(statSync(at(there[0] ?? '')).ino).toBe(content)
    },
  )

  it.each(written)(
    '%s to %s is rolled back from a crash at every call, and so is its undo',
    {
      timeout: 60_000,
    },
    async (from, to) => {
      const counts = { apply: 0, undo: 0 }
      for (const what of ['apply', 'undo'] as const) {
        for (let calls = 0, finished = false; !finished; calls++) {
          open.close()
          await furnish()
          const change = await plan([from, to])
          const undo = what === 'undo' ? await apply(change) : null
          const before = treeOf(open.docs)
          const context = effectContext()
          disk.callsLeft = calls
          finished = await (undo === null
            ? open.files.apply(change, context)
            : open.files.revert(undo, context)
          ).then(
            () => true,
            () => false,
          )
          disk.callsLeft = Number.POSITIVE_INFINITY
          const [inverse] = context.journaled
          if (inverse === undefined) continue
          counts[what]++
          await open.files.revert(inverse, rollback())
          expect(treeOf(open.docs), `${what}, crash at call ${calls}`).toEqual(before)
        }
      }
      expect(counts.apply).toBeGreaterThan(2)
      expect(counts.undo).toBeGreaterThan(2)
    },
  )

  it('a file that takes the place in the last instant is never replaced, and nothing is lost', async () => {
    for (let call = 0, reached = true; reached; call++) {
      open.close()
      await furnish()
      const change = await plan(['report.md', 'Report.md'])
      let made = 0
      disk.before = () => {
        if (made++ !== call) return
        if (existsSync(at('report.md'))) renameSync(at('report.md'), at('kept.md'))
        if (!existsSync(at('Report.md'))) writeFileSync(at('report.md'), 'mine')
      }
      const context = effectContext()
      const failure = await open.files.apply(change, context).then(
        () => null,
        (error: unknown) => error,
      )
      disk.before = null
      reached = made > call
      const [inverse] = context.journaled
      if (failure !== null && inverse !== undefined)
        await open.files.revert(inverse, rollback()).catch(() => null)
      const held = readdirSync(open.docs)
        .filter((name) => statSync(at(name)).isFile())
        .map((name) => readFileSync(at(name), 'utf8'))
      expect(held, `call ${call}: ${names().join()}`).toContain('the report')
      if (reached && !names().includes('Report.md')) expect(held, `call ${call}`).toContain('mine')
    }
  })
})

describe('a path in another case', () => {
  it('is planned by the name that its folder lists, so that an undo gives that back', async () => {
    const before = names()
    const undo = await apply(await plan(['REPORT.MD', 'other.md']))
    expect(names()).toContain('other.md')
    await revert(undo)
    expect(names()).toEqual(before)
    await expect(plan(['REPORT.md', 'report.md'])).rejects.toMatchObject({ code: 'already_exists' })
    await expect(plan(['report.md', 'a.md'], ['Report.md', 'b.md'])).rejects.toThrow('given twice')
    const trashed = await open.files.planRemovals([at('REPORT.MD')], signal)
    await revert(await apply(trashed.change))
    expect(names()).toEqual(before)
  })

  it('can be the third that waits for a decision on the second', async () => {
    const first = await plan(['report.md', 'Report.md'])
    const second = await open.files.planMoves([{ from: at('Report.md'), to: at('REPORT.md') }], signal, [
      first,
    ])
    const undos = [await apply(first), await apply(second.change)]
    expect(names()).toContain('REPORT.md')
    for (const undo of undos.reverse()) await revert(undo)
    expect(names()).toContain('report.md')
  })

  it('is the same folder in the middle of a path', async () => {
    await apply(await plan(['photos/deep/p.txt', 'PHOTOS/DEEP/P.TXT']))
    expect(readdirSync(at('photos/deep'))).toEqual(['P.TXT'])
    await expect(plan(['photos/deep/P.TXT', 'Photos/deep/P.TXT'])).rejects.toMatchObject({
      code: 'already_exists',
    })
  })

  it('is no free name for a copy, nor for another file', async () => {
    const copy = open.files.planCopies([{ from: at('report.md'), to: at('Report.md') }], signal)
    await expect(copy).rejects.toMatchObject({ code: 'already_exists' })
    await expect(plan(['caf\u00e9.txt', 'REPORT.md'])).rejects.toMatchObject({ code: 'already_exists' })
    linkSync(at('report.md'), at('second.md'))
    await expect(plan(['report.md', 'SECOND.md'])).rejects.toMatchObject({ code: 'already_exists' })
  })

  it('is not undone once another file has the name', async () => {
    const undo = await apply(await plan(['report.md', 'Report.md']))
    renameSync(at('Report.md'), at('elsewhere.md'))
    writeFileSync(at('report.md'), 'mine')
    await expect(revert(undo)).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(at('report.md'), 'utf8')).toBe('mine')
    expect(readFileSync(at('elsewhere.md'), 'utf8')).toBe('the report')
  })
})

describe('two new names that differ in case alone', () => {
  it('are refused together before anything is asked, and named', async () => {
    const both = plan(['report.md', 'New/report.md'], ['caf\u00e9.txt', 'new/coffee.txt'])
    await expect(both).rejects.toMatchObject({
      code: 'invalid_input',
      said: { code: 'file.taken_for_one', values: { path: at('New'), other: at('new') } },
    })
    await expect(plan(['report.md', 'photos/x.md'], ['caf\u00e9.txt', 'photos/X.md'])).rejects.toMatchObject({
      said: { code: 'file.taken_for_one' },
    })
  })

  it('are rolled back with the one named that could not be made, where that was not known', async () => {
    disk.folds = false
    const change = await plan(['report.md', 'New/report.md'], ['caf\u00e9.txt', 'new/coffee.txt'])
    disk.folds = true
    const before = treeOf(open.docs)
    await expect(open.files.apply(change, effectContext())).rejects.toMatchObject({
      code: 'already_exists',
      said: { code: 'disk.exists', values: { path: at('new') } },
    })
    expect(treeOf(open.docs)).toEqual(before)
  })
})

describe('on a disk that tells case apart', () => {
  beforeEach(() => {
    disk.folds = false
  })

  it('two hard links of one file are two names, and neither is renamed to the other', async () => {
    linkSync(at('report.md'), at('Report.md'))
    await expect(plan(['report.md', 'Report.md'])).rejects.toMatchObject({ code: 'already_exists' })
    rmSync(at('Report.md'))
    const change = await plan(['report.md', 'Report.md'])
    linkSync(at('report.md'), at('Report.md'))
    await expect(open.files.apply(change, effectContext())).rejects.toMatchObject({ code: 'conflict' })
    expect(names()).toEqual(expect.arrayContaining(['report.md', 'Report.md']))
  })

  it('names in two cases are two, also new ones', async () => {
    writeFileSync(at('Report.md'), 'another')
    await expect(plan(['report.md', 'Report.md'])).rejects.toMatchObject({ code: 'already_exists' })
    await apply(await plan(['report.md', 'New/a.md'], ['Report.md', 'new/a.md']))
    expect(readFileSync(at('New/a.md'), 'utf8')).toBe('the report')
    expect(readFileSync(at('new/a.md'), 'utf8')).toBe('another')
  })
})

describe('an ordinary disk', () => {
  it('takes names that are too long for it once they are written otherwise, and says what is not there', async () => {
    disk.folds = false
    const name = `${'\u304c'.repeat(73)}.md`
    writeFileSync(at(name), 'long')
    await apply(await plan([name, 'short.md']))
    expect(names()).toContain('short.md')
    await expect(plan(['report.md/x', 'y'])).rejects.toMatchObject({ name: 'AppError' })
  })
})
