import { estimateTokens } from '../library/chunking/tokens'
import type { Catalog } from '../services'
import { buildPrompt } from './prompt'

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

/** Estimates what every turn of an assistant with all tools sends. */
export function promptSize({ tools, prompts }: Catalog): PromptSize {
  const system = buildPrompt({
    now: 0,
    language: 'system',
    folders: [],
    modules: prompts,
    assistant: null,
    collection: null,
    turnsUsed: null,
  })
  const described = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  return {
    system: Math.ceil(estimateTokens(system)),
    tools: Math.ceil(estimateTokens(JSON.stringify(described))),
  }
}
