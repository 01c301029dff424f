import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../src/main/rpc/client'
import type { Proposal } from '../../../src/shared/contract/changes'
import { answer, text, toolResultsOf, toolUse } from '../../support/fake-messages-api'
import { type Arena, hiddenWords, openArena, untouched } from './arena'

// Looking at folders and entries outside the granted folders, and at secrets in them, is asked as reading a file is.

const limitMs = 60_000

let arena: Arena
let outside: string
let secret: string

beforeAll(async () => {
  arena = await openArena()
  outside = join(arena.outside, 'sub')
  mkdirSync(join(outside, '.ssh'))
  writeFileSync(join(outside, 'plain.txt'), 'MARKER plain\n')
  writeFileSync(join(outside, '.env'), `${hiddenWords}\n`)
  writeFileSync(join(outside, '.ssh/id_rsa'), `${hiddenWords}\n`)
  secret = join(arena.docs, '.aws')
  mkdirSync(secret)
  writeFileSync(join(secret, 'credentials'), 'MARKER key\n')
  symlinkSync(outside, join(arena.docs, 'way-out'))
}, limitMs)
afterAll(() => arena.close())

interface Use {
  readonly tool: string
  readonly input: unknown
}

const list = (path: string): Use => ({ tool: 'list_directory', input: { path, depth: 3 } })
const find = (path: string): Use => ({
  tool: 'find_files',
  input: { path, pattern: '*', kind: 'any', include_ignored: true },
})
const search = (path: string): Use => ({
  tool: 'search_file_contents',
  input: { path, query: 'MARKER', include_ignored: true },
})
const info = (path: string): Use => ({ tool: 'get_file_info', input: { path } })
const read = (path: string): Use => ({ tool: 'read_file', input: { path } })

/** A run that makes calls, one a turn; each question is answered as it comes, and all questions are given back. */
async function runOf(
  sender: Client,
  uses: readonly Use[],
  decide: 'approve' | 'reject' | 'leave',
  conversationId: string | null = null,
): Promise<{ questions: Proposal[]; results: string[]; conversationId: string; runId: string }> {
  const turns = uses.map(({ tool, input }) => answer([toolUse(tool, input)]))
  arena.api.push(...turns, answer([text('Done.')]))
  const before = arena.api.created.length
  const events = await arena.watch()
  const started = await sender.conversations.send({ conversationId, text: 'Look', attachments: [] })
  const questions: Proposal[] = []
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    const event = next.value
    if (
      event.type === 'run' &&
      event.event.runId === started.runId &&
      event.event.body.type === 'run_finished'
    )
      break
    if (event.type !== 'proposal' || event.proposal.runId !== started.runId) continue
    if (event.proposal.status !== 'pending') continue
    const question = await arena.window.proposals.get({ id: event.proposal.id })
    questions.push(question)
    if (decide === 'approve') await arena.approve(question)
    if (decide === 'reject') await arena.window.proposals.reject({ id: question.id, reason: 'No.' })
  }
  await events.return?.()
  const results = arena.api.created.slice(before + 1).map((request) => JSON.stringify(toolResultsOf(request)))
  return { ...started, questions, results }
}

describe.each([
  ['list_directory', list, /List what is in/],
  ['find_files', find, /Find "\*" by name in/],
  ['search_file_contents', search, /Search for "MARKER" in the text of/],
  ['get_file_info', info, /See size, times and permissions of/],
] as const)('%s', (tool, use, words) => {
  it('asks for a folder outside by its name, looks after a yes, and passes over the secrets in it', {
    timeout: limitMs,
  }, async () => {
    const before = untouched(arena)
    const { questions, results, runId } = await runOf(arena.window, [use(outside), use(outside)], 'approve')
    expect(questions).toHaveLength(1)
    expect(questions[0]).toMatchObject({
      class: 'read',
      tool,
      remember: [],
      preview: {
        summary: expect.stringMatching(words),
        targets: [{ kind: 'folder', reference: outside }],
        container: { reference: outside },
      },
    })
    expect(questions[0]?.preview.summary).toContain(outside)
    expect(results).toHaveLength(2)
    for (const result of results) {
      expect(result).toContain(tool === 'get_file_info' ? 'folder' : 'plain.txt')
      expect(result).not.toContain('unseen')
      expect(result).not.toContain('id_rsa')
    }
    expect(untouched(arena)).toBe(before)
    expect(await arena.window.changes.list({ runId })).toEqual([])
    // A yes ends with its run.
    const later = await runOf(arena.window, [use(outside)], 'reject')
    expect(later.questions).toHaveLength(1)
    expect(later.results[0]).not.toContain('plain.txt')
  })

  it('asks for a folder of secrets, and offers no folder to grant', { timeout: limitMs }, async () => {
    const refused = await runOf(arena.window, [use(secret)], 'reject')
    expect(refused.questions[0]).toMatchObject({
      remember: [],
      preview: {
        summary: expect.stringMatching(/may hold passwords or keys/),
        targets: [{ reference: secret }],
      },
    })
    expect(refused.questions[0]?.preview.container).toBeUndefined()
    expect(refused.results[0]).not.toContain('credentials')
    const allowed = await runOf(arena.window, [use(secret)], 'approve')
    expect(allowed.results[0]).toContain(tool === 'get_file_info' ? 'folder' : 'credentials')
  })

  it('does not look where a link leads out, or where a system shows itself', {
    timeout: limitMs,
  }, async () => {
    const paths = [join(arena.docs, 'way-out'), '/proc/self', '/', '/dev']
    const places =
      tool === 'get_file_info' ? [join(arena.docs, 'way-out/plain.txt'), ...paths.slice(1)] : paths
    const { questions, results } = await runOf(arena.window, places.map(use), 'approve')
    expect(questions).toEqual([])
    for (const result of results) expect(result).toContain('outside')
  })
})

it('gives a yes to one tool to no other', { timeout: limitMs }, async () => {
  const file = join(arena.outside, 'secret.txt')
  const { questions, results } = await runOf(arena.window, [info(file), info(file)], 'approve')
  expect(questions.map(({ tool }) => tool)).toEqual(['get_file_info'])
  expect(results.join()).not.toContain('unseen')
  const both = await runOf(arena.window, [info(file), read(file)], 'approve')
  expect(both.questions.map(({ tool }) => tool)).toEqual(['get_file_info', 'read_file'])
})

it('never changes what may be read: a yes to looking at a secret lets nothing write there', {
  timeout: limitMs,
}, async () => {
  const create = { tool: 'create_file', input: { path: join(secret, 'new'), content: 'x' } }
  const edit = {
    tool: 'edit_file',
    input: { path: join(secret, 'credentials'), edits: [{ old_text: 'key', new_text: 'none' }] },
  }
  const { questions, results } = await runOf(arena.window, [list(secret), create, edit], 'approve')
  expect(questions.map(({ tool }) => tool)).toEqual(['list_directory'])
  for (const result of results.slice(1)) expect(result).toContain('Tools never change it')
})

it('is proposed by a run that nobody watches, which goes on and ends; a yes holds in its conversation', {
  timeout: limitMs,
}, async () => {
  const unattended = await arena.attach('command_line', null)
  const path = join(arena.outside, 'secret.txt')
  const first = await runOf(unattended, [read(path), list(outside)], 'leave')
  expect(first.questions.map(({ tool, status }) => [tool, status])).toEqual([
    ['read_file', 'pending'],
    ['list_directory', 'pending'],
  ])
  expect(first.results[0]).toContain('nothing is read yet')
  expect(first.results.join()).not.toContain('unseen')
  for (const question of first.questions) {
    expect(question.preview.holds).toContain('in this conversation alone')
    expect(await arena.approve(question)).toMatchObject({ status: 'applied' })
  }
  const { conversationId } = first
  const second = await runOf(
    unattended,
    [read(path), list(outside), list(arena.outside)],
    'leave',
    conversationId,
  )
  expect(second.results[0]).toContain(hiddenWords)
  expect(second.results[1]).toContain('plain.txt')
  expect(second.questions.map(({ preview }) => preview.targets[0]?.reference)).toEqual([arena.outside])
  const elsewhere = await runOf(unattended, [read(path)], 'leave')
  expect(elsewhere.questions).toHaveLength(1)
})
