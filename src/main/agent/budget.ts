import type { Settings } from '../../shared/contract/settings'
import type { Usage } from '../../shared/run/blocks'
import type { SpentBudget } from '../../shared/run/events'
import type { ConversationState } from '../../shared/run/state'

/** What one run may use; null is no limit. */
export interface RunBudget {
  readonly tokens: number | null
  /** In the currency of the prices. */
  readonly cost: number | null
  readonly prices: Prices
}

/** What a million tokens cost; a person enters it, because servers don't say. */
export interface Prices {
  readonly input: number
  readonly output: number
}

/** The budget that a person has set. */
export function budgetOf(settings: Settings): RunBudget {
  const { tokenBudget, costBudget, inputPrice, outputPrice } = settings
  return {
    tokens: tokenBudget === 0 ? null : tokenBudget,
    cost: costBudget === 0 ? null : costBudget,
    prices: { input: inputPrice, output: outputPrice },
  }
}

const million = 1_000_000

/** Tokens that count: all that was sent and all that came, from a cache or not. */
export function tokensOf(usage: Usage): number {
  return inputOf(usage) + usage.outputTokens
}

/** What a turn costs at most: what came from a cache counts at the full price. */
export function costOf(usage: Usage, prices: Prices): number {
  return (inputOf(usage) * prices.input + usage.outputTokens * prices.output) / million
}

/** The budget that a run has used up; null while there is some left. */
export function spentBudget(state: ConversationState, runId: string, budget: RunBudget): SpentBudget | null {
  const usages = state.messages.flatMap((message) => {
    if (message.role !== 'assistant' || message.runId !== runId) return []
    const summaries = (message.reductions ?? []).flatMap((reduction) =>
      reduction.kind === 'compacted' ? [reduction.usage] : [],
    )
    return message.usage === undefined ? summaries : [...summaries, message.usage]
  })
  const spent = (kind: SpentBudget['kind'], limit: number | null, one: (usage: Usage) => number) => {
    if (limit === null) return null
    const used = usages.reduce((sum, usage) => sum + one(usage), 0)
    return used >= limit ? { kind, limit, used } : null
  }
  return (
    spent('tokens', budget.tokens, tokensOf) ??
    spent('cost', budget.cost, (usage) => costOf(usage, budget.prices))
  )
}

function inputOf({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens
}
