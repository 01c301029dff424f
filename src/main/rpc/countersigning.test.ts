import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { setUpCoreDesk } from '../../../tests/support/core-desk'
import { propose } from '../../../tests/support/propose'
import { person } from '../../shared/actor'
import { type Client, fromClientError } from './client'

// Policies, remembered approvals and approval in part as every window and program meets them: over the contract.

const desk = setUpCoreDesk('for each test')
let window: Client
let commandLine: Client
let mcp: Client

beforeEach(() => {
  window = desk.client
  commandLine = desk.as({ kind: 'command_line', name: 'countersign' })
  mcp = desk.as({ kind: 'mcp_client', name: 'Editor' })
})

const create = (client: Client, name: string) =>
  client.tools.call({ tool: 'create_file', input: { path: desk.at(name), content: name } })

it('denies a tool to programs and clients, not to the person', async () => {
  await window.policies.set({ tool: 'create_file', policy: 'deny' })
  for (const client of [commandLine, mcp]) {
    expect(await create(client, 'a.txt')).toMatchObject({ result: { error: { code: 'denied' } } })
  }
  expect((await create(window, 'a.txt')).status).toBe('proposed')
  const policies = await window.policies.list({})
  expect(policies.find(({ tool }) => tool === 'create_file')).toMatchObject({
    assistant: 'default',
    chosen: 'deny',
    policy: 'deny',
    allowed: ['auto', 'propose', 'deny'],
  })
  expect(
    await window.policies.set({ tool: 'trash_files', policy: 'auto' }).catch(fromClientError),
  ).toMatchObject({ code: 'denied' })
})

it('keeps policies and grants out of an MCP client’s reach', async () => {
  for (const call of [
    () => mcp.policies.list({}),
    () => mcp.policies.set({ tool: 'create_file', policy: 'auto' }),
    () => mcp.grantsLedger.list({}),
    () => mcp.grantsLedger.revoke({ id: 'x' }),
    () => mcp.changes.undoConversation({ conversationId: 'x' }),
    () => mcp.changes.compareUndo({ id: 'x' }),
    () => mcp.proposals.amend({ id: 'x', planHash: '' }),
  ]) {
    expect(await call().catch(fromClientError)).toMatchObject({ code: 'denied' })
  }
})

it('remembers an approval for a client and a folder until it is revoked', async () => {
  mkdirSync(desk.at('notes'))
  const { id, planHash, remember } = await propose(mcp, 'create_file', {
    path: desk.at('notes/a.txt'),
    content: 'a',
  })
  expect(remember.map(({ scope }) => scope)).toEqual(['target', 'container'])
  await window.proposals.approve({ id, planHash, remember: { scope: 'container', uses: 5 } })
  expect(await create(mcp, 'notes/b.txt')).toMatchObject({ status: 'done', result: { success: true } })
  expect((await create(mcp, 'c.txt')).status).toBe('proposed')
  expect((await create(commandLine, 'notes/c.txt')).status).toBe('proposed')
  const [grant] = await window.grantsLedger.list({})
  expect(grant).toMatchObject({ tool: 'create_file', usesLeft: 4, used: 1, actor: { name: 'Editor' } })
  expect((await window.changes.list({}))[0]).toMatchObject({ approval: 'grant', grantId: grant?.id })
  expect(await window.grantsLedger.revoke({ id: grant?.id ?? '' })).toMatchObject({ status: 'revoked' })
  expect((await create(mcp, 'notes/d.txt')).status).toBe('proposed')
  expect(await window.grantsLedger.list({})).toEqual([])
  expect(await window.grantsLedger.list({ status: 'all' })).toHaveLength(1)
})

it('shows what a part would apply, applies that, and takes it back', async () => {
  for (const name of ['a.txt', 'b.txt']) writeFileSync(desk.at(name), name)
  const { id, planHash } = await propose(window, 'trash_files', {
    paths: ['a.txt', 'b.txt'].map((name) => desk.at(name)),
  })
  const choice = { items: [1] }
  const shown = await window.proposals.amend({ id, planHash, choice })
  expect(shown).toMatchObject({ typeToConfirm: null, note: '1 of 2 items: “b.txt”. Left out: “a.txt”.' })
  const wrong = { id, planHash, choice: { items: [0] }, amendedHash: shown.planHash }
  expect(await window.proposals.approve(wrong).catch(fromClientError)).toMatchObject({ code: 'conflict' })
  const { proposal } = await window.proposals.approve({ id, planHash, choice, amendedHash: shown.planHash })
  expect(proposal.amendment).toMatchObject({ planHash: shown.planHash, by: person })
  expect(readdirSync(desk.work)).toEqual(['a.txt'])
  await window.changes.undo({ id: proposal.changeId ?? '' })
  expect(readdirSync(desk.work).sort()).toEqual(['a.txt', 'b.txt'])
})

it('undoes over what was changed since, when it is told to', async () => {
  const { id, planHash } = await propose(mcp, 'create_file', { path: desk.at('a.txt'), content: 'a' })
  const { proposal } = await window.proposals.approve({ id, planHash, edited: { content: 'edited' } })
  const change = proposal.changeId ?? ''
  writeFileSync(desk.at('a.txt'), 'mine')
  expect(await window.changes.undo({ id: change }).catch(fromClientError)).toMatchObject({ code: 'conflict' })
  expect(await window.changes.compareUndo({ id: change })).toMatchObject({
    differences: [{ theirs: 'mine', restored: null, shown: true }],
  })
  await window.changes.undo({
    id: change,
    decisions: [{ reference: desk.at('a.txt'), choice: 'replace' }],
  })
  expect(readdirSync(desk.work)).toEqual([])
})
