import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callContext } from '../../../tests/support/call-context'
import { effectContext, type OpenFiles, openFiles, planned } from '../../../tests/support/open-files'
import type { UndoChoice } from '../../shared/contract/undo-choices'
import type { FileInverse } from '../../shared/tool/file-change'
import runtime from './runtime'

let open: OpenFiles
let tools: ReturnType<typeof runtime>

beforeEach(async () => {
  open = openFiles()
  tools = runtime({ files: open.files })
  await open.grants.grant(open.docs, 'read_write', 'flag')
})
afterEach(() => open.close())

const at = (name: string) => join(open.docs, name)
const put = (name: string, text: string) => writeFileSync(at(name), text)
const read = (name: string) => readFileSync(at(name), 'utf8')

/** Every file and folder below the granted folder, with the text of files. */
function tree(folder = open.docs, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...readdirSync(folder).map((name) => {
      const path = join(folder, name)
      return lstatSync(path).isDirectory()
        ? { [`${prefix}${name}/`]: '', ...tree(path, `${prefix}${name}/`) }
        : { [`${prefix}${name}`]: readFileSync(path, 'utf8') }
    }),
  )
}

type Name = 'create_file' | 'edit_file' | 'move_files' | 'copy_files' | 'trash_files' | 'create_directory'

/** Applies a tool and answers its undo: refused, compared and chosen on as the gate does it. */
async function applied(name: Name, input: unknown) {
  const tool = tools[name]
  // The tool and its input belong together; the tests write both.
  const { plan } = planned<never, unknown>((await tool.plan(input as never, callContext)) as never)
  const effect = effectContext()
  await tool.apply(plan, effect)
  const [inverse] = effect.journaled
  if (inverse === undefined) throw new Error('nothing journaled')
  const revert = async (from: FileInverse): Promise<FileInverse> => {
    const back = effectContext()
    await tool.revert(from, back)
    const [journaled] = back.journaled
    if (journaled === undefined) throw new Error('nothing journaled')
    return journaled
  }
  return {
    undo: () => revert(inverse),
    revert,
    differences: async () => (await tool.compare?.(inverse, callContext)) ?? [],
    /** Refused before, as chosen then; answers what undoes the undo. */
    async choose(choice: UndoChoice): Promise<FileInverse> {
      const before = tree()
      await expect(revert(inverse)).rejects.toMatchObject({ code: 'conflict' })
      expect(tree()).toEqual(before)
      const rebased = await tool.rebase?.(inverse, () => choice, callContext)
      if (!rebased) throw new Error('all of it was kept')
      return revert(rebased)
    },
    inverse,
    items: async () => (await tool.items?.(inverse, callContext)) ?? [],
    async only(...references: string[]): Promise<FileInverse> {
      const part = tool.onlyItems?.(inverse, new Set(references))
      if (part === undefined) throw new Error('only all of it can be undone')
      return revert(part)
    },
    keeps: async () => (await tool.rebase?.(inverse, () => 'keep', callContext)) === null,
  }
}

const move = (from: string, to: string) => applied('move_files', { items: [{ from, to }] })

describe('undo of a move where a file stands at the old place now', () => {
  const moved = async () => {
    put('a.txt', 'old')
    const change = await move('a.txt', 'sub/b.txt')
    put('a.txt', 'mine')
    return change
  }

  it('shows both, and can keep, replace, or put it beside', async () => {
    const change = await moved()
    expect(await change.differences()).toEqual([
      {
        label: 'a.txt',
        reference: at('a.txt'),
        obstacle: 'taken',
        choices: ['keep', 'replace', 'beside'],
        beside: at('a (restored).txt'),
        theirs: 'mine',
        restored: 'old',
        shown: true,
        fields: [],
      },
    ])
    expect(await change.keeps()).toBe(true)
    expect(tree()).toEqual({ 'a.txt': 'mine', 'sub/': '', 'sub/b.txt': 'old' })
  })

  it('puts the old one back under a free name', async () => {
    const change = await moved()
    put('a (restored).txt', 'also mine')
    const redo = await change.choose('beside')
    expect(tree()).toEqual({ 'a.txt': 'mine', 'a (restored).txt': 'also mine', 'a (restored 2).txt': 'old' })
    await change.revert(redo)
    expect(tree()).toMatchObject({ 'a.txt': 'mine', 'sub/b.txt': 'old' })
  })

  it('moves theirs to the trash and brings it back with the undo of the undo', async () => {
    const change = await moved()
    const redo = await change.choose('replace')
    expect(tree()).toEqual({ 'a.txt': 'old' })
    const again = await change.revert(redo)
    expect(tree()).toEqual({ 'a.txt': 'mine', 'sub/': '', 'sub/b.txt': 'old' })
    await change.revert(again)
    expect(tree()).toEqual({ 'a.txt': 'old' })
  })

  it('leaves everything as it was when the process ended before its first step', async () => {
    const change = await moved()
    const before = tree()
    const redo = await change.choose('replace')
    await change.revert(redo)
    expect(tree()).toEqual(before)
    // The same inverse again: what it takes back never happened.
    await expect(change.revert(redo)).resolves.toBeDefined()
    expect(tree()).toEqual(before)
  })
})

it('moves back what was changed at its new place as it is now, when that is chosen', async () => {
  put('a.txt', 'old')
  const change = await move('a.txt', 'b.txt')
  put('b.txt', 'edited')
  expect(await change.differences()).toMatchObject([
    { obstacle: 'changed_where_it_is', choices: ['keep', 'replace'], beside: null },
  ])
  const redo = await change.choose('replace')
  expect(tree()).toEqual({ 'a.txt': 'edited' })
  await change.revert(redo)
  expect(tree()).toEqual({ 'b.txt': 'edited' })
})

it('says that what was moved is gone, and can only keep that', async () => {
  put('a.txt', 'old')
  const change = await move('a.txt', 'b.txt')
  rmSync(at('b.txt'))
  expect(await change.differences()).toMatchObject([{ obstacle: 'gone', choices: ['keep'] }])
  await expect(change.choose('replace')).rejects.toMatchObject({ code: 'conflict' })
})

it('undoes the other items of a move when one is kept', async () => {
  for (const name of ['a.txt', 'b.txt']) put(name, name)
  const change = await applied('move_files', {
    items: ['a.txt', 'b.txt'].map((from) => ({ from, to: `sub/${from}` })),
  })
  put('a.txt', 'mine')
  await change.choose('keep')
  expect(tree()).toEqual({ 'a.txt': 'mine', 'b.txt': 'b.txt', 'sub/': '', 'sub/a.txt': 'a.txt' })
})

it('makes the folder again that a moved file came from, when that is chosen', async () => {
  mkdirSync(at('x/y'), { recursive: true })
  put('x/y/a.txt', 'old')
  const change = await move('x/y/a.txt', 'a.txt')
  rmSync(at('x'), { recursive: true })
  expect(await change.differences()).toMatchObject([{ obstacle: 'container_gone' }])
  const redo = await change.choose('replace')
  expect(tree()).toEqual({ 'x/': '', 'x/y/': '', 'x/y/a.txt': 'old' })
  await change.revert(redo)
  expect(tree()).toEqual({ 'a.txt': 'old' })
})

describe('undo of moving to the trash where something has the name now', () => {
  it.each(['file', 'folder'] as const)(
    'a %s goes to the trash when that is chosen, and comes back',
    async (kind) => {
      put('a.txt', 'old')
      const change = await applied('trash_files', { paths: [at('a.txt')] })
      if (kind === 'file') put('a.txt', 'mine')
      else mkdirSync(at('a.txt/inner'), { recursive: true })
      const mine = tree()
      const [difference] = await change.differences()
      expect(difference).toMatchObject({ obstacle: 'taken', choices: ['keep', 'replace', 'beside'] })
      expect(difference?.restored).toBe('old')
      const redo = await change.choose('replace')
      expect(tree()).toEqual({ 'a.txt': 'old' })
      await change.revert(redo)
      expect(tree()).toEqual(mine)
    },
  )

  it('comes back beside it when that is chosen', async () => {
    put('a.txt', 'old')
    const change = await applied('trash_files', { paths: [at('a.txt')] })
    put('a.txt', 'mine')
    await change.choose('beside')
    expect(tree()).toEqual({ 'a.txt': 'mine', 'a (restored).txt': 'old' })
  })
})

it('moves a copy that was changed since to the trash as it is, when that is chosen', async () => {
  put('a.txt', 'old')
  const change = await applied('copy_files', { items: [{ from: 'a.txt', to: 'b.txt' }] })
  put('b.txt', 'mine')
  expect(await change.differences()).toMatchObject([
    { obstacle: 'changed', choices: ['keep', 'replace'], theirs: 'mine', restored: null },
  ])
  const redo = await change.choose('replace')
  expect(tree()).toEqual({ 'a.txt': 'old' })
  await change.revert(redo)
  expect(tree()).toEqual({ 'a.txt': 'old', 'b.txt': 'mine' })
})

it('removes a folder with what came into it, when that is chosen, and brings it back', async () => {
  const change = await applied('create_directory', { path: at('x/y') })
  put('x/y/mine.txt', 'mine')
  expect(await change.differences()).toMatchObject([
    { reference: at('x/y'), obstacle: 'filled', choices: ['keep', 'replace'] },
  ])
  expect(await change.keeps()).toBe(false)
  const redo = await change.choose('replace')
  expect(tree()).toEqual({})
  await change.revert(redo)
  expect(tree()).toEqual({ 'x/': '', 'x/y/': '', 'x/y/mine.txt': 'mine' })
})

it('restores an edited file beside the one that was edited further', async () => {
  put('a.txt', 'one')
  const change = await applied('edit_file', {
    path: at('a.txt'),
    edits: [{ old_text: 'one', new_text: 'two' }],
  })
  put('a.txt', 'mine')
  await change.choose('beside')
  expect([read('a.txt'), read('a (restored).txt')]).toEqual(['mine', 'one'])
})

it('finds nothing in the way where nothing was changed', async () => {
  put('a.txt', 'old')
  const change = await move('a.txt', 'sub/b.txt')
  expect(await change.differences()).toEqual([])
  await change.undo()
  expect(tree()).toEqual({ 'a.txt': 'old' })
  renameSync(at('a.txt'), at('c.txt'))
  expect(existsSync(at('sub'))).toBe(false)
})

describe('single things of a change of many', () => {
  const many = ['a.txt', 'b.txt', 'c.txt']
  beforeEach(() => {
    for (const name of many) put(name, name)
  })
  const moves = { items: many.map((name) => ({ from: name, to: `new/deep/${name}` })) }

  it('go back alone, and the folder that was made stays for the others', async () => {
    const { items, only, undo } = await applied('move_files', moves)
    expect(await items()).toMatchObject(
      many.map((name) => ({ target: { label: name, reference: at(`new/deep/${name}`) }, undone: false })),
    )
    const redo = await only(at('new/deep/b.txt'))
    expect(Object.keys(tree()).sort()).toEqual([
      ...['b.txt', 'new/', 'new/deep/', 'new/deep/a.txt', 'new/deep/c.txt'],
    ])
    expect((await items()).filter(({ undone }) => undone).map(({ target }) => target.label)).toEqual([
      'b.txt',
    ])
    expect(redo.transitions.filter(({ op }) => op === 'move')).toMatchObject([{ path: at('b.txt') }])
    await undo()
    expect(tree()).toEqual({ 'a.txt': 'a.txt', 'b.txt': 'b.txt', 'c.txt': 'c.txt' })
  })

  it('are moved again when that is undone', async () => {
    const { only, revert } = await applied('move_files', moves)
    const moved = tree()
    await revert(await only(at('new/deep/a.txt'), at('new/deep/b.txt')))
    expect(tree()).toEqual(moved)
  })

  it('come back from the trash, and the rest when all is undone', async () => {
    const { only, undo, items } = await applied('trash_files', { paths: many })
    await only(at('c.txt'))
    expect(tree()).toEqual({ 'c.txt': 'c.txt' })
    put('c.txt', 'changed since')
    expect((await items()).map(({ undone }) => undone)).toEqual([false, false, true])
    await undo()
    expect(tree()).toEqual({ 'a.txt': 'a.txt', 'b.txt': 'b.txt', 'c.txt': 'changed since' })
  })

  it('are copies that go alone', async () => {
    const { only } = await applied('copy_files', {
      items: many.map((name) => ({ from: name, to: `copies/${name}` })),
    })
    await only(at('copies/a.txt'), at('copies/c.txt'))
    expect(tree()).toMatchObject({ 'copies/b.txt': 'b.txt' })
    expect(Object.keys(tree())).toHaveLength(5)
  })

  it('are not as they were when they were changed since, and nothing is touched', async () => {
    const { items, only } = await applied('move_files', moves)
    put('new/deep/a.txt', 'mine')
    const before = tree()
    await expect(only(at('new/deep/a.txt'), at('new/deep/b.txt'))).rejects.toMatchObject({ code: 'conflict' })
    expect(tree()).toEqual(before)
    expect((await items()).every(({ undone }) => !undone)).toBe(true)
  })

  it('are none where one lies in another', async () => {
    mkdirSync(at('folder'))
    put('folder/inner.txt', 'inner')
    const inner = await applied('trash_files', { paths: ['folder/inner.txt'] })
    const outer = await applied('trash_files', { paths: ['folder'] })
    const transitions = [...outer.inverse.transitions, ...inner.inverse.transitions]
    expect(await open.files.inverseItems({ ...outer.inverse, transitions })).toEqual([])
    expect(await open.files.inverseItems(outer.inverse)).toHaveLength(1)
  })
})
