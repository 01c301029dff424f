import { describe, expect, it } from 'vitest'
import { callsOf } from '../../../tests/support/agent/bench'
import { gave, sequenceOf, stepOf } from '../../../tests/support/sequence-definitions'
import { lookAt, put, read, setUpSequenceDesk } from '../../../tests/support/sequence-desk'
import { person } from '../../shared/actor'

const { desk, begin, end, proposed } = setUpSequenceDesk()

describe('a run of a sequence that is cut off', () => {
  it('waits over a restart, and goes on with what was decided', async () => {
    const begun = await begin(
      sequenceOf([put('apple', { output: 'made' }), stepOf('read_item', { name: gave('made', 'items.0') })]),
    )
    const { proposalId } = await proposed(begun.runId)
    await desk.bench.restart()
    await desk.bench.approve(proposalId)
    desk.bench.conversations.resume()
    const { finished, state } = await end(begun)
    expect(finished.end).toBe('completed')
    expect(callsOf(state)).toMatchObject([{ status: 'done' }, { name: 'read_item', status: 'done' }])
  })

  it('by a crash says so, and goes on at the step that was cut off', async () => {
    desk.bench.look = () => new Promise(() => {})
    const begun = await begin(sequenceOf([read('gone', { goesOn: true }), lookAt('x')]))
    await desk.bench.event(begun.runId, 'tool_started', ({ toolUseId }) => toolUseId.startsWith('step-2-'))
    desk.bench.crash()
    desk.bench.look = async () => 'There.'
    desk.bench.conversations.resume()
    expect(desk.bench.conversations.snapshot(begun.conversationId).runs[begun.runId]).toMatchObject({
      status: 'failed',
      retryable: true,
    })
    const again = await desk.bench.conversations.retry({ runId: begun.runId, actor: person, approval: null })
    const { finished, state } = await end(again)
    expect(finished.end).toBe('completed')
    expect(callsOf(state).map(({ name, status }) => [name, status])).toEqual([
      ...[
        ['read_item', 'failed'],
        ['look_at', 'not_run'],
        ['look_at', 'done'],
      ],
    ])
  })

  it('never does again what was applied right before a crash, when it goes on', async () => {
    desk.bench.gate.setPolicy({ assistant: 'default', tool: 'put_item', policy: 'auto', by: person })
    // Journaled, applied, and then the end: nothing was told of it any more.
    desk.bench.crashAfter(2, 'change')
    const begun = await begin(sequenceOf([put('apple'), lookAt('x')]))
    await expect.poll(() => desk.bench.db.raw.open).toBe(false)
    desk.bench.crash()
    await desk.bench.gate.recover()
    desk.bench.conversations.resume()
    expect(callsOf(desk.bench.conversations.snapshot(begun.conversationId))).toMatchObject([
      {
        status: 'done',
        result: {
          success: true,
          content: expect.stringContaining('change #1'),
          changeId: expect.any(String),
        },
      },
    ])
    const again = await desk.bench.conversations.retry({ runId: begun.runId, actor: person, approval: null })
    const { finished, state } = await end(again)
    expect(finished.end).toBe('completed')
    expect(callsOf(state).map(({ name, status }) => [name, status])).toEqual([
      ['put_item', 'done'],
      ['look_at', 'done'],
    ])
    expect(desk.bench.gate.changes({ limit: 10 })).toHaveLength(1)
  })

  it('does a step again that a crash kept from being applied', async () => {
    desk.bench.gate.setPolicy({ assistant: 'default', tool: 'put_item', policy: 'auto', by: person })
    // Journaled, and then the end.
    desk.bench.crashAfter(1, 'change')
    const begun = await begin(sequenceOf([put('apple')]))
    await expect.poll(() => desk.bench.db.raw.open).toBe(false)
    desk.bench.crash()
    await desk.bench.gate.recover()
    desk.bench.conversations.resume()
    expect(callsOf(desk.bench.conversations.snapshot(begun.conversationId))).toMatchObject([
      { status: 'not_run' },
    ])
    const again = await desk.bench.conversations.retry({ runId: begun.runId, actor: person, approval: null })
    expect((await end(again)).finished.end).toBe('completed')
    expect(desk.bench.gate.changes({ limit: 10 }).map(({ status }) => status)).toEqual([
      'applied',
      'rolled_back',
    ])
  })

  it.each(['auto', 'propose'] as const)(
    'never does again what was applied and could not be told of, when it goes on: %s',
    async (policy) => {
      desk.bench.gate.setPolicy({ assistant: 'default', tool: 'put_item', policy, by: person })
      // A disk that has no room for a moment.
      let refused = 0
      const { raw } = desk.bench.db
      raw.function('has_room', () => (refused++ === 0 ? 0 : 1))
      raw.exec(
        `CREATE TRIGGER no_room BEFORE INSERT ON run_events WHEN NEW.body LIKE '%"tool_finished"%' AND has_room() = 0
         BEGIN SELECT RAISE(ABORT, 'No room.'); END`,
      )
      const begun = await begin(sequenceOf([put('apple'), lookAt('x')]))
      if (policy === 'propose') await desk.bench.approve((await proposed(begun.runId)).proposalId)
      expect((await end(begun)).finished.end).toBe('failed')
      expect(refused).toBeGreaterThan(1)
      const again = await desk.bench.conversations.retry({
        ...{ runId: begun.runId, actor: person, approval: null },
      })
      const { finished, state } = await end(again)
      expect(finished.end).toBe('completed')
      expect(callsOf(state).map(({ name, status }) => [name, status])).toEqual([
        ['put_item', 'done'],
        ['look_at', 'done'],
      ])
    },
  )
})
