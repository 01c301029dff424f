import type { Settings } from '../../shared/contract/settings'
import type { Usage } from '../../shared/run/blocks'
import type { SpentBudget } from '../../shared/run/events'
import type { ConversationState } from '../../shared/run/state'
import { costOf, messageUsages, type Prices, pricesOf, sumOfUsages, tokensOf } from '../../shared/run/usage'
import type { BudgetLeft } from './models-at-work'

/** What one run may use; null is no limit. */
export interface RunBudget {
  readonly tokens: number | null
  /** In the currency of the prices. */
  readonly cost: number | null
  readonly prices: Prices
}

/** The budget that a person has set. */
export function budgetOf(settings: Settings): RunBudget {
  const { tokenBudget, costBudget } = settings
  return {
    tokens: tokenBudget === 0 ? null : tokenBudget,
    cost: costBudget === 0 ? null : costBudget,
    prices: pricesOf(settings),
  }
}

/** The budget that a run has used up; null while there is some left. */
export function spentBudget(state: ConversationState, runId: string, budget: RunBudget): SpentBudget | null {
  const usages = usagesOf(state, runId)
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

/** What of its budget a run has left, beside what it is using at the moment. */
export function leftOf(
  state: ConversationState,
  runId: string,
  budget: RunBudget,
  underWay: readonly Usage[],
): BudgetLeft {
  const used = sumOfUsages([...usagesOf(state, runId), ...underWay])
  const { tokens, cost, prices } = budget
  return {
    tokens: tokens === null ? null : Math.max(0, tokens - tokensOf(used)),
    cost: cost === null ? null : Math.max(0, cost - costOf(used, prices)),
    prices,
  }
}

function usagesOf(state: ConversationState, runId: string): readonly Usage[] {
  return state.messages.flatMap((message) => (message.runId === runId ? messageUsages(message) : []))
}
