import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpGatedFiles } from '../../../tests/support/gated-files'
import { person } from '../../shared/actor'
import type { Proposal } from '../../shared/contract/changes'

// Changes of files that build on others of the same run that nobody has decided yet.

const signal = new AbortController().signal

const desk = setUpGatedFiles()
const { at, call, propose } = desk
function put(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), text)
}
const read = (name: string) => readFileSync(at(name), 'utf8')
/** Every file below a folder with its text. */
function tree(name: string): Record<string, string> {
  const below = readdirSync(at(name), { recursive: true, encoding: 'utf8' }).sort()
  const files = below.filter((path) => statSync(at(join(name, path))).isFile())
  return Object.fromEntries(files.map((path) => [path, read(join(name, path))]))
}
/** Other text of the same size and time. */
function rewriteUnseen(name: string, text: string): void {
  const { atime, mtime } = statSync(at(name))
  writeFileSync(at(name), text)
  utimesSync(at(name), atime, mtime)
}
async function refused(tool: string, input: unknown): Promise<string | undefined> {
  const outcome = await call(tool, input)
  if (outcome.status === 'proposed') throw new Error('It was proposed.')
  return outcome.result.error?.code
}
async function apply({ id, planHash, typeToConfirm }: Proposal) {
  return desk.gate.approve({ id, planHash, typed: typeToConfirm ?? undefined, by: person })
}
async function applied(...proposals: readonly Proposal[]): Promise<void> {
  for (const each of proposals) {
    const { proposal, result } = await apply(each)
    expect(proposal.status, result?.content).toBe('applied')
  }
}
const move = (from: string, to: string) => propose('move_files', { items: [{ from: at(from), to: at(to) }] })
const copy = (from: string, to: string) => propose('copy_files', { items: [{ from: at(from), to: at(to) }] })
const create = (name: string, content: string) => propose('create_file', { path: at(name), content })
const edit = (name: string, old_text: string, new_text: string) =>
  propose('edit_file', { path: at(name), edits: [{ old_text, new_text }] })
const trash = (...names: string[]) => propose('trash_files', { paths: names.map(at) })
const numbersOf = ({ needs }: Proposal) => needs.map(({ number }) => number)
const undo = async (proposal: Proposal) =>
  desk.gate.undo({ id: desk.gate.proposal(proposal.id).changeId ?? '', by: person, signal })

describe('a file that a pending proposal creates', () => {
  it.each([
    ['moved', (name: string) => move(name, 'there/b.txt'), ['there/b.txt']],
    ['copied', (name: string) => copy(name, 'b.txt'), ['a.txt', 'b.txt']],
    ['moved to the trash', (name: string) => trash(name), []],
  ])('can be %s, needs it, and both are undone', async (_, build, left) => {
    const made = await create('a.txt', 'new\n')
    const next = await build('a.txt')
    expect(numbersOf(next)).toEqual([made.number])
    await expect(apply(next)).rejects.toMatchObject({ code: 'conflict' })
    await applied(made, next)
    const files = readdirSync(desk.open.docs, { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => name.endsWith('.txt')).sort()).toEqual(left)
    for (const name of left) expect(read(name)).toBe('new\n')
    await undo(next)
    expect(readdirSync(desk.open.docs)).toEqual(['a.txt'])
    await undo(made)
    expect(readdirSync(desk.open.docs)).toEqual([])
  })

  it('is held to what was to be created', async () => {
    const made = await create('a.txt', 'new\n')
    const next = await move('a.txt', 'b.txt')
    await applied(made)
    put('a.txt', 'somebody else\n')
    expect((await apply(next)).proposal).toMatchObject({ status: 'conflict' })
    expect(read('a.txt')).toBe('somebody else\n')
    expect(existsSync(at('b.txt'))).toBe(false)
  })

  it('is held to the permissions that it was to have', async () => {
    const made = await create('a.txt', 'new\n')
    const next = await trash('a.txt')
    await applied(made)
    chmodSync(at('a.txt'), 0o755)
    expect((await apply(next)).proposal).toMatchObject({ status: 'conflict' })
    expect(statSync(at('a.txt')).mode & 0o777).toBe(0o755)
  })

  it('is rejected together with what builds on it', async () => {
    const made = await create('a.txt', 'new\n')
    const moved = await move('a.txt', 'b.txt')
    const edited = await edit('b.txt', 'new', 'newer')
    expect(numbersOf(edited)).toEqual([moved.number])
    desk.gate.reject({ id: made.id, reason: '', by: person })
    for (const { id } of [made, moved, edited]) expect(desk.gate.proposal(id).status).toBe('rejected')
  })
})

it('goes on with a file through edits, moves and a copy that all wait', async () => {
  put('a.txt', 'one\n')
  const steps = [
    await edit('a.txt', 'one', 'two'),
    await move('a.txt', 'b.txt'),
    await edit('b.txt', 'two', 'three'),
    await propose('append_to_file', { path: at('b.txt'), content: 'more\n' }),
    await copy('b.txt', 'c.txt'),
    await edit('c.txt', 'three', 'four'),
    await trash('b.txt'),
    await create('a.txt', 'again\n'),
  ]
  await applied(...steps)
  expect(readdirSync(desk.open.docs).sort()).toEqual(['a.txt', 'c.txt'])
  expect([read('a.txt'), read('c.txt')]).toEqual(['again\n', 'four\nmore\n'])
  for (const step of steps.toReversed()) await undo(step)
  expect(readdirSync(desk.open.docs)).toEqual(['a.txt'])
  expect(read('a.txt')).toBe('one\n')
})

describe('a folder that a pending proposal creates or moves', () => {
  it('takes new files and what is moved into it', async () => {
    put('loose.txt', 'loose\n')
    const folder = await propose('create_directory', { path: at('made') })
    const file = await create('made/deep/a.txt', 'a\n')
    const moved = await move('loose.txt', 'made')
    expect(numbersOf(file)).toEqual([folder.number])
    expect(moved.preview.targets[0]).toMatchObject({ to: at('made/loose.txt') })
    expect(numbersOf(moved)).toContain(folder.number)
    expect(await refused('create_directory', { path: at('made') })).toBe('already_exists')
    await applied(folder, file, moved)
    expect([read('made/deep/a.txt'), read('made/loose.txt')]).toEqual(['a\n', 'loose\n'])
  })

  it('has its files where they will be: they are edited, moved on, and not made twice', async () => {
    put('old/a.txt', 'a\n')
    put('old/b.txt', 'b\n')
    const moved = await move('old', 'new')
    expect(await refused('create_file', { path: at('new/a.txt'), content: 'x' })).toBe('already_exists')
    expect(
      await refused('edit_file', { path: at('old/a.txt'), edits: [{ old_text: 'a', new_text: 'x' }] }),
    ).toBe('not_found')
    expect(await refused('trash_files', { paths: [at('old')] })).toBe('not_found')
    const edited = await edit('new/a.txt', 'a', 'A')
    const out = await move('new/b.txt', 'b.txt')
    const fresh = await create('new/c.txt', 'c\n')
    const back = await create('old/a.txt', 'another\n')
    for (const each of [edited, out, fresh, back]) expect(numbersOf(each)).toEqual([moved.number])
    await applied(moved, edited, out, fresh, back)
    expect([read('new/a.txt'), read('b.txt'), read('new/c.txt'), read('old/a.txt')]).toEqual([
      'A\n',
      'b\n',
      'c\n',
      'another\n',
    ])
  })

  it('can itself be moved on, copied and removed, whatever in it is undecided', async () => {
    put('old/a.txt', 'a\n')
    put('old/b.txt', 'b\n')
    put('old/deep/c.txt', 'c\n')
    put('loose.txt', 'loose\n')
    const steps = [
      await move('old', 'new'),
      await edit('new/a.txt', 'a', 'A'),
      await trash('new/b.txt'),
      await create('new/fresh/d.txt', 'd\n'),
      await move('loose.txt', 'new/deep'),
      await move('new', 'newest'),
      await edit('newest/fresh/d.txt', 'd', 'D'),
      await copy('newest', 'twin'),
      await trash('newest'),
      await edit('twin/deep/c.txt', 'c', 'C'),
      await move('twin', 'end'),
    ]
    expect(steps[8]?.preview.targets[0]).toMatchObject({
      detail: 'folder with 4 files',
      reference: at('newest'),
    })
    await applied(...steps)
    expect(readdirSync(desk.open.docs)).toEqual(['end'])
    expect(tree('end')).toEqual({
      'a.txt': 'A\n',
      'deep/c.txt': 'C\n',
      'deep/loose.txt': 'loose\n',
      'fresh/d.txt': 'D\n',
    })
    for (const step of steps.toReversed()) await undo(step)
    expect(tree('.')).toEqual({
      'loose.txt': 'loose\n',
      'old/a.txt': 'a\n',
      'old/b.txt': 'b\n',
      'old/deep/c.txt': 'c\n',
    })
  })

  it.each([
    ['moved', () => move('made', 'there'), ['there', 'there/deep', 'there/deep/a.txt']],
    [
      'copied',
      () => copy('made', 'there'),
      ['made', 'made/deep', 'made/deep/a.txt', 'there', 'there/deep', 'there/deep/a.txt'],
    ],
    ['moved to the trash', () => trash('made'), []],
  ])('that is new with what is in it can be %s', async (_, build, left) => {
    const folder = await propose('create_directory', { path: at('made/deep') })
    const file = await create('made/deep/a.txt', 'a\n')
    const next = await build()
    expect(numbersOf(next)).toEqual([file.number])
    await applied(folder, file, next)
    expect(readdirSync(desk.open.docs, { recursive: true, encoding: 'utf8' }).sort()).toEqual(left)
  })

  it.each([
    ['another file comes', () => put('new/b.txt', 'b\n')],
    ['a file goes', () => rmSync(at('new/deep/c.txt'))],
    ['a new file holds something else', () => put('new/d.txt', 'somebody else\n')],
    ['an edited file is edited again', () => put('new/a.txt', 'AA\n')],
    ['a file that only moves along is written to', () => rewriteUnseen('new/deep/c.txt', 'x\n')],
    ['a file gets other permissions', () => chmodSync(at('new/d.txt'), 0o755)],
    [
      'a link takes the place of a file',
      () => {
        rmSync(at('new/d.txt'))
        symlinkSync(at('new/a.txt'), at('new/d.txt'))
      },
    ],
    [
      'another folder takes its place',
      () => {
        renameSync(at('new'), at('aside'))
        cpSync(at('aside'), at('new'), { recursive: true, preserveTimestamps: true })
      },
    ],
  ])('is left alone where %s before it is moved on', async (_, meddle) => {
    put('old/a.txt', 'a\n')
    put('old/deep/c.txt', 'c\n')
    const before = [
      await move('old', 'new'),
      await edit('new/a.txt', 'a', 'A'),
      await create('new/d.txt', 'd\n'),
    ]
    const next = await trash('new')
    await applied(...before)
    meddle()
    const there = tree('new')
    expect((await apply(next)).proposal).toMatchObject({ status: 'conflict' })
    expect(tree('new')).toEqual(there)
  })

  it('brings nothing protected to another name, though it is only proposed', async () => {
    put('old/a.txt', 'a\n')
    await move('old', 'new')
    await create('new/gcloud/keys.txt', 'k\n')
    expect(await refused('move_files', { items: [{ from: at('new'), to: at('.config') }] })).toBe('denied')
    expect(await refused('move_files', { items: [{ from: at('new'), to: at('.ssh') }] })).toBe('denied')
    expect(await refused('create_file', { path: at('new/.env'), content: 'x' })).toBe('denied')
  })

  it('does not lead through a link that it brings along', async () => {
    const outside = join(desk.open.base, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'secret.txt'), 'secret\n')
    put('old/a.txt', 'a\n')
    symlinkSync(outside, at('old/way'))
    await move('old', 'new')
    expect(
      await refused('move_files', { items: [{ from: at('new/way/secret.txt'), to: at('b.txt') }] }),
    ).toBe('denied')
    expect(
      await refused('copy_files', { items: [{ from: at('new/way/secret.txt'), to: at('b.txt') }] }),
    ).toBe('denied')
    expect(await refused('trash_files', { paths: [at('new/way/secret.txt')] })).toBe('denied')
    expect(await refused('create_file', { path: at('new/way/b.txt'), content: 'x' })).toBe('denied')
  })
})

describe('what a pending proposal brings back from the trash', () => {
  it('takes new files, moves on and goes again', async () => {
    put('old/a.txt', 'a\n')
    const gone = await trash('old')
    await applied(gone)
    const steps = [
      await propose('restore_files', { items: [at('old')] }),
      await create('old/b.txt', 'b\n'),
      await move('old', 'new'),
      await move('new/a.txt', 'a.txt'),
    ]
    await applied(...steps)
    expect(tree('.')).toEqual({ 'a.txt': 'a\n', 'new/b.txt': 'b\n' })
    for (const step of steps.toReversed()) await undo(step)
    expect(tree('.')).toEqual({})
  })

  it('is edited once it is there', async () => {
    put('a.txt', 'a\n')
    await applied(await trash('a.txt'))
    await propose('restore_files', { items: [at('a.txt')] })
    expect(await refused('edit_file', { path: at('a.txt'), edits: [{ old_text: 'a', new_text: 'b' }] })).toBe(
      'busy',
    )
    expect(await refused('create_file', { path: at('a.txt'), content: 'x' })).toBe('already_exists')
  })
})

it('overwrites what a pending proposal creates, in part too', async () => {
  const lines = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('')
  const made = await create('a.txt', lines)
  const over = await propose('overwrite_file', {
    path: at('a.txt'),
    content: lines.replace('line 1\n', 'LINE 1\n').replace('line 18\n', 'LINE 18\n'),
  })
  expect(numbersOf(over)).toEqual([made.number])
  await applied(made)
  const { proposal } = await desk.gate.approve({
    id: over.id,
    planHash: over.planHash,
    choice: { hunks: [{ change: 0, hunk: 1 }] },
    by: person,
  })
  expect(proposal.status).toBe('applied')
  expect(read('a.txt')).toBe(lines.replace('line 18\n', 'LINE 18\n'))
})
