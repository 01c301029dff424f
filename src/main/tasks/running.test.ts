import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answer,
  type FakeMessagesApi,
  startFakeMessagesApi,
  text,
  toolResultsOf,
  toolUse,
} from '../../../tests/support/fake-messages-api'
import { openTestCore, type TestCore } from '../../../tests/support/open-test-core'
import { assistantFields } from '../../../tests/support/sample-assistant'
import { person } from '../../shared/actor'
import { type Client, clientInProcess } from '../rpc/client'

/** A core builds its workers once. */
const limitMs = 120_000

let api: FakeMessagesApi
let test: TestCore
let client: Client

beforeEach(async () => {
  api = await startFakeMessagesApi()
  const environment = {
    ...{ ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'test-key', COUNTERSIGN_MODEL: 'fake-model' },
  }
  test = await openTestCore({ environment })
  client = clientInProcess(test.core.router, { actor: person, approval: null })
  api.respond(() => answer([text('Done.')]))
}, limitMs)
afterEach(async () => {
  await test.close()
  await api.close()
})

/** The same database, as another program sees it. */
function inDatabase<Value>(work: (db: BetterSqlite3.Database) => Value): Value {
  const db = new BetterSqlite3(test.folder.database)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

async function add(title: string, more: object = {}): Promise<string> {
  const outcome = await client.tools.call({ tool: 'create_task', input: { title, ...more } })
  if (outcome.status === 'done') throw new Error(outcome.result.content)
  const { id, planHash, preview } = outcome.proposal
  await client.proposals.approve({ id, planHash })
  return preview.targets[0]?.reference ?? ''
}
const run = (id: string) => client.tasks.run({ id })
const details = (id: string) => client.tasks.get({ id })
const sent = () => JSON.stringify(api.requests.map(({ body }) => body))

describe('running a task', { timeout: limitMs }, () => {
  it('begins a conversation with its assistant, which is given what the task says', async () => {
    const { id: assistant } = await client.assistants.create({
      fields: assistantFields({ name: 'Clerk', instructions: 'You are the clerk.' }),
    })
    const id = await add('Write the report', { notes: 'At most **two** pages.', assistant })
    const { conversationId, runId } = await run(id)
    await test.core.idle()
    expect(sent()).toContain('You are the clerk.')
    expect(sent()).toContain('Please do the task “Write the report”.')
    expect(sent()).toContain('At most **two** pages.')
    const [conversation] = await client.conversations.list()
    expect(conversation).toMatchObject({ id: conversationId, title: 'Write the report' })
    expect((await details(id)).runs).toMatchObject([
      { conversationId, runId, title: 'Write the report', status: 'completed', waiting: 0 },
    ])
    const [line] = await client.tasks.list({})
    expect(line).toMatchObject({ status: 'open', lastRun: { conversationId, status: 'completed' } })
  })

  it('has the usual assistant do what was for one that is gone', async () => {
    const { id: assistant } = await client.assistants.create({ fields: assistantFields({ name: 'Clerk' }) })
    const id = await add('Read', { assistant })
    inDatabase((db) => db.prepare('UPDATE assistants SET trashed_at = 1 WHERE id = ?').run(assistant))
    await run(id)
    await test.core.idle()
    expect((await details(id)).runs).toMatchObject([{ status: 'completed' }])
  })

  it('waits for a person to decide on what it proposes, and the task is done once they do', async () => {
    const id = await add('Read')
    api.respond((request) => {
      if ((request.tools ?? []).length === 0) return answer([text('A title')])
      return toolResultsOf(request).length > 0
        ? answer([text('Done.')])
        : answer([toolUse('update_task', { task_id: id, status: 'done' })])
    })
    await run(id)
    await expect.poll(async () => (await client.proposals.list({ status: 'pending' })).length).toBe(1)
    expect((await details(id)).runs).toMatchObject([{ status: 'running', waiting: 1 }])
    expect((await details(id)).task.status).toBe('open')
    const [line] = await client.proposals.list({ status: 'pending' })
    const { planHash } = await client.proposals.get({ id: line?.id ?? '' })
    await client.proposals.approve({ id: line?.id ?? '', planHash })
    await test.core.idle()
    expect(await details(id)).toMatchObject({
      task: { status: 'done', changedBy: { kind: 'assistant' } },
      runs: [{ status: 'completed', waiting: 0 }],
    })
  })

  it('is refused where it is ended, waits for another, or is worked on, also for the second of two at once', async () => {
    const done = await add('Done', { status: 'done' })
    await expect(run(done)).rejects.toThrow('“Done” is done or cancelled')
    const needed = await add('Figures')
    const waiting = await add('Report', { needs: [needed] })
    await expect(run(waiting)).rejects.toThrow('“Report” waits for “Figures”.')
    const [one, other] = await Promise.allSettled([run(needed), run(needed)])
    expect([one?.status, other?.status].sort()).toEqual(['fulfilled', 'rejected'])
    await test.core.idle()
    expect((await details(needed)).runs).toHaveLength(1)
    await run(needed)
    await expect(run(needed)).rejects.toThrow('An assistant works on “Figures” already.')
    await test.core.idle()
    expect((await details(needed)).runs).toHaveLength(2)
    await expect(run('nothing')).rejects.toThrow('There is no task nothing.')
  })

  it('is stored with the beginning of its conversation, or neither is', async () => {
    const id = await add('Read')
    inDatabase((db) =>
      db.exec(`CREATE TRIGGER full BEFORE INSERT ON task_runs BEGIN SELECT RAISE(ABORT, 'full'); END`),
    )
    await expect(run(id)).rejects.toThrow()
    expect(await client.conversations.list()).toEqual([])
    inDatabase((db) => db.exec('DROP TRIGGER full'))
    await run(id)
    await test.core.idle()
    expect((await details(id)).runs).toHaveLength(1)
  })

  it('asks before every change where the task repeats something from outside, whatever a policy says', async () => {
    await client.policies.set({ assistant: 'default', tool: 'create_note', policy: 'auto' })
    api.respond((request) => {
      if ((request.tools ?? []).length === 0) return answer([text('A title')])
      return toolResultsOf(request).length > 0
        ? answer([text('Done.')])
        : answer([toolUse('create_note', { title: 'What came of it' })])
    })
    const clean = await add('Read')
    await run(clean)
    await test.core.idle()
    expect(await client.notes.list({})).toHaveLength(1)
    const tainted = await add('Read what was sent')
    inDatabase((db) =>
      db.prepare('UPDATE tasks SET outside = ? WHERE id = ?').run('["example.org/evil"]', tainted),
    )
    await run(tainted)
    await expect.poll(async () => (await client.proposals.list({ status: 'pending' })).length).toBe(1)
    const [line] = await client.proposals.list({ status: 'pending' })
    const proposal = await client.proposals.get({ id: line?.id ?? '' })
    expect(JSON.stringify(proposal)).toContain('example.org/evil')
    expect(await client.notes.list({})).toHaveLength(1)
    await client.proposals.reject({ id: proposal.id })
    await test.core.idle()
  })
})
