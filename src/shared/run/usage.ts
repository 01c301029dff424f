import type { Settings } from '../contract/settings'
import type { Block, Usage } from './blocks'
import type { ContextReduction } from './reduction'
import type { Message, RunState } from './state'

/** What a million tokens cost; a person enters it, because servers don't say. */
export interface Prices {
  readonly input: number
  readonly output: number
}

const million = 1_000_000

/** Nothing used. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** The prices that a person has set; they are the same for every model. */
export function pricesOf({ inputPrice, outputPrice }: Settings): Prices {
  return { input: inputPrice, output: outputPrice }
}

/** The prices that a person has set; null where nothing is known of what tokens cost. */
export function knownPrices(settings: Settings): Prices | null {
  const prices = pricesOf(settings)
  return prices.input > 0 || prices.output > 0 ? prices : null
}

/** All tokens that were sent, from a cache or not. */
export function sentTokens({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens
}

/** Tokens that count: all that was sent and all that came. */
export function tokensOf(usage: Usage): number {
  return sentTokens(usage) + usage.outputTokens
}

/** What a turn costs at most: what came from a cache counts at the full price. */
export function costOf(usage: Usage, prices: Prices): number {
  return (sentTokens(usage) * prices.input + usage.outputTokens * prices.output) / million
}

/** What was used to sum up a conversation; nothing for a reduction that asks no model. */
export function reductionUsages(reductions: readonly ContextReduction[] = []): readonly Usage[] {
  return reductions.flatMap((reduction) => (reduction.kind === 'compacted' ? [reduction.usage] : []))
}

/** What a message used: the summaries before it, its own turn, and what its tools had a model do. */
export function messageUsages(message: Message): readonly Usage[] {
  if (message.role !== 'assistant') return []
  const own = message.usage === undefined ? [] : [message.usage]
  return [...reductionUsages(message.reductions), ...own, ...toolUsages(message.blocks)]
}

// While a turn streams, a block may arrive before the one in front of it.
function toolUsages(blocks: readonly (Block | undefined)[]): readonly Usage[] {
  return blocks.flatMap((block) =>
    block?.type === 'tool_use' && block.usage !== undefined ? [block.usage] : [],
  )
}

/** What a run used in all: its messages, the summaries that no turn followed, and the conversation’s title. */
export function runUsages(
  messages: readonly Message[],
  run: Pick<RunState, 'reductions' | 'title'> | undefined,
): readonly Usage[] {
  const title = run?.title?.usage === undefined ? [] : [run.title.usage]
  return [...messages.flatMap(messageUsages), ...reductionUsages(run?.reductions), ...title]
}

/** What was used in all. */
export function sumOfUsages(usages: readonly Usage[]): Usage {
  return usages.reduce(
    (sum, usage) => ({
      inputTokens: sum.inputTokens + usage.inputTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
      cacheReadTokens: sum.cacheReadTokens + usage.cacheReadTokens,
      cacheWriteTokens: sum.cacheWriteTokens + usage.cacheWriteTokens,
    }),
    noUsage,
  )
}
