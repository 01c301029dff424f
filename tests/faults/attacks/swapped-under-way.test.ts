import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileChange } from '../../../src/shared/tool/file-change'
import { effectContext, type OpenFiles, openFiles, planText } from '../../support/open-files'
import { snapshotOf } from './arena'

// The second seam: what is swapped after a change was checked against the disk, at the moment before its first step.

let open: OpenFiles
let sub: string
let outside: string
let twin: string

beforeEach(async () => {
  open = openFiles()
  await open.grants.grant(open.docs, 'read_write', 'flag')
  sub = join(open.docs, 'sub')
  outside = join(open.base, 'outside')
  twin = join(outside, 'sub')
  mkdirSync(sub)
  writeFileSync(join(sub, 'a.txt'), 'one\ntwo\n')
  cpSync(sub, twin, { recursive: true, preserveTimestamps: true })
})
afterEach(() => open.close())

const signal = new AbortController().signal

/** A change of every kind that goes through the folder that is swapped. */
const changes: Readonly<Record<string, () => Promise<FileChange>>> = {
  'a new file': async () => (await open.files.planNewFile(join(sub, 'new.txt'), 'new\n')).change,
  'a new file in a new folder': async () =>
    (await open.files.planNewFile(join(sub, 'deep/new.txt'), 'new\n')).change,
  'a new folder': async () => (await open.files.planFolder(join(sub, 'folder'))).change,
  'an edit': async () => planText(open.files, join(sub, 'a.txt'), 'other\n'),
  'a removal': async () => (await open.files.planRemovals([join(sub, 'a.txt')], signal)).change,
  'a move away': async () =>
    (await open.files.planMoves([{ from: join(sub, 'a.txt'), to: join(open.docs, 'b.txt') }], signal)).change,
  async 'a move into it'() {
    writeFileSync(join(open.docs, 'b.txt'), 'b\n')
    return (await open.files.planMoves([{ from: join(open.docs, 'b.txt'), to: join(sub, 'b.txt') }], signal))
      .change
  },
  async 'a copy into it'() {
    writeFileSync(join(open.docs, 'b.txt'), 'b\n')
    return (await open.files.planCopies([{ from: join(open.docs, 'b.txt'), to: join(sub, 'b.txt') }], signal))
      .change
  },
  async 'a return from the trash'() {
    writeFileSync(join(sub, 'back.txt'), 'back\n')
    const removal = await open.files.planRemovals([join(sub, 'back.txt')], signal)
    await open.files.apply(removal.change, effectContext())
    return (await open.files.planReturns([join(sub, 'back.txt')])).change
  },
}

describe.each(Object.keys(changes))('%s', (what) => {
  it.runIf(process.platform === 'linux')(
    'touches nothing elsewhere when its folder becomes a link at the last moment',
    async () => {
      const change = (await changes[what]?.()) as FileChange
      const before = snapshotOf(outside)
      const effect = effectContext()
      const swapped = {
        ...effect,
        journal(inverse: Parameters<typeof effect.journal>[0]) {
          effect.journal(inverse)
          renameSync(sub, join(open.docs, 'moved'))
          symlinkSync(twin, sub)
        },
      }
      await expect(open.files.apply(change, swapped)).rejects.toMatchObject({
        code: expect.stringMatching(/conflict|denied|outside_grant/),
      })
      expect(snapshotOf(outside)).toBe(before)
      expect(readdirSync(join(open.docs, 'moved')).filter((name) => name !== 'a.txt')).toEqual([])
      // Nothing of it was begun, so there is nothing to roll back, and nothing that the link could be in the way of.
      const [inverse] = effect.journaled
      if (inverse === undefined) throw new Error('Nothing was journaled.')
      await open.files.revert(inverse, { ...effectContext(), rollback: true })
      expect(snapshotOf(outside)).toBe(before)
    },
  )
})

it.runIf(process.platform === 'linux')(
  'copies nothing from elsewhere when the source becomes a link at the last moment',
  async () => {
    writeFileSync(join(twin, 'a.txt'), 'SECRET\n')
    const { change } = await open.files.planCopies(
      [{ from: join(sub, 'a.txt'), to: join(open.docs, 'b.txt') }],
      signal,
    )
    for (const swap of [
      () => {
        renameSync(sub, join(open.docs, 'moved'))
        symlinkSync(twin, sub)
      },
      () => {
        rmSync(join(sub, 'a.txt'))
        symlinkSync(join(twin, 'a.txt'), join(sub, 'a.txt'))
      },
    ]) {
      const effect = effectContext()
      const swapped = {
        ...effect,
        journal(inverse: Parameters<typeof effect.journal>[0]) {
          effect.journal(inverse)
          swap()
        },
      }
      await expect(open.files.apply(change, swapped)).rejects.toMatchObject({ code: expect.any(String) })
      expect(snapshotOf(open.docs)).not.toContain(Buffer.from('SECRET\n').toString('base64'))
      rmSync(sub, { force: true, recursive: true })
      if (readdirSync(open.docs).includes('moved')) renameSync(join(open.docs, 'moved'), sub)
    }
  },
)
