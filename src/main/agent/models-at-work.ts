import type { Usage } from '../../shared/run/blocks'
import { costOf, type Prices, tokensOf } from '../../shared/run/usage'
import type { Model } from '../model/port'

/** What a run may still use; null is no limit. */
export interface BudgetLeft {
  readonly tokens: number | null
  /** In the currency of the prices. */
  readonly cost: number | null
  readonly prices: Prices
}

/** A run's model, as its tools see it. */
export interface ModelAtWork {
  readonly model: Model
  /** What is left beside what the run has used, its tools at work included. */
  left(): BudgetLeft
  /** What the person asked last. */
  request(): string
}

/** The models of the runs at work, by run: what a tool does for a run is done with the run's own. */
export interface ModelsAtWork {
  /** Until the answer is called. */
  enter(runId: string, atWork: ModelAtWork): () => void
  of(runId: string): ModelAtWork | null
}

/** Starts with no run at work. */
export function createModelsAtWork(): ModelsAtWork {
  const atWork = new Map<string, ModelAtWork>()
  return {
    enter(runId, entered) {
      atWork.set(runId, entered)
      return () => void atWork.delete(runId)
    },
    of: (runId) => atWork.get(runId) ?? null,
  }
}

/** Whether so much may still be used. */
export function isLeft({ tokens, cost, prices }: BudgetLeft, used: Usage): boolean {
  return (tokens === null || tokensOf(used) <= tokens) && (cost === null || costOf(used, prices) <= cost)
}
