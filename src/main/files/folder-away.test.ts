import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectContext, type OpenFiles, openFiles } from '../../../tests/support/open-files'
import type { FileChange } from '../../shared/tool/file-change'

let open: OpenFiles
let docs: string
let granted: string
beforeEach(async () => {
  open = openFiles()
  docs = open.docs
  granted = (await open.grants.grant(docs, 'read_write', 'flag')).id
  mkdirSync(join(docs, 'sub'))
  writeFileSync(join(docs, 'sub/old.txt'), 'old')
})
afterEach(() => open.close())

const at = (name: string) => join(docs, name)
const signal = new AbortController().signal
const copy = async ({ files }: OpenFiles) =>
  (await files.planCopies([{ from: at('sub/old.txt'), to: at('sub/new') }], signal)).change

/** What makes `sub/new`, which an undo removes. */
const made: readonly [string, (open: OpenFiles) => Promise<FileChange>][] = [
  ['a new file', async ({ files }) => (await files.planNewFile(at('sub/new'), 'new')).change],
  ['a new folder', async ({ files }) => (await files.planFolder(at('sub/new'))).change],
  ['a copy', copy],
]

async function apply(plan: (open: OpenFiles) => Promise<FileChange>) {
  const effect = effectContext()
  await open.files.apply(await plan(open), effect)
  const [inverse] = effect.journaled
  if (inverse === undefined) throw new Error('Nothing was journaled.')
  return inverse
}

it.each(made)(
  'undoing %s is not done while its folder has another name, and is later',
  async (_what, plan) => {
    const inverse = await apply(plan)
    renameSync(at('sub'), at('renamed'))
    const effect = effectContext()
    await expect(open.files.revert(inverse, effect)).rejects.toMatchObject({
      said: { code: 'conflict.folder_away', values: { path: at('sub') } },
    })
    expect(effect.journaled).toEqual([])
    renameSync(at('renamed'), at('sub'))
    await open.files.revert(inverse, effect)
    expect(existsSync(at('sub/new'))).toBe(false)
  },
)

it.each(made)(
  'undoing %s is not done while its disk is away, also where it is no longer granted',
  async (_what, plan) => {
    const inverse = await apply(plan)
    renameSync(docs, `${docs}-away`)
    const undo = () => open.files.revert(inverse, effectContext())
    await expect(undo()).rejects.toMatchObject({ said: { code: 'conflict.grant_away' } })
    open.grants.revoke(granted)
    await expect(undo()).rejects.toMatchObject({ code: 'unavailable' })
    symlinkSync(`${docs}-away`, docs)
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' })
    rmSync(docs)
    writeFileSync(docs, 'a file')
    await expect(undo()).rejects.toMatchObject({ code: 'unavailable' })
    rmSync(docs)
    renameSync(`${docs}-away`, docs)
    await undo()
    expect(existsSync(at('sub/new'))).toBe(false)
  },
)

it('what made its own folders is undone although somebody has removed those', async () => {
  const inverse = await apply(async ({ files }) => (await files.planNewFile(at('sub/x/y/new'), 'new')).change)
  rmSync(at('sub/x'), { recursive: true })
  await open.files.revert(inverse, effectContext())
  expect(existsSync(at('sub/x'))).toBe(false)
})

describe('bringing a file back whose folder is another one by now', () => {
  const away = async () => {
    const inverse = await apply(
      async ({ files }) => (await files.planRemovals([at('sub/old.txt')], signal)).change,
    )
    renameSync(at('sub'), at('held'))
    mkdirSync(at('sub'))
    return inverse
  }

  it('waits for the folder that comes back the next moment, and puts it there', async () => {
    const inverse = await away()
    // Some time after the comparison with the disk, which takes a few milliseconds.
    const isBack = setTimeout(100).then(() => {
      rmdirSync(at('sub'))
      renameSync(at('held'), at('sub'))
    })
    await open.files.revert(inverse, effectContext())
    await isBack
    expect(readFileSync(at('sub/old.txt'), 'utf8')).toBe('old')
  })

  it('puts it into the new one where that stays', async () => {
    await open.files.revert(await away(), effectContext())
    expect(readFileSync(at('sub/old.txt'), 'utf8')).toBe('old')
    expect(readdirSync(at('held'))).toEqual([])
  })
})
