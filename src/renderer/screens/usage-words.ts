import type { Usage } from '../../shared/run/blocks'
import { costOf, knownPrices, sentTokens } from '../../shared/run/usage'
import { useSettings } from '../stores/settings'
import { text } from '../text/text'
import { traceText } from '../text/trace'

/** What was used in one line; the cost only where it is known. */
export function usageWords(tokensIn: number, tokensOut: number, cost: number | null): string {
  const tokens = text().chat.tokens(tokensIn, tokensOut)
  return cost === null ? tokens : `${tokens} · ${traceText().cost(cost)}`
}

/** What a tool had a model do, in one line; undefined where it asked none. */
export function useUsageWords(usage: Usage | undefined): string | undefined {
  const prices = knownPrices(useSettings(({ settings }) => settings))
  if (usage === undefined) return undefined
  return usageWords(sentTokens(usage), usage.outputTokens, prices && costOf(usage, prices))
}
