import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectContext, type OpenFiles, openFiles, planText } from '../../../tests/support/open-files'
import { otherDisk } from '../../../tests/support/other-disk'
import { identifyEntry } from './entry-identity'
import { removeTree } from './remove-tree'

let open: OpenFiles
const signal = new AbortController().signal
beforeEach(async () => {
  open = openFiles()
  await open.grants.grant(open.docs, 'read_write', 'dialog')
  mkdirSync(join(open.docs, 'odd'))
})
afterEach(() => open.close())

const shell = (script: string) =>
  execFileSync('bash', ['-c', script], { cwd: join(open.docs, 'odd'), stdio: 'pipe' })

// Takes an administrator, and a file system that knows it.
const canProtect =
  process.platform === 'linux' &&
  (() => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-protect-'))
    const { status } = spawnSync('chattr', ['+i', folder])
    spawnSync('chattr', ['-i', folder])
    rmSync(folder, { recursive: true })
    return status === 0
  })()

describe.runIf(canProtect)('a file that nobody may change', () => {
  const path = () => join(open.docs, 'odd', 'a.txt')
  beforeEach(() => {
    writeFileSync(path(), 'before')
    shell('chattr +i a.txt')
  })
  afterEach(() => void shell('chattr -i a.txt'))

  it('is told as that, and not as the account’s rights, and leaves nothing beside it', async () => {
    const change = await planText(open.files, path(), 'after')
    await expect(open.files.apply(change, effectContext())).rejects.toMatchObject({
      code: 'denied',
      said: { code: 'disk.path_protected' },
    })
    expect(readdirSync(join(open.docs, 'odd'))).toEqual(['a.txt'])
  })

  it('is told as that where its folder is removed, too', async () => {
    await expect(removeTree(path())).rejects.toMatchObject({ code: 'EPERM' })
  })
})

// Windows has no pipes in folders, and macOS refuses such names.
describe.runIf(process.platform === 'linux')('a folder with odd things in it', () => {
  it('is not removed, moved or copied where a name in it is not Unicode, and the sentence says that', async () => {
    shell("touch $'caf\\xe9'")
    const odd = join(open.docs, 'odd')
    const item = [{ from: odd, to: join(open.docs, 'new') }]
    for (const plan of [
      () => open.files.planRemovals([odd], signal),
      () => open.files.planMoves(item, signal),
      () => open.files.planCopies(item, signal),
    ]) {
      await expect(plan()).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringContaining('not valid Unicode'),
      })
    }
  })

  it('has its links copied byte for byte, also where they lead to a name that is not Unicode', async () => {
    shell("ln -s $'caf\\xe9' link")
    const target = (folder: string) => readlinkSync(join(folder, 'link'), { encoding: 'buffer' })
    const [odd, goal] = [join(open.docs, 'odd'), join(open.docs, 'new')]
    const { change } = await open.files.planCopies([{ from: odd, to: goal }], signal)
    await open.files.apply(change, effectContext())
    expect(target(goal)).toEqual(target(odd))
  })

  it('is known by the bytes that a link in it has', async () => {
    shell("ln -s $'caf\\xe9' link")
    const before = await identifyEntry(join(open.docs, 'odd'))
    shell("ln -sfn $'caf\\xe8' link")
    expect((await identifyEntry(join(open.docs, 'odd'))).fingerprint).not.toBe(before.fingerprint)
  })

  it('is not proposed to be copied where it has a pipe in it, and the sentence names it', async () => {
    shell('mkdir -p in && mkfifo in/pipe')
    writeFileSync(join(open.docs, 'odd/a.txt'), 'a')
    const copied = open.files.planCopies(
      [{ from: join(open.docs, 'odd'), to: join(open.docs, 'new') }],
      signal,
    )
    await expect(copied).rejects.toMatchObject({
      code: 'unsupported',
      message: `"${join(open.docs, 'odd/in/pipe')}" is a device or a pipe, of which there can be no copy. Nothing was changed.`,
    })
  })

  it.runIf(otherDisk !== null)(
    'is not moved to another disk with a pipe in it, and nothing of it is left there',
    async () => {
      shell('mkfifo pipe')
      writeFileSync(join(open.docs, 'odd/a.txt'), 'a')
      const there = mkdtempSync(join(otherDisk ?? '', 'odd-'))
      try {
        await open.grants.grant(there, 'read_write', 'dialog')
        const item = { from: join(open.docs, 'odd'), to: join(there, 'new') }
        const { change } = await open.files.planMoves([item], signal)
        await expect(open.files.apply(change, effectContext())).rejects.toThrow(
          /^"pipe" is a device or a pipe/,
        )
        expect(readdirSync(there)).toEqual([])
        expect(readdirSync(item.from)).toEqual(['a.txt', 'pipe'])
      } finally {
        rmSync(there, { recursive: true })
      }
    },
  )
})
