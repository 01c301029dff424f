import type { ToolModule, ToolNames } from './define'

/** What a module and its tools are called, and what the tools do, in a language other than that of the catalog. */
export interface TitlesOf<M extends ToolModule> {
  readonly module: string
  readonly tools: { readonly [Name in ToolNames<M>]: string }
  /** For people, in a few sentences; models are told of a tool by its own description. */
  readonly about: { readonly [Name in ToolNames<M>]: string }
  /** What their fields take, by what their schemas say of it. */
  readonly fields: Readonly<Record<string, string>>
}
