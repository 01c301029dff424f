import type { Usage } from '../../../shared/run/blocks'
import { sumOfUsages } from '../../../shared/run/usage'

/** What tools at work in a run had a model do, until the events of their ends tell it. */
export interface UsageUnderWay {
  add(toolUseId: string, usage: Usage): void
  /** What a call used, which its end tells from now on; null where it used nothing. */
  take(toolUseId: string): Usage | null
  all(): readonly Usage[]
}

/** Starts with nothing used. */
export function createUsageUnderWay(): UsageUnderWay {
  const used = new Map<string, Usage>()
  return {
    add(toolUseId, usage) {
      const before = used.get(toolUseId)
      used.set(toolUseId, before === undefined ? usage : sumOfUsages([before, usage]))
    },
    take(toolUseId) {
      const usage = used.get(toolUseId) ?? null
      used.delete(toolUseId)
      return usage
    },
    all: () => [...used.values()],
  }
}
