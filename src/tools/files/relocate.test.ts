import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callContext } from '../../../tests/support/call-context'
import { folderTree } from '../../../tests/support/folder-tree'
import { effectContext, type OpenFiles, openFiles, planned } from '../../../tests/support/open-files'
import { otherDisk } from '../../../tests/support/other-disk'
import type { FileInverse } from '../../shared/tool/file-change'
import runtime from './runtime'

let open: OpenFiles
let docs: string
let tools: ReturnType<typeof runtime>

beforeEach(async () => {
  open = openFiles()
  docs = open.docs
  tools = runtime({ files: open.files })
  await open.grants.grant(docs, 'read_write', 'flag')
  mkdirSync(at('sub/deep'), { recursive: true })
  writeFileSync(at('a.txt'), 'a')
  chmodSync(at('a.txt'), 0o640)
  utimesSync(at('a.txt'), 1_500_000_000, 1_500_000_000)
  writeFileSync(at('sub/deep/b.txt'), 'b')
  symlinkSync('a.txt', at('link'))
})
afterEach(() => open.close())

const at = (name: string) => join(docs, name)

type WriteName =
  | 'move_files'
  | 'copy_files'
  | 'restore_files'
  | 'trash_files'
  | 'edit_file'
  | 'create_directory'

/** Plans and applies as the gate does; answers what undoes it. */
async function change(name: WriteName, input: unknown): Promise<() => Promise<() => Promise<unknown>>> {
  const tool = tools[name]
  // The tool and its input belong together; the tests write both.
  const { plan } = planned<never, unknown>((await tool.plan(input as never, callContext)) as never)
  const effect = effectContext()
  await tool.apply(plan, effect)
  const undo = (inverse: FileInverse | undefined) => async () => {
    if (inverse === undefined) throw new Error('nothing journaled')
    const back = effectContext()
    await tool.revert(inverse, back)
    return undo(back.journaled[0]) as () => Promise<unknown>
  }
  return undo(effect.journaled[0])
}

const move = (...items: { from: string; to: string }[]) => change('move_files', { items })
const copy = (...items: { from: string; to: string }[]) => change('copy_files', { items })

describe('move_files', () => {
  it('renames and moves with new folders; undo and redo bring back everything, times and permissions too', async () => {
    const before = folderTree(docs)
    const undo = await move(
      { from: 'a.txt', to: 'new/folder/a2.txt' },
      { from: 'sub', to: 'new/sub2' },
      { from: 'link', to: 'new/folder/' },
    )
    expect(readdirSync(docs)).toEqual(['new'])
    expect(readFileSync(at('new/sub2/deep/b.txt'), 'utf8')).toBe('b')
    expect(readlinkSync(at('new/folder/link'))).toBe('a.txt')
    const after = folderTree(docs)
    const redo = await undo()
    expect(folderTree(docs)).toEqual(before)
    await redo()
    expect(folderTree(docs)).toEqual(after)
  })

  it('puts a thing into a folder that is there', async () => {
    await move({ from: 'a.txt', to: 'sub' })
    expect(readdirSync(at('sub'))).toEqual(['a.txt', 'deep'])
  })

  it.each([
    ['over something', { from: 'a.txt', to: 'sub/deep/b.txt' }, 'already_exists'],
    ['over a link', { from: 'a.txt', to: 'link' }, 'already_exists'],
    ['into itself', { from: 'sub', to: 'sub/deep/sub' }, 'invalid_input'],
    ['what is not there', { from: 'none', to: 'x' }, 'not_found'],
    ['out of the grant', { from: 'a.txt', to: '/tmp/x.txt' }, 'outside_grant'],
    ['into a secret place', { from: 'a.txt', to: '.ssh/authorized_keys' }, 'denied'],
    ['a secret', { from: '.env', to: 'x' }, 'denied'],
  ])('never moves %s', async (_, item, code) => {
    await expect(move(item)).rejects.toMatchObject({ code })
  })

  it('refuses a folder with something protected in it: another name could take the protection off', async () => {
    mkdirSync(at('conf/.config/gh'), { recursive: true })
    writeFileSync(at('conf/.config/gh/hosts.yml'), 'token')
    await expect(move({ from: 'conf/.config', to: 'plain' })).rejects.toMatchObject({ code: 'denied' })
    await expect(copy({ from: 'conf/.config', to: 'plain' })).rejects.toMatchObject({ code: 'denied' })
  })

  it('conflicts, having done nothing, when the source changed or the goal was taken after planning', async () => {
    const plan = async () =>
      planned(
        await tools.move_files.plan(
          {
            items: [
              { from: 'sub', to: 's2' },
              { from: 'a.txt', to: 'b.txt' },
            ],
          },
          callContext,
        ),
      ).plan
    const first = await plan()
    writeFileSync(at('b.txt'), 'mine')
    await expect(tools.move_files.apply(first, effectContext())).rejects.toMatchObject({ code: 'conflict' })
    rmSync(at('b.txt'))
    const second = await plan()
    writeFileSync(at('a.txt'), 'changed')
    await expect(tools.move_files.apply(second, effectContext())).rejects.toMatchObject({ code: 'conflict' })
    expect(existsSync(at('sub'))).toBe(true)
  })

  it('does not undo over something that came to the old place', async () => {
    const undo = await move({ from: 'a.txt', to: 'b.txt' })
    writeFileSync(at('a.txt'), 'mine')
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('mine')
    expect(readFileSync(at('b.txt'), 'utf8')).toBe('a')
  })

  it.runIf(otherDisk !== null)('moves to another disk whole, and back', async () => {
    const other = realpathSync(mkdtempSync(join(otherDisk ?? '', 'countersign-')))
    try {
      await open.grants.grant(other, 'read_write', 'flag')
      const before = folderTree(docs)
      const undo = await move(
        { from: at('a.txt'), to: join(other, 'a.txt') },
        { from: at('sub'), to: join(other, 'sub') },
      )
      expect(readdirSync(docs)).toEqual(['link'])
      expect(readdirSync(other)).toEqual(['a.txt', 'sub'])
      await undo()
      expect(folderTree(docs)).toEqual(before)
      expect(readdirSync(other)).toEqual([])
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })
})

describe('copy_files', () => {
  it('copies bytes, permissions, times and links; undo moves the copies to the trash, redo brings them back', async () => {
    const before = folderTree(docs)
    const undo = await copy(
      { from: 'a.txt', to: 'copies/a.txt' },
      { from: 'sub', to: 'copies/sub' },
      { from: 'link', to: 'copies/' },
    )
    expect(folderTree(at('copies'))).toEqual(before)
    const after = folderTree(docs)
    const redo = await undo()
    expect(folderTree(docs)).toEqual(before)
    await redo()
    expect(folderTree(docs)).toEqual(after)
  })

  it('never overwrites, and does not take back a copy that was changed since', async () => {
    await expect(copy({ from: 'a.txt', to: 'sub/deep/b.txt' })).rejects.toMatchObject({
      code: 'already_exists',
    })
    const undo = await copy({ from: 'a.txt', to: 'b.txt' })
    writeFileSync(at('b.txt'), 'mine')
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(at('b.txt'), 'utf8')).toBe('mine')
  })

  it('copies from a folder that is granted for reading only', async () => {
    const source = join(open.base, 'readable')
    mkdirSync(source)
    writeFileSync(join(source, 'r.txt'), 'r')
    await open.grants.grant(source, 'read', 'flag')
    await copy({ from: join(source, 'r.txt'), to: at('r.txt') })
    expect(readFileSync(at('r.txt'), 'utf8')).toBe('r')
    await expect(move({ from: join(source, 'r.txt'), to: at('r2.txt') })).rejects.toMatchObject({
      code: 'denied',
    })
  })
})

describe('restore_files', () => {
  it('brings back by trash id or by former path, with the folders above; undo puts it into the trash again', async () => {
    const before = folderTree(docs)
    const { plan } = planned(
      await tools.trash_files.plan({ paths: ['a.txt', 'sub/deep/b.txt'] }, callContext),
    )
    await tools.trash_files.apply(plan, effectContext())
    rmSync(at('sub'), { recursive: true })
    const id = plan.outcome.results.find(({ name }) => name === 'a.txt')?.trash_id ?? ''
    const undo = await change('restore_files', { items: [id, at('sub/deep/b.txt')] })
    expect(folderTree(docs)).toEqual(before)
    await undo()
    expect(readdirSync(docs)).toEqual(['link'])
    await expect(change('restore_files', { items: ['never.txt'] })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('tells the day by the clock of this machine', async () => {
    await change('trash_files', { paths: ['a.txt'] })
    const daySaid = async (zone: string) => {
      vi.stubEnv('TZ', zone)
      const { preview } = planned(await tools.restore_files.plan({ items: ['a.txt'] }, callContext))
      return preview.targets[0]?.detail
    }
    try {
      // A day and an hour lie between them, so that no moment is on the same day in both.
      expect(await daySaid('Pacific/Kiritimati')).not.toBe(await daySaid('Pacific/Niue'))
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('never overwrites what is there by now', async () => {
    await change('trash_files', { paths: ['a.txt'] })
    writeFileSync(at('a.txt'), 'mine')
    await expect(change('restore_files', { items: ['a.txt'] })).rejects.toMatchObject({
      code: 'already_exists',
    })
  })

  it('leaves the undo of the removal nothing to do', async () => {
    const undoTrash = await change('trash_files', { paths: ['a.txt'] })
    await change('restore_files', { items: ['a.txt'] })
    await undoTrash()
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('a')
  })
})

it('takes some of a batch when only those are approved, with only the folders that they need', async () => {
  const { plan, preview } = planned(
    await tools.move_files.plan(
      {
        items: [
          { from: 'a.txt', to: 'new/one/a.txt' },
          { from: 'link', to: 'new/two/link' },
        ],
      },
      callContext,
    ),
  )
  const narrowed = await tools.move_files.narrow?.({ plan, preview }, { items: [1] }, callContext)
  expect(narrowed?.preview).toMatchObject({
    summary: 'Move 1 item: "link"',
    targets: [{ label: 'link' }, { reference: at('new') }, { reference: at('new/two') }],
    changes: [{ label: 'link' }],
  })
  if (narrowed === undefined) throw new Error('not narrowed')
  await tools.move_files.apply(narrowed.plan, effectContext())
  expect(readdirSync(at('new'))).toEqual(['two'])
  expect(existsSync(at('a.txt'))).toBe(true)
  await expect(
    tools.move_files.narrow?.({ plan, preview }, { items: [2] }, callContext),
  ).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

it('takes back changes that build on each other, in reverse order, to exactly what was there', async () => {
  const before = folderTree(docs)
  const edits = (old_text: string, new_text: string) => [{ old_text, new_text, replace_all: false }]
  const undos = [
    await move({ from: 'a.txt', to: 'b.txt' }),
    await change('edit_file', { path: 'b.txt', edits: edits('a', 'A') }),
    await copy({ from: 'b.txt', to: 'c.txt' }),
    await change('edit_file', { path: 'c.txt', edits: edits('A', 'C') }),
    await move({ from: 'sub', to: 'other' }),
    await change('edit_file', { path: 'other/deep/b.txt', edits: edits('b', 'B') }),
    await change('create_directory', { path: 'other/more/levels' }),
    await move({ from: 'c.txt', to: 'other/more/levels/c.txt' }),
    await change('trash_files', { paths: ['other'] }),
    await change('restore_files', { items: ['other'] }),
  ]
  for (const undo of undos.reverse()) await undo()
  expect(folderTree(docs)).toEqual(before)
})
