import { describe, expect, it } from 'vitest'
import type { Message, RunState } from '../../../shared/run/state'
import { endHeard, failedHead, hasAnswered, pastEndAt } from './early-end'

const error = { code: 'unavailable', message: 'Nobody is there.' } as const
const run = (id: string, more: Partial<RunState> = {}): RunState => ({
  ...{ id, assistant: 'A', model: 'm', turns: 1, retryable: false, turnCap: false },
  ...{ status: 'completed', ...more },
})
const asked = (runId: string): Message => ({
  ...{ role: 'user', id: `${runId}-u`, runId, at: 0, text: '', attachments: [] },
})
const answered = (runId: string, ...words: readonly string[]): Message => ({
  ...{ role: 'assistant', id: `${runId}-a`, runId, at: 0, streaming: false },
  blocks: words.map((text) => ({ type: 'text', text, citations: [] })),
})
const branchOf = (messages: readonly Message[], ...runs: readonly RunState[]) => ({
  message: (at: number) => messages[at],
  run: (id: string) => runs.find((each) => each.id === id),
})
const said = (messages: readonly Message[], ...runs: readonly RunState[]) =>
  messages.map((_, at) => pastEndAt(branchOf(messages, ...runs), at))

describe('the end of a run', () => {
  it('is heard as what it was', () => {
    expect(endHeard(run('a'))).toBe('The assistant has finished.')
    expect(endHeard(run('a', { status: 'stopped' }))).toBe('The answer was stopped.')
    expect(endHeard(run('a', { turnCap: true }))).toBe('The answer ended early.')
    // Its notice is an alert.
    expect(endHeard(run('a', { status: 'failed', error }))).toBe('')
  })
})

describe('a run that failed', () => {
  it('is an answer that is not whole, or a step of a sequence', () => {
    const failed = run('a', { status: 'failed', error })
    expect(failedHead(failed, true)).toEqual({
      title: 'The answer could not be finished',
      kept: 'What had arrived is kept.',
    })
    expect(failedHead(failed, false).kept).toBe('Your message is kept.')
    const values = { number: 3, title: 'Append to a file', why: 'It is not there.' }
    const step = { ...error, said: { code: 'sequence.step_failed', values } }
    expect(failedHead(run('b', { status: 'failed', error: step }), true)).toMatchObject({
      title: 'A step failed',
      kept: expect.stringContaining('“Continue” tries this step again'),
    })
  })
})

describe('a run that did not come to its end', () => {
  it('says why below its last message once others follow', () => {
    const failed = run('a', { status: 'failed', error })
    expect(said([asked('a'), answered('a'), asked('b')], failed, run('b'))).toEqual([
      null,
      'Not answered: Nobody is there.',
      null,
    ])
    const unbegun = { ...failed, turns: 0 }
    expect(said([asked('a'), asked('b')], unbegun, run('b'))).toEqual([
      'Not answered: Nobody is there.',
      null,
    ])
    expect(said([asked('a'), answered('a', 'Half'), asked('b')], failed, run('b'))[1]).toBe(
      'Broke off: Nobody is there.',
    )
    const stopped = run('a', { status: 'stopped', retryable: true })
    expect(said([asked('a'), answered('a', 'Half'), asked('b')], stopped, run('b'))[1]).toBe(
      'You stopped this. What had arrived is kept.',
    )
    // Stopped before a word came: nothing had arrived that could be kept.
    const atOnce = 'You stopped this before anything arrived. Your message is kept.'
    expect(said([asked('a'), answered('a'), asked('b')], stopped, run('b'))[1]).toBe(atOnce)
    expect(said([asked('a'), asked('b')], { ...stopped, turns: 0 }, run('b'))[0]).toBe(atOnce)
  })

  it('says nothing where its answer stands on another branch, and another answers here', () => {
    const stopped = run('a', { status: 'stopped', retryable: true })
    expect(said([asked('a'), asked('b'), answered('b', 'Anew')], stopped, run('b'))).toEqual([
      null,
      null,
      null,
    ])
    expect(said([answered('z'), asked('a'), asked('b')], stopped, run('b'))[1]).toBeNull()
    // A message that joined it has its first turns before itself.
    expect(said([answered('a', 'Half'), asked('a'), asked('b')], stopped, run('b'))[1]).toBe(
      'You stopped this. What had arrived is kept.',
    )
  })

  it('says its limit, and not again to send a message', () => {
    const told = (more: Partial<RunState>) =>
      said([asked('a'), answered('a', 'Words'), asked('b')], run('a', more))[1]
    expect(told({ turnCap: true })).toBe('Stopped at the limit of turns.')
    expect(told({ retryable: true, budget: { kind: 'tokens', limit: 10, used: 12 } })).toMatch(
      /12 of 10 tokens/,
    )
    expect(told({ retryable: true })).toMatch(/cut off at its length limit/)
    expect(told({})).toBeNull()
  })

  it('says nothing where it is the last, went on, was steered, or is not loaded', () => {
    const failed = run('a', { status: 'failed', error, retryable: true })
    expect(said([asked('a'), answered('a', 'Half')], failed)).toEqual([null, null])
    expect(
      said([asked('a'), answered('a', 'Half'), answered('b', 'more'), asked('c')], failed, run('b')),
    ).toEqual([null, null, null, null])
    expect(said([asked('a'), answered('a', 'Half'), asked('a'), answered('a')], failed)[1]).toBeNull()
    expect(said([asked('a'), answered('a', 'Half'), asked('b')], run('b'))[1]).toBeNull()
  })
})

describe('an answer', () => {
  it('has something where an earlier turn of it has', () => {
    const messages = [asked('a'), answered('a', 'Looked.'), answered('a'), asked('b'), answered('b')]
    expect(messages.map((_, at) => hasAnswered(branchOf(messages), at))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
})
