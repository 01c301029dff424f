import type { ToolInfo } from '../../shared/contract/tools'

/** The catalog of tools. */
export interface Catalog {
  readonly tools: readonly ToolInfo[]
  /** The prompt texts of all modules, in order. */
  readonly prompts: readonly { readonly module: string; readonly title: string; readonly text: string }[]
}
