import { describe, expect, it } from 'vitest'
import type { ContextReduction } from '../../../shared/run/reduction'
import type { Message } from '../../../shared/run/state'
import { type Branch, placeIn, runOnBranch } from './branch'

const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 2, cacheWriteTokens: 1 }
const message = (runId: string, at: number): Message =>
  at % 3 === 0
    ? { role: 'user', id: `${at}`, runId, at, text: '', attachments: [] }
    : { role: 'assistant', id: `${at}`, runId, at, blocks: [], streaming: false, usage }
const all = ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c'].map(message)
/** Runs of a question and two turns each; some of their messages are not loaded. */
const branchWithout = (...missing: number[]): Branch => ({
  length: all.length,
  message: (at) => (missing.includes(at) ? undefined : all[at]),
  versions: () => undefined,
  run: () => undefined,
})
const prices = { input: 1_000_000, output: 0 }

describe('a run on the shown branch', () => {
  it('is its own messages in their order', () => {
    expect(runOnBranch(branchWithout(), 'b')).toEqual({ messages: all.slice(3, 6), missing: null })
    expect(runOnBranch(branchWithout(), 'elsewhere')).toEqual({ messages: [], missing: null })
  })

  it('names a place before or after that is not loaded', () => {
    expect(runOnBranch(branchWithout(2, 3), 'b').missing).toBe(3)
    expect(runOnBranch(branchWithout(5), 'b').missing).toBe(5)
    expect(runOnBranch(branchWithout(2), 'b').missing).toBe(2)
  })

  it('tells at its last message what it used, and what that costs where prices are set', () => {
    expect(placeIn(branchWithout(), 5, prices)).toMatchObject({ tokensIn: 26, tokensOut: 10, cost: 26 })
    expect(placeIn(branchWithout(), 5, null)).toMatchObject({ tokensIn: 26, cost: null })
    expect(placeIn(branchWithout(), 4, prices)).toMatchObject({ tokensIn: 0, tokensOut: 0 })
  })

  it('tells at its last message what it answers', () => {
    const asked: Message = { role: 'user', id: 'q', runId: 'b', at: 0, text: 'How high?', attachments: [] }
    const messages = [asked, message('b', 1), message('b', 2)]
    const branch: Branch = { ...branchWithout(), length: 3, message: (at) => messages[at] }
    expect(messages.map((_, at) => placeIn(branch, at, null).question)).toEqual(['', '', 'How high?'])
    expect(
      placeIn({ ...branch, message: (at) => (at === 2 ? messages[2] : undefined) }, 2, null).question,
    ).toBe('')
  })

  it('counts what the title of the conversation used at the end of the run that it came after', () => {
    const title = { title: 'Tides', used: true, usage, durationMs: 1 }
    const run = {
      id: 'b',
      assistant: '',
      model: '',
      turns: 2,
      status: 'completed',
      retryable: false,
    } as const
    const steered = [...all.slice(0, 6), message('b', 6), message('b', 7)]
    const branch: Branch = {
      ...branchWithout(),
      length: steered.length,
      message: (at) => steered[at],
      run: (id) => (id === 'b' ? { ...run, turnCap: false, title } : undefined),
    }
    expect(placeIn(branch, 5, prices)).toMatchObject({ tokensIn: 26, tokensOut: 10 })
    expect(placeIn(branch, 7, prices)).toMatchObject({ tokensIn: 52, tokensOut: 20, cost: 52 })
  })

  it('tells once, at the first, how many older results its answer was no longer given in all', () => {
    const cleared = (results?: number) => [
      { kind: 'results_cleared' as const, messageId: 'old', results, tokens: results && results * 100 },
    ]
    const summary = {
      ...{ kind: 'compacted' as const, messageId: 'old', summary: '', byModel: true },
      ...{ tokensBefore: 9, tokensAfter: 3, usage },
    }
    const asked: Message = { role: 'user', id: 'q', runId: 'r', at: 0, text: '', attachments: [] }
    const turn = (id: string, reductions?: ContextReduction[]): Message => ({
      ...{ role: 'assistant', id, runId: 'r', at: 0, blocks: [], streaming: false },
      ...(reductions && { reductions }),
    })
    const places = (...messages: readonly Message[]) => {
      const branch = { ...branchWithout(), length: messages.length, message: (at: number) => messages[at] }
      return messages.map((_, at) => placeIn(branch, at, null).clearedResults)
    }
    const answers = [
      turn('a'),
      turn('b', cleared(3)),
      turn('c', [summary]),
      turn('d', [...cleared(4), summary]),
    ]
    expect(places(asked, ...answers, asked, turn('e', cleared(2)))).toEqual([
      ...[null, null, 7, null, null],
      ...[null, 2],
    ])
    expect(places(asked, turn('b', cleared()), turn('c', cleared(4)))).toEqual([null, 0, null])
    const message = (at: number) => [asked, ...answers][at]
    expect(placeIn({ ...branchWithout(), length: 5, message }, 2, null).clearedTokens).toBe(700)
  })

  it('tells nothing of what it used while a part of it is not loaded', () => {
    expect(placeIn(branchWithout(4), 5, prices)).toMatchObject({ tokensIn: 0, tokensOut: 0 })
  })
})
