import { describe, expect, it } from 'vitest'
import { sampleAssistant } from '../../../../tests/support/sample-assistant'
import type { Assistant } from '../../../shared/contract/assistants'
import { defaultSettings } from '../../../shared/contract/settings'
import { actorOf, assistantsAtWork } from './assistant-at-work'

const clerk = sampleAssistant()
const settings = {
  ...defaultSettings,
  effort: 'low' as const,
  thinking: 'off' as const,
  turnCap: 7,
  tokenBudget: 900_000,
  inputPrice: 2,
}
const atWork = (own: Partial<Assistant>) =>
  assistantsAtWork({
    assistants: { get: () => ({ ...clerk, ...own }) },
    catalog: { tools: [], prompts: [] },
    settings: { get: () => settings },
    grants: { list: () => [] },
    collections: () => [],
    deniedTools: () => [],
    now: () => new Date(0),
  })(clerk.id, { provider: 'anthropic' })

describe('an assistant at work', () => {
  it('has the limits, the effort and the thinking of the settings unless it has its own', () => {
    expect(atWork({})).toMatchObject({
      turnCap: 7,
      budget: { tokens: 900_000, cost: null, prices: { input: 2 } },
      thinking: { effort: 'low', thinking: 'off' },
    })
    expect(atWork({ turnCap: 2, tokenBudget: 50_000, costBudget: 1.5, effort: 'max' })).toMatchObject({
      turnCap: 2,
      budget: { tokens: 50_000, cost: 1.5 },
      thinking: { effort: 'max', thinking: 'off' },
    })
    // The model decides is a choice of its own, not the lack of one.
    expect(atWork({ thinking: 'default' })).toMatchObject({
      thinking: { effort: 'low', thinking: 'default' },
    })
  })

  it('acts under its own name and id; the usual one says when it is offline', () => {
    expect(actorOf(clerk, 'offline')).toEqual({ kind: 'assistant', name: 'Tide clerk', id: 'a1' })
    const usual = { ...clerk, id: 'default', name: 'Assistant' }
    expect(actorOf(usual, 'offline')).toEqual({ kind: 'assistant', name: 'Offline assistant' })
    expect(actorOf(usual, 'anthropic')).toEqual({ kind: 'assistant', name: 'Assistant' })
  })
})
