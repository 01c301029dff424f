import { offerTools } from '../../src/main/agent/catalog/offer'
import { nothingEarlier } from '../../src/main/agent/earlier-part'
import { buildPrompt } from '../../src/main/agent/prompt'
import { tokenEstimator } from '../../src/main/library/chunking/tokens'
import type { Model } from '../../src/main/model/port'
import type { Catalog } from '../../src/main/services/catalog'
import { emptyConversation } from '../../src/shared/run/state'

/** How many tokens a request takes before a person has said anything, by estimate. */
export interface PromptSize {
  /** The system text. */
  readonly system: number
  /** Names, descriptions and schemas of all tools. */
  readonly tools: number
}

/**
 * Tokens that the system text and the tools may take together with every module enabled: half of a window of
 * 32,768, so that a small local model has room for a conversation.
 */
export const promptBudgetTokens = 16_000

/** A window, as a person sets it for a local model, in which tools are loaded on demand. */
export const smallContextTokens = 32_768
/** What the same may come to there: a tenth of the window, above which schemas are not sent whole. */
export const smallBudgetTokens = smallContextTokens / 10

/** Estimates what every turn of an assistant with all tools sends; to a model without a window all schemas are sent. */
export function promptSize(
  { tools, prompts }: Catalog,
  model: Pick<Model, 'contextTokens' | 'asSent'> = {},
): PromptSize {
  const offer = offerTools(tools, model)
  const system = buildPrompt({
    now: 0,
    language: 'system',
    folders: [],
    modules: prompts,
    assistant: null,
    collection: null,
    toolListing: offer.listing,
  })
  const described = offer
    .sent(emptyConversation(''), nothingEarlier)
    .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  return {
    system: Math.ceil(tokensOf(system)),
    tools: Math.ceil(tokensOf(JSON.stringify(described))),
  }
}

function tokensOf(text: string): number {
  return tokenEstimator(text)(0, text.length)
}
