import { text } from '../text/text'
import { traceText } from '../text/trace'

/** What was used in one line; the cost only where it is known. */
export function usageWords(tokensIn: number, tokensOut: number, cost: number | null): string {
  const tokens = text().chat.tokens(tokensIn, tokensOut)
  return cost === null ? tokens : `${tokens} · ${traceText().cost(cost)}`
}
