import type { ToolInfo } from '../../../shared/contract/tools'
import { memoized } from '../../../shared/memoized'
import type { ConversationState } from '../../../shared/run/state'
import type { ModelTool } from '../../model/port'
import { estimateTools } from '../context/estimate-tokens'
import type { EarlierPart } from '../earlier-part'
import { loadedNames } from './loaded'

/** Tools that are loaded on demand: all that there are, and which of them a branch has loaded. */
export interface OnDemand {
  readonly tools: readonly ToolInfo[]
  /** What is loaded may come to so many tokens. */
  readonly roomTokens: number
  /** In the order in which they were loaded; with `before`, as they were when that call was made. */
  loaded(state: ConversationState, earlier: EarlierPart, before?: string): readonly ToolInfo[]
  /** By name or former name. */
  find(name: string): ToolInfo | undefined
  /** As the model's server is sent it. */
  sent(tool: ToolInfo): ModelTool
  /** What sending a tool takes. */
  tokensOf(tool: ToolInfo): number
}

/** Joins tools with what the record says of them. */
export function createOnDemand(
  tools: readonly ToolInfo[],
  roomTokens: number,
  sent: (tool: ToolInfo) => ModelTool,
): OnDemand {
  const tokensOf = (tool: ToolInfo) => estimateTools([sent(tool)])
  const byName = new Map(tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool])))
  return {
    tools,
    roomTokens,
    sent,
    tokensOf,
    find: (name) => byName.get(name),
    loaded(state, earlier, before) {
      const loaded = new Set<ToolInfo>()
      let used = 0
      for (const name of loadedNames(state, earlier.toolNames(), before)) {
        const tool = byName.get(name)
        if (tool === undefined || loaded.has(tool)) continue
        const tokens = tokensOf(tool)
        // Loaded for a model with a larger window.
        if (used + tokens > roomTokens) continue
        used += tokens
        loaded.add(tool)
      }
      return [...loaded]
    },
  }
}

/** A tool as a model sees it: one object for each, so that what is made of it is made once. */
export const toModelTool = memoized(
  ({
    name,
    description,
    inputSchema,
    primary,
    aliases,
    title,
    module,
    moduleTitle,
  }: ToolInfo): ModelTool => ({
    name,
    description,
    inputSchema,
    primary,
    aliases,
    called: { title, module, moduleTitle },
  }),
)
