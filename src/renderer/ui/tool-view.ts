import type { LucideIcon } from 'lucide-react'
import { type ComponentType, createContext, createElement, type ReactNode, useContext } from 'react'
import type { z } from 'zod'
import type { Tool, ToolModule, ToolNames, ToolOf } from '../../shared/tool/define'
import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'

/** What a tool's line is made from; input and output are absent until they are there and fit their schema. */
export interface CallFacts<Input, Output> {
  readonly input: Input | undefined
  readonly output: Output | undefined
  /** Whether what it began goes on now, which its output can't know; undefined where that is not known. */
  readonly goesOn?: boolean | undefined
}

/** How one tool's calls look. */
export interface ToolView<T extends Tool> {
  readonly icon: LucideIcon
  /** What it does, with names: `Searching the library for “tides”`. */
  doing(call: CallFacts<z.output<T['input']>, z.output<T['output']>>): string
  /** What it did, with numbers: `Found 7 passages for “tides”`. */
  done(call: CallFacts<z.output<T['input']>, z.output<T['output']>>): string
  /** The outcome, for people. */
  readonly Result: ComponentType<{
    readonly output: z.output<T['output']>
    readonly input: z.output<T['input']> | undefined
  }>
  /** The arguments, for people; without it they are listed by name. */
  readonly Arguments?: ComponentType<{ readonly input: z.output<T['input']> }>
  /** What the button says that lets it happen; without it, what its class says. */
  readonly approve?: () => string
}

/** One view per tool of the module: a missing or extra one does not compile. */
export type ToolViews<M extends ToolModule> = {
  readonly [Name in ToolNames<M>]: ToolView<ToolOf<M, Name>>
}

/** What a tool does and what its fields take, the latter by what its schema says of them. */
interface ToolWords {
  readonly about: string
  readonly fields: Readonly<Record<string, string>>
}

/** A view with its schemas inside: it takes whatever history holds, and answers null for what does not fit. */
export interface BoundToolView {
  readonly names: readonly string[]
  readonly icon: LucideIcon
  /** What people read of it, by language; a view of what comes from elsewhere has none. */
  readonly words?: {
    readonly en: ToolWords
    readonly de: ToolWords & { readonly module: string; readonly title: string }
  }
  line(call: {
    readonly input: unknown
    readonly state: unknown
    readonly done: boolean
    readonly goesOn?: boolean | undefined
  }): string
  result(call: { readonly input: unknown; readonly state: unknown }): ReactNode | null
  arguments(input: unknown): ReactNode | null
  readonly approve?: (() => string) | undefined
}

/** Joins a module's views with its schemas. */
export function bindToolViews<const M extends ToolModule>(
  module: M,
  { english, german }: { readonly english: EnglishOf<M>; readonly german: TitlesOf<M> },
  views: ToolViews<M>,
): readonly BoundToolView[] {
  return module.tools.map((tool) => {
    // The mapped type above has checked that each tool of the module has its view; here they are all alike.
    const name = tool.name as ToolNames<M>
    const view = views[name] as ToolView<Tool>
    return {
      ...bind(tool, view),
      words: {
        en: { about: english.about[name], fields: english.fields },
        de: {
          module: german.module,
          title: german.tools[name],
          about: german.about[name],
          fields: german.fields,
        },
      },
    }
  })
}

function bind(tool: Tool, view: ToolView<Tool>): BoundToolView {
  const { Result, Arguments } = view
  return {
    names: [tool.name, ...tool.aliases],
    icon: view.icon,
    approve: view.approve,
    line({ input, state, done, goesOn }) {
      const known = { input: tool.input.safeParse(input).data, output: tool.output.safeParse(state).data }
      const facts = { ...known, goesOn }
      // Without an outcome that fits there is nothing to say of what was done.
      return done && facts.output !== undefined ? view.done(facts) : view.doing(facts)
    },
    result({ input, state }) {
      const output = tool.output.safeParse(state)
      if (!output.success) return null
      return createElement(Result, { output: output.data, input: tool.input.safeParse(input).data })
    },
    arguments(input) {
      const parsed = tool.input.safeParse(input)
      return Arguments && parsed.success ? createElement(Arguments, { input: parsed.data }) : null
    },
  }
}

/** A place in a document that a view can open. */
export interface DocumentPlace {
  readonly documentId: string
  readonly title: string
  readonly page: number | null
  readonly passage: { readonly start: number; readonly end: number } | null
}

/** What views can ask of the page around them, and what it knows. */
export interface ToolViewActions {
  /** What a collection is called; undefined for one that is gone. */
  collectionName(id: string): string | undefined
  openContact(id: string): void
  openDocument(place: DocumentPlace): void
  openNote(id: string): void
  openTask(id: string): void
}

/** Given by the inspector. */
export const ToolViewActionsContext = createContext<ToolViewActions>({
  collectionName: () => undefined,
  openContact: () => {},
  openDocument: () => {},
  openNote: () => {},
  openTask: () => {},
})

/** The actions of the page around a view. */
export function useToolViewActions(): ToolViewActions {
  return useContext(ToolViewActionsContext)
}
