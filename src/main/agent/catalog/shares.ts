import { usualLocalTokens } from '../../../shared/contract/settings'
import type { Model } from '../../model/port'

/** Shares of a model's window. */
const shares = {
  /**
   * Up to here the schemas of all tools are sent: so they leave the work its room, and the turn that loading takes
   * costs more than they do.
   */
  whole: 0.1,
  /**
   * The same of a window up to the usual one that no person has set: the tools of this application keep to half of what
   * is usual, and the usual local model does better with tools that it can call at once.
   */
  wholeOfUsual: 0.5,
  /** The list of tools in the system text, which every request holds beside what is loaded. */
  list: 0.05,
  /** What is loaded in all; with the list still less than the work. */
  loaded: 0.3,
}

/** How many tokens of a model's window tools may take. */
export interface ToolRoom {
  readonly whole: number
  readonly list: number
  readonly loaded: number
}

/** The room for tools; null for a model that has no limit. */
export function toolRoom({
  contextTokens,
  contextFrom = 'set',
}: Pick<Model, 'contextTokens' | 'contextFrom'>): ToolRoom | null {
  if (contextTokens === undefined) return null
  const ofUsual = contextFrom === 'set' ? 0 : Math.min(contextTokens, usualLocalTokens) * shares.wholeOfUsual
  return {
    whole: Math.max(contextTokens * shares.whole, ofUsual),
    list: contextTokens * shares.list,
    loaded: contextTokens * shares.loaded,
  }
}
