import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FaultPoint } from '../../src/main/disk/fault-point'
import { person } from '../../src/shared/actor'
import { setUpGatedFiles } from '../support/gated-files'

// What lies in a granted folder while a change is applied there, looked at in the very instants of the apply.
const watcher = vi.hoisted(() => ({ passed: (_point: string): void => undefined }))
vi.mock('../../src/main/disk/fault-point', async (original) => ({
  ...(await original<typeof import('../../src/main/disk/fault-point')>()),
  faultPoint: (point: string) => watcher.passed(point),
}))

/** A temporary file or folder, as it was in one instant. */
interface Seen {
  readonly name: string
  readonly mode: string
  readonly kind: 'file' | 'folder'
}

/** While the content is on its way: what it is to be read by is set when it is whole. */
const underWay: readonly FaultPoint[] = ['temporary created', 'temporary written']

const desk = setUpGatedFiles()
const { at, propose } = desk
let seen: Seen[]

beforeEach(() => {
  seen = []
  watcher.passed = () => undefined
  writeFileSync(at('a.txt'), 'old\n', { mode: 0o644 })
  mkdirSync(at('folder'), { mode: 0o755 })
  writeFileSync(at('folder/b.txt'), 'b\n', { mode: 0o644 })
})

/** Applies a change, and looks at what is temporary in the folder whenever one of the points is passed. */
async function apply(tool: string, input: unknown, points: readonly FaultPoint[]): Promise<string> {
  const { id, planHash } = await propose(tool, input)
  watch(points)
  const { proposal } = await desk.gate.approve({ id, planHash, by: person })
  expect(proposal).toMatchObject({ status: 'applied' })
  return proposal.changeId ?? ''
}

function watch(points: readonly FaultPoint[]): void {
  watcher.passed = (point) => {
    if (!points.some((each) => each === point)) return
    for (const name of readdirSync(desk.open.docs)) {
      if (!name.startsWith('.countersign-')) continue
      const stats = lstatSync(at(name))
      seen.push({
        name,
        mode: (stats.mode & 0o777).toString(8),
        kind: stats.isDirectory() ? 'folder' : 'file',
      })
    }
  }
}

const names = () => [...new Set(seen.map(({ name }) => name))]
const leftovers = () => readdirSync(desk.open.docs).filter((name) => name.startsWith('.'))

describe('a temporary file beside what it will be', () => {
  it.each([
    ['create_file', () => ({ path: at('new.txt'), content: 'new\n' })],
    ['edit_file', () => ({ path: at('a.txt'), edits: [{ old_text: 'old', new_text: 'new' }] })],
    ['append_to_file', () => ({ path: at('a.txt'), content: 'more\n' })],
    ['overwrite_file', () => ({ path: at('a.txt'), content: 'new\n' })],
  ])('is read by nobody else while %s writes it, and so is the one of its undo', async (tool, input) => {
    const changeId = await apply(tool, input(), underWay)
    expect(seen.map(({ mode }) => mode)).toEqual(underWay.map(() => '600'))
    expect(lstatSync(at(tool === 'create_file' ? 'new.txt' : 'a.txt')).mode & 0o777).toBe(0o644)
    const { id } = await desk.gate.undo({ id: changeId, by: person, signal: new AbortController().signal })
    // An undo of something new writes nothing; its redo does. Neither uses a name that was seen before.
    await desk.gate.undo({ id, by: person, signal: new AbortController().signal })
    expect(seen.length).toBeGreaterThan(underWay.length)
    expect(seen.every(({ mode, kind }) => mode === '600' && kind === 'file')).toBe(true)
    expect(names().length).toBeGreaterThan(1)
    for (const name of names()) expect(name).toMatch(/^\.countersign-[0-9a-f]{24}\.tmp$/)
    expect(leftovers()).toEqual([])
  })

  it('has another name each time', async () => {
    for (let round = 0; round < 5; round++)
      await apply('overwrite_file', { path: at('a.txt'), content: `${round}\n` }, underWay)
    expect(names()).toHaveLength(5)
  })
})

describe('a folder that is being copied', () => {
  it('is entered by nobody else until it is whole, under a random name', async () => {
    const copy = (to: string) => ({ items: [{ from: at('folder'), to: at(to) }] })
    await apply('copy_files', copy('first'), ['entry copied'])
    // The first is the file in it: its folder is not whole yet.
    expect(seen[0]).toMatchObject({ kind: 'folder', mode: '700' })
    expect(lstatSync(at('first')).mode & 0o777).toBe(0o755)
    await apply('copy_files', copy('second'), ['entry copied'])
    expect(names()).toHaveLength(2)
    for (const name of names()) expect(name).toMatch(/^\.countersign-arriving-[0-9a-f-]{36}$/)
    expect(leftovers()).toEqual([])
  })
})
