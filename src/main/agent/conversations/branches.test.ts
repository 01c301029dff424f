import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { wordsOf } from '../../../../tests/support/agent/bench'
import { setUpAgentDesk } from '../../../../tests/support/agent/desk'
import { answer, text, toolUse } from '../../../../tests/support/fake-messages-api'
import { type Seeded, seeded, seedOfRun } from '../../../../tests/support/seeded'
import { person } from '../../../shared/actor'
import type { RunEvent, RunEventBody } from '../../../shared/run/events'
import { reduce } from '../../../shared/run/reduce'
import { type ConversationState, emptyConversation } from '../../../shared/run/state'
import { createConversationTable } from '../../db/conversations'
import { createMessageTree } from '../../db/messages'
import { migrations } from '../../db/migrate'
import { type Database, openDatabase } from '../../db/open'
import { createRunEventLog } from '../../db/run-events'
import { createRunTable } from '../../db/runs'
import { createToolCallTable } from '../../db/tool-calls'
import { newId } from '../../identifier'
import { type Branches, createBranches } from './branches'
import { questionOf } from './questions'
import { createRememberedStates } from './remembered-states'
import { tailOf } from './tail'

describe('any sequence of messages, edits, regenerations and switches', () => {
  let db: Database
  beforeEach(() => {
    db = openDatabase(':memory:')
    createConversationTable(db).insert({ id: 'c', title: 't', createdAt: 0, updatedAt: 0 })
  })
  afterEach(() => db.close())

  it('keeps every message within reach, in a valid order, and the page in step with what is stored', async () => {
    const report = (error: unknown) => {
      throw error
    }
    const random = seeded(seedOfRun())
    const log = createRunEventLog(db)
    const runs = createRunTable(db)
    const branches = createBranches(log, createMessageTree(db), createToolCallTable(db), runs.withoutMessages)
    const made: string[] = []
    let page = branches.load('c')
    const record = (runId: string, bodies: readonly RunEventBody[]) => {
      const alongside = () => {
        if (!bodies.some(({ type }) => type === 'run_started')) return
        const times = { startedAt: 1, finishedAt: 1 }
        const rest = {
          status: 'completed',
          approval: null,
          model: 'm',
          assistant: 'default',
          ...times,
        } as const
        runs.insert({ id: runId, conversationId: 'c', actor: person, ...rest })
      }
      const events = log.append({ conversationId: 'c', runId, at: 1 }, bodies, alongside)
      page = events.reduce(reduce, page)
    }
    for (let step = 0; step < 120; step++) {
      play(random, page, branches, record, made)
      // A page that can't make another branch of what it holds asks anew; else it has all of it already.
      const stored = branches.load('c')
      if (page.messages.at(-1)?.id !== stored.messages.at(-1)?.id) page = stored
      expect(page, `seed ${random.seed}, step ${step}`).toEqual(stored)
      const inSteps = await createRememberedStates(branches, log, report).read('c')
      expect(inSteps, `seed ${random.seed}, step ${step}`).toEqual(stored)
      const { runs: _, ...end } = branches.tail('c', 3)
      expect(tailOf(stored, 3), `seed ${random.seed}`).toMatchObject(end)
      const parents = branches.path('c')
      parents.forEach((node, index) => {
        expect(node.parentId).toBe(parents[index - 1]?.id ?? null)
        expect(node.seq).toBeGreaterThan(parents[index - 1]?.seq ?? 0)
      })
    }
    expect([...reachable(branches, record)].toSorted()).toEqual(made.toSorted())
  })
})

type Record = (runId: string, bodies: readonly RunEventBody[]) => void

/** One thing that a person does. */
function play(random: Seeded, page: ConversationState, branches: Branches, record: Record, made: string[]) {
  const runId = newId()
  const say = (): RunEventBody => {
    made.push(newId())
    return { type: 'user_message', messageId: made.at(-1) ?? '', text: 'Words', attachments: [] }
  }
  const reply = () => {
    record(runId, [{ type: 'run_started', assistant: 'A', model: 'm' }])
    // A run may end before anything came.
    for (let turn = 1; turn <= random.below(3); turn++) {
      const messageId = newId()
      made.push(messageId)
      record(runId, [
        { type: 'turn_started', messageId, turn },
        {
          type: 'turn_finished',
          messageId,
          content: [{ type: 'text', text: `Answer ${turn}`, citations: [] }],
          stopReason: 'end_turn',
          usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
          durationMs: 1,
        },
      ])
    }
    record(runId, [{ type: 'run_finished', end: 'completed', retryable: false }])
  }
  const shown = branches.path('c')
  const questions = shown.filter(({ role }) => role === 'user')
  const answers = shown.filter(({ role }) => role === 'assistant')
  const versions = Object.values(page.versions).flat()
  const others = [...versions, ...page.hidden]
  switch (random.below(4)) {
    case 1:
      if (questions.length === 0) return
      record(runId, [{ type: 'branch_shown', leafId: random.pick(questions).parentId }, say()])
      return reply()
    case 2:
      if (answers.length === 0) return
      record(runId, [{ type: 'branch_shown', leafId: questionOf(branches, 'c', random.pick(answers).id).id }])
      return reply()
    case 3: {
      if (others.length === 0) return
      const leaf = branches.leafBelow('c', random.pick(others))
      return record(leaf.runId, [{ type: 'branch_shown', leafId: leaf.id }])
    }
    default:
      record(runId, [say()])
      return reply()
  }
}

/** Every message that a person sees who goes through all versions of everything. */
function reachable(branches: Branches, record: Record): Set<string> {
  const seen = new Set<string>()
  const waiting: string[] = []
  const look = () => {
    const { messages, versions, hidden } = branches.load('c')
    for (const { id } of messages) seen.add(id)
    waiting.push(...Object.values(versions).flat(), ...hidden)
  }
  look()
  const shown = new Set<string>()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (shown.has(next)) continue
    shown.add(next)
    const leaf = branches.leafBelow('c', next)
    record(leaf.runId, [{ type: 'branch_shown', leafId: leaf.id }])
    look()
  }
  return seen
}

describe('branches of a conversation', () => {
  const desk = setUpAgentDesk()

  const by = { actor: person, approval: null }
  const said = (state: ConversationState) =>
    state.messages.map((message) =>
      message.role === 'user' ? message.text : wordsOf({ ...state, messages: [message] }),
    )
  const ended = async (started: Promise<{ runId: string; conversationId: string }>) => {
    const { runId, conversationId } = await started
    await desk.bench.finished(runId)
    await expect.poll(() => desk.bench.conversations.list()[0]?.running).toBe(false)
    return desk.bench.conversations.snapshot(conversationId)
  }
  const idOf = (state: ConversationState, at: number) => state.messages[at]?.id ?? ''

  it('send an edited message without what followed it, and keep that', async () => {
    desk.api.push(answer([text('Four.')]), answer([text('Sure.')]), answer([text('Six.')]))
    const { conversationId } = await desk.bench.run('Two and two?')
    await expect.poll(() => desk.bench.conversations.list()[0]?.running).toBe(false)
    const before = await ended(desk.bench.send('Really?', { conversationId }))
    const edited = { conversationId, messageId: idOf(before, 0), text: 'Three and three?', attachments: [] }
    const after = await ended(desk.bench.conversations.edit({ ...edited, ...by }))

    expect(said(after)).toEqual(['Three and three?', 'Six.'])
    expect(JSON.stringify(desk.api.created.at(-1)?.messages)).not.toMatch(/Two and two|Really/)
    expect(after.versions).toEqual({ [idOf(after, 0)]: [idOf(before, 0), idOf(after, 0)] })
    expect(desk.bench.conversations.showMessage({ conversationId, messageId: idOf(before, 0) })).toEqual({
      index: 0,
      total: 4,
    })
    expect(said(desk.bench.conversations.snapshot(conversationId))).toEqual([
      'Two and two?',
      'Four.',
      'Really?',
      'Sure.',
    ])
    await desk.bench.restart()
    expect(said(desk.bench.conversations.snapshot(conversationId))).toEqual([
      'Two and two?',
      'Four.',
      'Really?',
      'Sure.',
    ])
  })

  it('answer again, with the history up to the question alone', async () => {
    desk.api.push(answer([text('One.')]), answer([text('Another.')]))
    const { conversationId, state } = await desk.bench.run('Say a word')
    await expect.poll(() => desk.bench.conversations.list()[0]?.running).toBe(false)
    const again = await ended(
      desk.bench.conversations.regenerate({ conversationId, messageId: idOf(state, 1), ...by }),
    )
    expect(said(again)).toEqual(['Say a word', 'Another.'])
    expect(again.versions[idOf(again, 1)]).toEqual([idOf(state, 1), idOf(again, 1)])
    expect(desk.api.created.at(-1)?.messages).toEqual(desk.api.created.at(-2)?.messages)
  })

  it('tell a page enough to show them without asking again', async () => {
    desk.api.push(answer([text('One.')]), answer([text('Another.')]))
    const { conversationId, state } = await desk.bench.run('Say a word')
    await expect.poll(() => desk.bench.conversations.list()[0]?.running).toBe(false)
    await ended(desk.bench.conversations.regenerate({ conversationId, messageId: idOf(state, 1), ...by }))
    const published = desk.bench.events.flatMap((event): RunEvent[] =>
      event.type === 'run' ? [event.event] : [],
    )
    expect(published.reduce(reduce, emptyConversation(conversationId))).toEqual(
      desk.bench.conversations.snapshot(conversationId),
    )
  })

  it('refuse to move while a run is at work, and to edit what is not shown or not the person’s', async () => {
    desk.api.push(answer([text('One.')]), answer([text('Two.')]), answer([text('Thr')], { end: 'hang' }))
    const { conversationId, state } = await desk.bench.run('Count')
    await expect.poll(() => desk.bench.conversations.list()[0]?.running).toBe(false)
    const first = { conversationId, messageId: idOf(state, 1), ...by }
    const again = await ended(desk.bench.conversations.regenerate(first))
    await expect(desk.bench.conversations.regenerate(first)).rejects.toMatchObject({ code: 'conflict' })
    const edit = (messageId: string) =>
      desk.bench.conversations.edit({ conversationId, messageId, text: 'Now', attachments: [], ...by })
    await expect(edit(idOf(again, 1))).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(edit('none')).rejects.toMatchObject({ code: 'not_found' })

    const { runId } = await desk.bench.send('Go on', { conversationId })
    await expect(edit(idOf(again, 0))).rejects.toMatchObject({ code: 'busy' })
    expect(() => desk.bench.conversations.showMessage(first)).toThrow(
      expect.objectContaining({ code: 'busy' }),
    )
    desk.bench.conversations.stop(runId)
    await desk.bench.finished(runId)
  })

  it('leave proposals and what they changed with their messages', async () => {
    desk.api.push(
      answer([toolUse('put_item', { name: 'apple', text: 'This is an apple.' })]),
      answer([text('Put.')]),
      answer([text('No.')]),
    )
    const { conversationId, runId } = await desk.bench.send('Put an apple')
    const { proposalId, toolUseId } = await desk.bench.event(runId, 'tool_proposed')
    await desk.bench.approve(proposalId)
    await desk.bench.finished(runId)
    await expect.poll(() => desk.bench.conversations.list()[0]?.running).toBe(false)
    const before = desk.bench.conversations.snapshot(conversationId)
    const edit = { conversationId, messageId: idOf(before, 0), text: 'Put nothing', attachments: [], ...by }
    const after = await ended(desk.bench.conversations.edit(edit))
    expect(JSON.stringify(after)).not.toContain(toolUseId)
    const [change] = desk.bench.gate.changes({ conversationId, limit: 5 })
    expect(change).toMatchObject({ runId, status: 'applied' })
    await desk.bench.gate.undo({ id: change?.id ?? '', by: person, signal: new AbortController().signal })
    desk.bench.conversations.showMessage({ conversationId, messageId: idOf(before, 1) })
    expect(desk.bench.conversations.snapshot(conversationId).messages).toEqual(before.messages)
  })
})

it('finds every message of a database that knew no branches in its one branch', () => {
  const step = migrations.findIndex((sql) => sql.includes('CREATE TABLE messages'))
  const old = openDatabase(':memory:', migrations.slice(0, step))
  old.raw.exec(`
    INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c', 'C', 1, 1), ('d', 'D', 1, 1), ('e', 'E', 1, 1);
    UPDATE conversations SET trashed_at = 1 WHERE id = 'e';
    INSERT INTO run_events (conversation_id, run_id, type, message_id, at, body) VALUES
      ('c', 'r', 'user_message', 'c1', 1, '{"type":"user_message","messageId":"c1","text":"Straße","attachments":[]}'),
      ('d', 's', 'user_message', 'd1', 1, '{"type":"user_message","messageId":"d1","text":"Other","attachments":[]}'),
      ('c', 'r', 'turn_started', 'c2', 1, '{"type":"turn_started","messageId":"c2","turn":1}'),
      ('c', 'r', 'turn_finished', 'c2', 1, '{"type":"turn_finished","messageId":"c2","content":[{"type":"thinking","text":"hm"},{"type":"text","text":"One","citations":[]},{"type":"text","text":"two","citations":[]}],"stopReason":"end_turn","usage":{"inputTokens":1,"outputTokens":1,"cacheReadTokens":0,"cacheWriteTokens":0},"durationMs":1}'),
      ('c', 'r', 'turn_started', 'c3', 1, '{"type":"turn_started","messageId":"c3","turn":2}'),
      ('c', 'r', 'turn_finished', 'c3', 1, '{"type":"turn_fin');
  `)
  old.raw.exec(migrations[step] ?? '')
  const tree = createMessageTree(old)
  expect(tree.shown('c')).toEqual({ firstId: 'c1', leafId: 'c3' })
  expect(tree.shown('e')).toEqual({ firstId: null, leafId: null })
  expect(tree.ofConversation('c')).toMatchObject([
    { id: 'c1', parentId: null, nextId: 'c2', role: 'user' },
    { id: 'c2', parentId: 'c1', nextId: 'c3', role: 'assistant' },
    { id: 'c3', parentId: 'c2', nextId: null, role: 'assistant' },
  ])
  // The trash of before had no term: what lies in it is not gone at the first start.
  const { since } = z
    .object({ since: z.number() })
    .parse(old.raw.prepare("SELECT trashed_at AS since FROM conversations WHERE id = 'e'").get())
  expect(since).toBeGreaterThan(Date.now() - 60_000)
  const words = old.raw.prepare('SELECT words FROM message_words ORDER BY rowid').all()
  expect(words).toEqual([{ words: 'Straße' }, { words: 'Other' }, { words: 'One\n\ntwo' }])
  old.close()
})
