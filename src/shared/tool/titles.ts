import type { ToolModule, ToolNames } from './define'

/** What the tools of a module do, for people, in the language of the catalog, which speaks to models. */
export interface EnglishOf<M extends ToolModule> {
  /** In a few sentences. */
  readonly about: { readonly [Name in ToolNames<M>]: string }
  /** What fields take, by what their schemas say of it, where that is for models alone. */
  readonly fields: Readonly<Record<string, string>>
}

/** What a module and its tools are called, and what the tools do, in a language other than that of the catalog. */
export interface TitlesOf<M extends ToolModule> {
  readonly module: string
  readonly tools: { readonly [Name in ToolNames<M>]: string }
  /** For people, in a few sentences; models are told of a tool by its own description. */
  readonly about: { readonly [Name in ToolNames<M>]: string }
  /** What their fields take, by what their schemas say of it. */
  readonly fields: Readonly<Record<string, string>>
}
