import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Seeded, seeded, seedOfRun } from '../../../tests/support/seeded'
import { person } from '../../shared/actor'
import type { Block } from '../../shared/run/blocks'
import type { RunEventBody } from '../../shared/run/events'
import { reduce } from '../../shared/run/reduce'
import type { ConversationState } from '../../shared/run/state'
import { loadTools } from '../../shared/tool/load-tools'
import type { ToolResult } from '../../shared/tool/result'
import { createConversationTable } from '../db/conversations'
import { createMessageTree } from '../db/messages'
import { migrations } from '../db/migrate'
import { type Database, openDatabase } from '../db/open'
import { createRunEventLog } from '../db/run-events'
import { createRunTable } from '../db/runs'
import { createToolCallTable } from '../db/tool-calls'
import { newId } from '../identifier'
import { spentBudget } from './budget'
import { loadedNames } from './catalog/loaded'
import { reducedOf } from './context/reductions'
import { createBranches } from './conversations/branches'
import { questionOf } from './conversations/questions'
import { nothingEarlier } from './earlier-part'
import { passagesOfMessages } from './given-passages'
import { buildHistory } from './history'

let db: Database
beforeEach(() => {
  db = openDatabase(':memory:')
  createConversationTable(db).insert({ id: 'c', title: 't', createdAt: 0, updatedAt: 0 })
})
afterEach(() => db.close())

const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 }
const prices = { input: 1, output: 1 }

function open(latest?: number) {
  const log = createRunEventLog(db)
  const runs = createRunTable(db)
  const branches = createBranches(
    log,
    createMessageTree(db),
    createToolCallTable(db),
    runs.withoutMessages,
    latest,
  )
  const record = (runId: string, ...bodies: RunEventBody[]) =>
    log.append({ conversationId: 'c', runId, at: 1 }, bodies)
  const begin = (runId: string) => {
    const times = { startedAt: 1, finishedAt: 1 }
    const rest = { status: 'completed', approval: null, model: 'm', assistant: 'default', ...times } as const
    runs.insert({ id: runId, conversationId: 'c', actor: person, ...rest })
    record(runId, { type: 'run_started', assistant: 'A', model: 'm' })
  }
  return { branches, record, begin }
}
type Desk = ReturnType<typeof open>

/** All that a request of a model, and what is made of its answer, hangs on. */
function madeOf(state: ConversationState, earlier = nothingEarlier, ids: readonly string[] = []) {
  const lastRun = state.messages.at(-1)?.runId ?? ''
  const own = new Set(
    state.messages.flatMap((message) =>
      message.role === 'user'
        ? []
        : message.blocks.flatMap((block) => (block.type === 'tool_use' ? [block.toolUseId] : [])),
    ),
  )
  return {
    history: buildHistory(state, 'm', earlier),
    tools: loadedNames(state, earlier.toolNames()),
    used: ids.filter((id) => own.has(id) || earlier.isUsed(id)),
    passages: [...earlier.passages(), ...passagesOfMessages(state.messages)],
    queued: state.queued,
    hidden: state.hidden,
    asked: state.messages.findLast(({ role }) => role === 'user'),
    spent: spentBudget(state, lastRun, { tokens: 1, cost: null, prices }),
    isSentLess: Object.values(state.runs).some(({ reductions }) => reductions !== undefined),
    seq: state.seq,
  }
}

/** Calls of tools and their results, of all the kinds that are looked for later. */
function callOf(random: Seeded, ids: string[]): { block: Block; after: RunEventBody[] } {
  const toolUseId = newId()
  ids.push(toolUseId)
  const kind = random.below(5)
  const name =
    kind === 4 ? loadTools.name : random.pick(['read_file', 'search_library', 'create_note', 'list_files'])
  const line = (tool: string) => ({ name: tool, title: tool })
  const results: readonly Partial<ToolResult>[] = [
    { success: true },
    { success: false },
    {
      origin: 'library',
      state: {
        results: [
          {
            chunk_id: newId(),
            document_id: 'd',
            title: 'Tides',
            start: 0,
            end: 4,
            score: 1,
            similarity: 1,
            text: 'Tide',
          },
        ],
      },
    },
    { success: true },
    {
      state: {
        loaded: [line(random.pick(['add_task', 'fetch_page']))],
        present: [],
        found: [],
        refused: [],
        unknown: [],
      },
    },
  ]
  const content = 'Words that a tool gave. '.repeat(random.below(30))
  const result: ToolResult = { success: true, content: content || 'Nothing.', state: null, ...results[kind] }
  const proposed: RunEventBody[] =
    kind === 3 ? [{ type: 'tool_proposed', toolUseId, proposalId: newId() }] : []
  return {
    block: { type: 'tool_use', toolUseId, name, inputJson: '{}', input: {}, status: 'ready' },
    after: [
      { type: 'tool_started', toolUseId },
      ...proposed,
      { type: 'tool_finished', toolUseId, outcome: 'done', result, durationMs: 1 },
    ],
  }
}

function reply({ record, begin, branches }: Desk, random: Seeded, runId: string, ids: string[]): void {
  begin(runId)
  if (random.below(5) === 0) sumUp({ record, branches }, random, runId)
  // A run may end before anything came, also after what it left out.
  for (let turn = 1; turn <= random.below(6); turn++) {
    const messageId = newId()
    record(runId, { type: 'turn_started', messageId, turn })
    const text: Block = { type: 'text', text: `Answer ${messageId}`, citations: [] }
    if (random.below(8) === 0) {
      const error = { code: 'model_error' as const, message: 'Cut.' }
      const { block } = callOf(random, ids)
      record(runId, { type: 'turn_failed', messageId, content: [text, block], error })
      break
    }
    const calls = Array.from({ length: random.below(3) }, () => callOf(random, ids))
    record(runId, {
      ...{ type: 'turn_finished', messageId, usage, durationMs: 1 },
      content: [text, ...calls.map(({ block }) => block)],
      stopReason: random.below(12) === 0 ? 'refusal' : 'end_turn',
    })
    record(runId, ...calls.flatMap(({ after }) => after))
    if (random.below(25) === 0) sumUp({ record, branches }, random, runId)
    // Said while it works.
    if (random.below(9) === 0) say(record, runId)
  }
  record(runId, { type: 'run_finished', end: 'completed', retryable: false })
}

function say(record: Desk['record'], runId: string): void {
  const messageId = newId()
  const read: ToolResult = {
    ...{ success: true, content: 'Page', origin: 'library' },
    state: { document_id: 'd', title: 'Ships', text: 'A page.', start: 0, places: [] },
  }
  record(runId, {
    ...{ type: 'user_message', messageId, text: `Words ${messageId}` },
    attachments: [{ kind: 'page', documentId: 'd', title: 'Ships', page: 1, read }],
  })
}

/** Leaves out what is before one of the latest messages, as a run does that finds its conversation too long. */
function sumUp({ record, branches }: Pick<Desk, 'record' | 'branches'>, random: Seeded, runId: string): void {
  const path = branches.path('c')
  const node = path[Math.max(0, path.length - 2 - random.below(12))]
  if (node === undefined) return
  const { id: messageId } = node
  const sizes = { tokensBefore: 2, tokensAfter: 1, usage, byModel: true }
  record(runId, {
    type: 'context_reduced',
    reduction:
      random.below(3) === 0
        ? { kind: 'results_cleared', messageId }
        : { kind: 'compacted', messageId, summary: `Summary to ${messageId}`, ...sizes },
  })
}

/** One thing that a person does; compares what comes of it where it begins a request on another branch. */
function play(desk: Desk, random: Seeded, ids: string[], compare: (leafId: string | null) => void): void {
  const { branches, record } = desk
  const shown = branches.path('c')
  const runId = newId()
  const move = (leafId: string | null) => {
    const body = { type: 'branch_shown' as const, leafId }
    compare(leafId)
    record(runId, body)
  }
  const recent = shown.slice(random.below(4) === 0 ? 0 : -30)
  const questions = recent.filter(({ role }) => role === 'user')
  const answers = recent.filter(({ role }) => role === 'assistant')
  const { versions, hidden } = branches.load('c')
  const others = [...Object.values(versions).flat(), ...hidden]
  const what = random.below(12)
  if (what === 0 && questions.length > 0) {
    move(random.pick(questions).parentId)
    say(record, runId)
  } else if (what === 1 && answers.length > 0) {
    move(questionOf(branches, 'c', random.pick(answers).id).id)
  } else if (what === 2 && others.length > 0) {
    const leaf = branches.leafBelow('c', random.pick(others))
    record(leaf.runId, { type: 'branch_shown', leafId: leaf.id })
    return
  } else if (what === 3) {
    record(runId, { type: 'message_queued', messageId: newId(), text: 'Later', attachments: [] })
    return
  } else if (what > 4 || shown.length === 0) {
    // Else it is tried again, with nothing said.
    say(record, runId)
  }
  reply(desk, random, runId, ids)
}

describe('what a run works with of a conversation', () => {
  it('makes every request and answer what the whole conversation makes them', () => {
    const random = seeded(seedOfRun())
    const desk = open(4)
    const { branches } = desk
    const ids: string[] = []
    let partly = 0
    for (let step = 0; step < 250; step++) {
      const told = `seed ${random.seed}, step ${step}`
      play(desk, random, ids, (leafId) => {
        const body = { type: 'branch_shown' as const, leafId }
        const event = { seq: Number.MAX_SAFE_INTEGER, conversationId: 'c', runId: 'r', at: 1, body }
        const part = branches.loadForRun('c', leafId)
        const moved = reduce(part, event)
        if (part.earlier > 0) partly++
        expect(madeOf(moved, branches.earlier(part), ids), `${told}, moved`).toEqual(
          madeOf(reduce(branches.load('c'), event), nothingEarlier, ids),
        )
      })
      const part = branches.loadForRun('c')
      const whole = branches.load('c')
      if (part.earlier > 0) partly++
      expect(part.messages, told).toEqual(whole.messages.slice(part.earlier))
      expect(madeOf(part, branches.earlier(part), ids), told).toEqual(madeOf(whole, nothingEarlier, ids))
    }
    expect(partly, `seed ${random.seed}`).toBeGreaterThan(0)
  })

  it('is the messages from the last summary on', () => {
    const { branches, record, begin } = open()
    const cuts: string[] = []
    for (let question = 0; question < 300; question++) {
      const runId = `r${question}`
      say(record, runId)
      begin(runId)
      const messageId = branches.path('c').at(-2)?.id ?? ''
      if (question % 100 === 99) {
        cuts.push(messageId)
        const sizes = { tokensBefore: 2, tokensAfter: 1, usage, byModel: true }
        record(runId, {
          type: 'context_reduced',
          reduction: { kind: 'compacted', messageId, summary: `Summary ${question}`, ...sizes },
        })
      }
      record(
        runId,
        { type: 'turn_started', messageId: `${runId}-answer`, turn: 1 },
        {
          ...{ type: 'turn_finished', messageId: `${runId}-answer`, usage, durationMs: 1 },
          content: [{ type: 'text', text: 'Yes.', citations: [] }],
          stopReason: 'end_turn',
        },
      )
    }
    // One that stands before the latest messages begins where they do.
    expect(branches.loadForRun('c').earlier).toBe(600 - 60)
    for (let question = 300; question < 400; question++) {
      say(record, `r${question}`)
      begin(`r${question}`)
    }
    const part = branches.loadForRun('c')
    expect(part.messages[0]?.id).toBe(cuts.at(-1))
    expect(reducedOf(part)).toMatchObject({ from: 1, summary: 'Summary 299' })
  })
})

it('finds the calls of tools of a database that kept no list of them', () => {
  const random = seeded(seedOfRun())
  const step = migrations.findIndex((sql) => sql.includes('CREATE TABLE tool_calls'))
  const desk = open()
  const ids: string[] = []
  for (let index = 0; index < 60; index++) play(desk, random, ids, () => undefined)
  const read = (raw: Database['raw']) =>
    raw
      .prepare(
        'SELECT conversation_id, run_id, message_id, tool_use_id, name, proposed, succeeded, from_library FROM tool_calls ORDER BY number',
      )
      .all()
  const before = read(db.raw)
  expect(before.length).toBeGreaterThan(0)
  db.raw.exec(`
    DROP TABLE tool_calls;
    DROP INDEX run_events_of_reductions;
    DROP INDEX run_events_of_titles;
    INSERT INTO run_events (conversation_id, run_id, type, message_id, at, body) VALUES
      ('c', 'r', 'turn_finished', 'damaged', 1, '{"type":"turn_fin'),
      ('c', 'r', 'tool_finished', NULL, 1, '{"type":"tool_fin');
  `)
  db.raw.exec(migrations[step] ?? '')
  expect(read(db.raw), `seed ${random.seed}`).toEqual(before)
})
