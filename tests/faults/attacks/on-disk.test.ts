import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../src/main/rpc/client'
import type { Proposal } from '../../../src/shared/contract/changes'
import { type Arena, openArena, openToOthers, snapshotOf, untouched } from './arena'
import { nextNumber } from './ways-out'

const limitMs = 60_000

let arena: Arena
let caller: Client

beforeAll(async () => {
  arena = await openArena()
  caller = await arena.attach('mcp_client', null)
}, limitMs)
afterAll(() => arena.close())

/** A new folder of the granted one. */
function workFolder(): string {
  const folder = join(arena.docs, `disk-${nextNumber()}`)
  mkdirSync(folder)
  return folder
}

async function call(tool: string, input: unknown) {
  const outcome = await caller.tools.call({ tool, input })
  return outcome.status === 'done' ? outcome.result : outcome.proposal
}

async function propose(tool: string, input: unknown): Promise<Proposal> {
  const outcome = await caller.tools.call({ tool, input })
  if (outcome.status === 'proposed') return outcome.proposal
  throw new Error(`${tool} was not proposed: ${outcome.result.content}`)
}

async function apply(tool: string, input: unknown): Promise<Proposal> {
  const proposal = await arena.approve(await propose(tool, input))
  if (proposal.status !== 'applied') throw new Error(`${tool}: ${proposal.reason}`)
  return proposal
}

describe('names', () => {
  const strange = {
    'a line break': 'one\ntwo.txt',
    'turned text': 'invoice\u202egpj.exe',
    'no width': 'a\u200bb\u2060.txt',
    tags: `tag\u{e0041}\u{e007f}.txt`,
    'a trailing dot': 'dot.',
    'a trailing space': 'space ',
    'spaces alone': '   .txt',
    'quotes and dollars': `'"$(touch x)\`id\`$&.txt`,
    'a leading hyphen': '-rf',
    'an escape': 'e\u001b[2Jx.txt',
    'a backslash': 'a\\..\\b.txt',
    '255 bytes': 'n'.repeat(255),
    'a name that is not there': '__proto__',
    'a combined character': 'e\u0301.txt',
  } as const

  it.each(Object.entries(strange))(
    'with %s are made, changed, moved, removed and brought back to the byte',
    { timeout: limitMs },
    async (_what, name) => {
      const folder = workFolder()
      const path = join(folder, name)
      await apply('create_file', { path, content: 'one\n' })
      expect(readdirSync(folder)).toEqual([name])
      const edited = await apply('edit_file', { path, edits: [{ old_text: 'one', new_text: 'two' }] })
      expect(readFileSync(path, 'utf8')).toBe('two\n')
      const moved = await apply('move_files', { items: [{ from: path, to: join(folder, 'sub', name) }] })
      const trashed = await apply('trash_files', { paths: [join(folder, 'sub', name)] })
      expect(existsSync(join(folder, 'sub', name))).toBe(false)
      for (const { changeId } of [trashed, moved, edited])
        await arena.window.changes.undo({ id: changeId as string })
      expect(readdirSync(folder)).toEqual([name])
      expect(readFileSync(path, 'utf8')).toBe('one\n')
      const read = await call('read_file', { path })
      expect(read).toMatchObject({ success: true })
    },
  )

  it('that are too long, or paths that are too deep, are refused in one sentence and leave nothing', {
    timeout: limitMs,
  }, async () => {
    const folder = workFolder()
    for (const path of [join(folder, 'n'.repeat(256)), join(folder, 'd/'.repeat(2000), 'x')]) {
      const before = snapshotOf(folder)
      const result = await call('create_file', { path, content: 'x' })
      if ('planHash' in result) expect((await arena.approve(result)).status).not.toBe('applied')
      else
        expect(result).toMatchObject({
          success: false,
          content: expect.not.stringMatching(/E[A-Z]{4,}|mistake in Countersign/),
        })
      expect(snapshotOf(folder)).toBe(before)
    }
  })

  it('do not become options or commands of programs that look through files', {
    timeout: limitMs,
  }, async () => {
    const folder = workFolder()
    writeFileSync(join(folder, '--pre=touch made'), 'needle\n')
    writeFileSync(join(folder, '-e'), 'needle\n')
    const trap = join(folder, 'made')
    for (const query of ['--pre=touch made', '-e', '--files', 'needle']) {
      await call('search_file_contents', { query, path: folder })
      await call('find_files', { pattern: query, path: folder })
      await call('search_file_contents', { query: 'needle', path: folder, glob: query })
    }
    expect(existsSync(trap)).toBe(false)
    expect(await call('search_file_contents', { query: 'needle', path: join(folder, '-e') })).toMatchObject({
      state: { files: 1 },
    })
  })
})

describe('a hard link into the granted folder', () => {
  const writes: Readonly<Record<string, (path: string) => unknown>> = {
    edit_file: (path) => ({ path, edits: [{ old_text: 'four', new_text: '4' }] }),
    append_to_file: (path) => ({ path, content: 'six\n' }),
    overwrite_file: (path) => ({ path, content: 'other\n' }),
  }

  it.each(Object.keys(writes))(
    'leaves the file elsewhere as it is under %s, which is asked more strictly',
    { timeout: limitMs },
    async (tool) => {
      const folder = workFolder()
      const [path, elsewhere] = [
        join(folder, 'linked.txt'),
        join(arena.outside, `linked-${nextNumber()}.txt`),
      ]
      writeFileSync(elsewhere, 'one\ntwo\nthree\nfour\nfive\n')
      linkSync(elsewhere, path)
      const { ino } = lstatSync(elsewhere)
      const proposal = await propose(tool, writes[tool]?.(path))
      expect(proposal.class).toBe('destructive_update')
      expect(`${proposal.raisedBecause.join(' ')} ${proposal.preview.warnings.join(' ')}`).toMatch(
        /hard link|other name/i,
      )
      expect((await arena.approve(proposal)).status).toBe('applied')
      expect(readFileSync(elsewhere, 'utf8')).toBe('one\ntwo\nthree\nfour\nfive\n')
      expect(lstatSync(elsewhere)).toMatchObject({ ino, nlink: 1 })
      expect(lstatSync(path).ino).not.toBe(ino)
    },
  )
})

describe('what Countersign keeps', () => {
  it('is closed to other accounts, whatever it is and whenever it was made', {
    timeout: limitMs,
  }, async () => {
    const folder = workFolder()
    const path = join(folder, 'kept.txt')
    writeFileSync(path, 'one\n')
    chmodSync(path, 0o666)
    await apply('edit_file', { path, edits: [{ old_text: 'one', new_text: 'two' }] })
    await apply('trash_files', { paths: [path] })
    await apply('add_document', { source: join(arena.docs, await documentIn(arena.docs)) })
    expect(openToOthers(arena.data)).toEqual([])
    expect(readdirSync(join(arena.data, 'trash')).length).toBeGreaterThan(0)
    for (const entry of readdirSync(join(arena.data, 'trash'))) {
      expect(lstatSync(join(arena.data, 'trash')).mode & 0o077, entry).toBe(0)
    }
    expect(lstatSync(join(arena.data, 'countersign.sock')).isSocket()).toBe(true)
  })

  it('goes through temporary files of random names, and follows no link that waits at a usual one', {
    timeout: limitMs,
  }, async () => {
    const folder = workFolder()
    const names = new Set<string>()
    const watching = watch(folder, (_event, name) => {
      if (name?.endsWith('.tmp')) names.add(name)
    })
    const victim = join(arena.outside, 'victim.txt')
    writeFileSync(victim, 'victim\n')
    for (const guess of [
      'a.txt.tmp',
      '.a.txt.tmp',
      'a.txt~',
      '.a.txt.swp',
      '.countersign.tmp',
      '.countersign-0.tmp',
      'a.txt.countersign',
    ]) {
      symlinkSync(victim, join(folder, guess))
    }
    const before = untouched(arena)
    for (let round = 0; round < 3; round++)
      await apply('overwrite_file', { path: join(folder, 'a.txt'), content: `${round}\n` })
    watching.close()
    const random = [...names].filter((name) => /^\.countersign-[0-9a-f]{24}\.tmp$/.test(name))
    expect(random.length).toBe(3)
    expect(untouched(arena)).toBe(before)
    expect(readdirSync(folder).filter((name) => /^\.countersign-[0-9a-f]{24}\.tmp$/.test(name))).toEqual([])
  })
})

describe('a source that is gone or empty', () => {
  it('is unavailable and not deleted: nothing is proposed, changed or forgotten', {
    timeout: limitMs,
  }, async () => {
    const disk = join(arena.home, 'disk')
    mkdirSync(disk)
    writeFileSync(join(disk, 'a.txt'), 'kept\n')
    const grant = await arena.window.files.grant({ path: disk, access: 'read_write' })
    const added = await apply('add_document', { source: join(disk, 'a.txt') })
    const pending = await propose('append_to_file', { path: join(disk, 'a.txt'), content: 'more\n' })
    const unplug = () => renameSync(disk, `${disk}-away`)
    unplug()
    const list = async () => (await arena.window.files.grants()).find(({ id }) => id === grant.id)
    expect(await list()).toMatchObject({ available: false })
    for (const [tool, input] of [
      ['read_file', { path: join(disk, 'a.txt') }],
      ['list_directory', { path: disk }],
      ['create_file', { path: join(disk, 'b.txt'), content: 'x' }],
      ['trash_files', { paths: [join(disk, 'a.txt')] }],
    ] as const) {
      expect(await call(tool, input), tool).toMatchObject({ success: false, error: { code: 'unavailable' } })
    }
    const status = (await arena.approve(pending)).status
    expect(['conflict', 'failed']).toContain(status)
    expect(existsSync(disk)).toBe(false)
    // A folder that comes back empty, as a mount point without its disk is: what was there is not taken for deleted.
    mkdirSync(disk)
    expect(await call('list_directory', { path: disk })).toMatchObject({ success: true })
    const documents = (await arena.window.library.documents({ status: 'all', limit: 50 })).documents
    expect(documents.some(({ source }) => source === join(disk, 'a.txt'))).toBe(true)
    expect(added.changeId).not.toBeNull()
    rmSync(disk, { recursive: true })
    renameSync(`${disk}-away`, disk)
    expect(await list()).toMatchObject({ available: true })
    expect(await call('read_file', { path: join(disk, 'a.txt') })).toMatchObject({ success: true })
    expect(readFileSync(join(disk, 'a.txt'), 'utf8')).toBe('kept\n')
    await arena.window.files.revoke({ id: grant.id })
  })
})

async function documentIn(folder: string): Promise<string> {
  const name = `document-${nextNumber()}.txt`
  writeFileSync(join(folder, name), 'A document of its own.\n')
  return name
}
