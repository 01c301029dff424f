import type { ToolModule, ToolNames } from './define'

/** What a module and its tools are called in a language other than that of the catalog. */
export interface TitlesOf<M extends ToolModule> {
  readonly module: string
  readonly tools: { readonly [Name in ToolNames<M>]: string }
}
