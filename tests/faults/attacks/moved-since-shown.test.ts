import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../src/main/rpc/client'
import type { AppEvent } from '../../../src/shared/contract/events'
import { type Arena, openArena } from './arena'
import {
  changes,
  expectNothingDone,
  fileSwaps,
  folderSwaps,
  openScene,
  propose,
  type Scene,
  shownText,
  swapCells,
  toldLater,
} from './scene'

const limitMs = 30_000

let arena: Arena
let caller: Client
let scene: Scene
let number = 0

beforeAll(async () => {
  arena = await openArena()
  caller = await arena.attach('mcp_client', null)
}, limitMs)
afterAll(() => arena.close())
beforeEach(() => {
  scene = openScene(arena, caller, ++number)
})
afterEach(() => scene.remove())

// The whole table of swaps and tools is in the slow tests; here each swap and each tool comes up.
const cells = swapCells().filter((_, index) => index % 6 === 0)

it.each(cells)('$swap: $tool does nothing', { timeout: limitMs }, async ({ change, move }) => {
  const proposal = await change(scene)
  move(scene)
  await expectNothingDone(scene, proposal)
})

it('is not read into the library when only its content tells that it was changed', {
  timeout: limitMs,
}, async () => {
  const proposal = await changeNamed('add_document')
  fileSwaps[toldLater]?.(scene)
  const events = await arena.watch()
  await arena.approve(proposal)
  await failedDocument(events)
  const { documents } = await arena.window.library.documents({ status: 'all', limit: 10 })
  expect(documents).toMatchObject([
    { error: expect.stringContaining('changed after it was chosen'), chunks: 0 },
  ])
  // By then it leads elsewhere: reading it again reads nothing from there.
  folderSwaps['is a link to a twin elsewhere']?.(scene)
  const [document] = documents
  const restarted = await propose(scene, 'restart_ingest', { doc_id: document?.id })
  await arena.approve(restarted)
  await failedDocument(events)
  await events.return?.()
  expect((await arena.window.library.documents({ status: 'all', limit: 10 })).documents).toMatchObject([
    { status: 'error', chunks: 0 },
  ])
  const removal = await propose(scene, 'delete_document', { doc_id: document?.id })
  await arena.approve(removal)
})

describe('what is approved', () => {
  it('is what was shown under this id: not by another proposal’s hash, nor twice', async () => {
    const [first, second] = [
      await propose(scene, 'create_file', { path: scene.inSub('one.txt'), content: 'one' }),
      await propose(scene, 'create_file', { path: scene.inSub('two.txt'), content: 'two' }),
    ]
    await expect(arena.approve({ ...first, planHash: second.planHash })).rejects.toThrow(/not what was shown/)
    await expect(arena.approve({ ...first, id: second.id })).rejects.toThrow(/not what was shown/)
    expect(existsSync(scene.inSub('one.txt')) || existsSync(scene.inSub('two.txt'))).toBe(false)
    await arena.approve(first)
    rmSync(scene.inSub('one.txt'))
    await expect(arena.approve(first)).rejects.toThrow(/Already approved by the person/)
    expect(existsSync(scene.inSub('one.txt'))).toBe(false)
    await arena.window.proposals.reject({ id: second.id })
  })

  it('is decided by exactly one of two windows, commands or both, and the other is told by whom', async () => {
    const command = await arena.attach('command_line', null)
    const { id, planHash } = await propose(scene, 'append_to_file', { path: scene.file, content: 'six\n' })
    const answers = await Promise.allSettled([
      arena.window.proposals.approve({ id, planHash }),
      command.proposals.approve({ id, planHash }),
      arena.window.proposals.approve({ id, planHash }),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const told = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []))
    for (const each of told) expect(each).toMatch(/Already approved by (the person|Command line)/)
    expect(readFileSync(scene.file, 'utf8')).toBe(`${shownText}six\n`)
  })

  it('is not applied when another rejects it at the same time, whoever comes first', async () => {
    const command = await arena.attach('command_line', null)
    const { id, planHash } = await propose(scene, 'append_to_file', { path: scene.file, content: 'six\n' })
    const answers = await Promise.allSettled([
      command.proposals.reject({ id }),
      arena.window.proposals.approve({ id, planHash }),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { status } = await arena.window.proposals.get({ id })
    expect(readFileSync(scene.file, 'utf8')).toBe(status === 'rejected' ? shownText : `${shownText}six\n`)
  })

  it('shows what moved when it is proposed again', async () => {
    const proposal = await changeNamed('edit_file')
    writeFileSync(scene.file, `zero\n${shownText}`)
    expect((await arena.approve(proposal)).status).toBe('conflict')
    const again = await arena.window.proposals.proposeAgain({ id: proposal.id })
    expect(again).toMatchObject({ status: 'pending', replaces: proposal.id })
    expect(JSON.stringify(again.preview.changes)).toContain('zero')
    expect((await arena.approve(again)).status).toBe('applied')
    expect(readFileSync(scene.file, 'utf8')).toBe(`zero\n${shownText.replace('two', 'TWO')}`)
  })

  it('can’t be decided by whoever proposes: not over MCP, not by the assistant’s own process', async () => {
    const { id, planHash } = await propose(scene, 'create_file', {
      path: scene.inSub('own.txt'),
      content: 'x',
    })
    await expect(caller.proposals.approve({ id, planHash })).rejects.toThrow(/may only list and call tools/)
    await expect(caller.files.grant({ path: arena.outside, access: 'read_write' })).rejects.toThrow(
      /may only/,
    )
    expect((await arena.window.proposals.get({ id })).status).toBe('pending')
    expect(existsSync(scene.inSub('own.txt'))).toBe(false)
  })
})

async function failedDocument(events: AsyncIterator<AppEvent>): Promise<void> {
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    if (next.value.type === 'document' && next.value.document.status === 'error') return
  }
}

function changeNamed(name: 'edit_file' | 'add_document') {
  const change = changes[name]
  if (change === undefined) throw new Error(name)
  return change(scene)
}
