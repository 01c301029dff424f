import { expect, it } from 'vitest'
import type { Block, Usage } from '../../shared/run/blocks'
import { type ConversationState, emptyConversation } from '../../shared/run/state'
import { leftOf, type RunBudget, spentBudget } from './budget'
import { createUsageUnderWay } from './runs/usage-under-way'

const used = (inputTokens: number, outputTokens: number): Usage => ({
  inputTokens,
  outputTokens,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
})
const call: Block = {
  type: 'tool_use',
  toolUseId: 'call',
  name: 'summarize_document',
  inputJson: '{}',
  status: 'done',
  usage: used(600, 100),
}
/** A run whose turn used 250 tokens, and whose tool had a model use 700. */
const state: ConversationState = {
  ...emptyConversation('c'),
  messages: [
    {
      ...{ role: 'assistant', id: 'm', runId: 'run', at: 0, streaming: false },
      usage: used(200, 50),
      blocks: [call],
    },
  ],
}
const budget = (tokens: number | null, cost: number | null): RunBudget => ({
  ...{ tokens, cost },
  prices: { input: 1000, output: 2000 },
})

it('counts what a tool had a model do as the run’s', () => {
  expect(spentBudget(state, 'run', budget(950, null))).toEqual({ kind: 'tokens', limit: 950, used: 950 })
  expect(spentBudget(state, 'run', budget(951, null))).toBeNull()
  expect(spentBudget(state, 'run', budget(null, 1.1))).toEqual({ kind: 'cost', limit: 1.1, used: 1.1 })
})

it('takes what tools at work are using from what is left, once', () => {
  const underWay = createUsageUnderWay()
  underWay.add('other', used(10, 5))
  underWay.add('other', used(10, 5))
  expect(leftOf(state, 'run', budget(1000, null), underWay.all())).toMatchObject({ tokens: 20, cost: null })
  expect(underWay.take('other')).toEqual(used(20, 10))
  expect(underWay.take('other')).toBeNull()
  expect(leftOf(state, 'run', budget(1000, null), underWay.all())).toMatchObject({ tokens: 50 })
  expect(leftOf(state, 'run', budget(100, null), [])).toMatchObject({ tokens: 0 })
})
