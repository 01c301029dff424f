import type { ToolInfo } from '../../shared/contract/tools'

/** The tools that there are, as callers and prompts are told of them. */
export interface Catalog {
  readonly tools: readonly ToolInfo[]
  /** What tools are called in German, by name; absent where that is not known. */
  readonly german?: ReadonlyMap<string, string>
  /** The prompt texts of all modules, in order. */
  readonly prompts: readonly { readonly module: string; readonly title: string; readonly text: string }[]
}
