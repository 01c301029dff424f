import { describe, expect, it } from 'vitest'
import type { ToolUseBlock, Usage } from '../../../shared/run/blocks'
import type { ContextReduction } from '../../../shared/run/reduction'
import type { AssistantMessage, Message } from '../../../shared/run/state'
import { traceOf } from './run-trace'

/** In the currency of the prices a token sent costs 1 and one answered 2. */
const prices = { input: 1_000_000, output: 2_000_000 }
const used = (inputTokens: number, outputTokens: number, cache = 0): Usage => ({
  inputTokens,
  outputTokens,
  cacheReadTokens: cache,
  cacheWriteTokens: 0,
})
const call = (toolUseId: string, more: Partial<ToolUseBlock> = {}): ToolUseBlock => ({
  type: 'tool_use',
  toolUseId,
  name: 'read_file',
  inputJson: '{}',
  status: 'done',
  ...more,
})
const turn = (id: string, more: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: 'assistant',
  id,
  runId: 'r',
  at: 0,
  blocks: [],
  streaming: false,
  ...more,
})
const asked: Message = { role: 'user', id: 'u', runId: 'r', at: 0, text: 'Begin', attachments: [] }
const summary = (usage: Usage): ContextReduction => ({
  kind: 'compacted',
  messageId: 'old',
  summary: 'Ships.',
  byModel: true,
  tokensBefore: 900,
  tokensAfter: 100,
  usage,
})
const cleared: ContextReduction = { kind: 'results_cleared', messageId: 'old' }

describe('the trace of a run', () => {
  it('has a step for each turn of the model, with its tools in their order, and none for what a person said', () => {
    const steered: Message = { ...asked, id: 'u2' }
    const { steps, calls } = traceOf(
      [
        asked,
        turn('a', { blocks: [{ type: 'text', text: 'I look', citations: [] }, call('one'), call('two')] }),
        steered,
        turn('b', { blocks: [call('three')] }),
      ],
      undefined,
      null,
    )
    expect(steps.map(({ number }) => number)).toEqual([1, 2])
    expect(steps.map((step) => step.calls.map(({ toolUseId }) => toolUseId))).toEqual([
      ['one', 'two'],
      ['three'],
    ])
    expect(calls).toBe(3)
  })

  it('says how each step ended', () => {
    const error = { code: 'model_error', message: 'Busy.' } as const
    const messages = [
      turn('a', { stopReason: 'tool_use' }),
      turn('b', { error }),
      turn('c', { error: { code: 'cancelled', message: 'Stopped.' } }),
      turn('d'),
      turn('e', { streaming: true }),
    ]
    expect(traceOf(messages, undefined, null).steps.map(({ ending }) => ending)).toEqual([
      'tool_use',
      'failed',
      'stopped',
      'broken_off',
      'streaming',
    ])
  })

  it('adds up tokens, costs and times of steps and summaries, what came from the cache at the full price', () => {
    const trace = traceOf(
      [
        asked,
        turn('a', { usage: used(10, 5, 3), durationMs: 200 }),
        turn('b', { usage: used(20, 1), durationMs: 300, reductions: [cleared, summary(used(7, 2))] }),
      ],
      undefined,
      prices,
    )
    expect(trace.steps.map(({ cost }) => cost)).toEqual([10 + 3 + 2 * 5, 20 + 2 * 1])
    expect(trace.steps[1]?.reductions).toEqual([
      { reduction: cleared, usage: null, cost: null },
      { reduction: summary(used(7, 2)), usage: used(7, 2), cost: 7 + 2 * 2 },
    ])
    expect(trace.usage).toEqual(used(37, 8, 3))
    expect(trace.cost).toBe(37 + 3 + 2 * 8)
    expect(trace.modelMs).toBe(500)
  })

  it('counts what was summed up although no step followed', () => {
    const trace = traceOf([asked], { reductions: [summary(used(7, 2))] }, prices)
    expect(trace.pending).toHaveLength(1)
    expect(trace.cost).toBe(11)
  })

  it('counts what the title of the conversation used, and says what became of it', () => {
    const made = { title: 'Tides', used: true, usage: used(7, 2), durationMs: 40 }
    const trace = traceOf(
      [asked, turn('a', { usage: used(10, 5), durationMs: 200 })],
      { title: made },
      prices,
    )
    expect(trace.title).toEqual({ made, ending: 'used', cost: 11 })
    expect(trace.usage).toEqual(used(17, 7))
    expect(trace.cost).toBe(20 + 11)
    expect(trace.modelMs).toBe(240)
    expect(traceOf([asked], { title: { ...made, used: false } }, null).title?.ending).toBe('unused')
    expect(traceOf([asked], { title: { ...made, title: null, used: false } }, null).title?.ending).toBe(
      'failed',
    )
    const uncounted = { title: null, used: false, durationMs: 40 }
    expect(traceOf([asked], { title: uncounted }, prices)).toMatchObject({ cost: 0, title: { cost: null } })
    expect(traceOf([asked], {}, null).title).toBeNull()
  })

  it('leaves calls that waited for a decision out of the time of the tools', () => {
    const blocks = [
      call('one', { durationMs: 40 }),
      call('two', { durationMs: 90_000, proposalId: 'p' }),
      call('three', { status: 'not_run' }),
    ]
    expect(traceOf([turn('a', { blocks })], undefined, null).toolMs).toBe(40)
  })

  it('knows no cost without prices', () => {
    const trace = traceOf([turn('a', { usage: used(10, 5) })], undefined, null)
    expect(trace.cost).toBeNull()
    expect(trace.steps[0]?.cost).toBeNull()
  })
})
