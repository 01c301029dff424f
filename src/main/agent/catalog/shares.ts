import type { Model } from '../../model/port'

/** Shares of a model's window. */
const shares = {
  /**
   * Up to here the schemas of all tools are sent: so they leave the work its room, and the turn that loading takes
   * costs more than they do.
   */
  whole: 0.1,
  /**
   * The same where nobody has said how large the window is: the tools of this application keep to half of what is
   * usual, and the usual local model does better with tools that it can call at once.
   */
  wholeIfAssumed: 0.5,
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
  contextAssumed = false,
}: Pick<Model, 'contextTokens' | 'contextAssumed'>): ToolRoom | null {
  if (contextTokens === undefined) return null
  return {
    whole: contextTokens * (contextAssumed ? shares.wholeIfAssumed : shares.whole),
    list: contextTokens * shares.list,
    loaded: contextTokens * shares.loaded,
  }
}
