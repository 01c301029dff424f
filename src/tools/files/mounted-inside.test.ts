import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setUpGatedFiles } from '../../../tests/support/gated-files'
import { person } from '../../shared/actor'

const desk = setUpGatedFiles()
const { at, call, propose, approve } = desk

// Only an administrator can mount.
const canMount = process.platform === 'linux' && process.getuid?.() === 0
let mounted: string[] = []

function mount(path: string, ...how: readonly string[]): void {
  mkdirSync(path, { recursive: true })
  execFileSync('mount', [...how, path])
  mounted.unshift(path)
}
const otherDisk = (name: string) => {
  mount(at(name), '-t', 'tmpfs', '-o', 'size=1m', 'none')
  writeFileSync(at(`${name}/precious.txt`), 'precious')
}
const elsewhere = (name: string) => {
  const folder = join(desk.open.base, 'elsewhere')
  mkdirSync(folder)
  writeFileSync(join(folder, 'precious.txt'), 'precious')
  mount(at(name), '--bind', folder)
}
const unmountAll = () => {
  for (const path of mounted) execFileSync('umount', ['-l', path])
  mounted = []
}
afterEach(unmountAll)

describe.runIf(canMount)('a file that is mounted from elsewhere', () => {
  it.each([
    ['overwrite_file', () => ({ path: at('a.txt'), content: 'other\n' })],
    ['edit_file', () => ({ path: at('a.txt'), edits: [{ old_text: 'one', new_text: 'ONE' }] })],
  ])('is in use, which %s tells, and leaves all as it was', async (tool, input) => {
    const file = join(desk.open.base, 'elsewhere.txt')
    for (const path of [file, at('a.txt')]) writeFileSync(path, 'one\n')
    execFileSync('mount', ['--bind', file, at('a.txt')])
    mounted.unshift(at('a.txt'))
    const { proposal } = await approve(await propose(tool, input()))
    expect(proposal).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/a\.txt" is in use by/),
    })
    expect(readFileSync(file, 'utf8')).toBe('one\n')
    expect(readdirSync(desk.open.docs)).toEqual(['a.txt'])
  })
})

describe.runIf(canMount)('a folder in which something else is mounted', () => {
  beforeEach(() => {
    mkdirSync(at('x'))
    writeFileSync(at('x/a.txt'), 'a')
  })
  const expectAllThere = () => {
    expect(readdirSync(desk.open.docs)).toContain('x')
    expect(readdirSync(at('x')).sort()).toEqual(['a.txt', 'b c'])
    expect(readFileSync(at('x/b c/precious.txt'), 'utf8')).toBe('precious')
    expect(readdirSync(desk.open.folder.trash)).toEqual([])
  }

  it.each([
    ['another disk', otherDisk],
    ['a folder of elsewhere', elsewhere],
  ])('is neither removed nor moved: %s would go along', async (_what, put) => {
    put('x/b c')
    for (const [tool, input] of [
      ['trash_files', { paths: [at('x')] }],
      ['trash_files', { paths: [at('x/b c')] }],
      ['move_files', { items: [{ from: at('x'), to: at('y') }] }],
    ] as const) {
      const outcome = await call(tool, input)
      const said = outcome.status === 'done' ? outcome.result : null
      expect(said).toMatchObject({ success: false, error: { code: 'unsupported' } })
      expect(said?.content).toContain(`mounted at "${at('x/b c')}"`)
    }
    expectAllThere()
  })

  it.each([
    ['trash_files', () => ({ paths: [at('x')] })],
    ['move_files', () => ({ items: [{ from: at('x'), to: at('y') }] })],
  ])('is a conflict where that was mounted since %s was shown', async (tool, input) => {
    mkdirSync(at('x/b c'))
    const proposal = await propose(tool, input())
    mount(at('x/b c'), '-t', 'tmpfs', 'none')
    expect(await approve(proposal)).toMatchObject({ proposal: { status: 'conflict' } })
    expect(readdirSync(at('x')).sort()).toEqual(['a.txt', 'b c'])
  })

  it('is not moved back by an undo either, until that is gone', async () => {
    mkdirSync(at('x/b c'))
    const { proposal } = await approve(
      await propose('move_files', { items: [{ from: at('x'), to: at('y') }] }),
    )
    const undo = () =>
      desk.gate.undo({ id: proposal.changeId ?? '', by: person, signal: new AbortController().signal })
    mount(at('y/b c'), '-t', 'tmpfs', 'none')
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' })
    expect(readdirSync(at('y')).sort()).toEqual(['a.txt', 'b c'])
    unmountAll()
    await undo()
    expect(readdirSync(at('x')).sort()).toEqual(['a.txt', 'b c'])
  })
})
