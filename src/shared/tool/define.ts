import type { z } from 'zod'
import type { ToolClass, WriteClass } from './classes'
import type { Origin } from './result'

/** Names are `verb_noun` in snake_case. */
export type ToolName = string

/** What a tool says of itself once, for models, people, MCP clients and the views. */
interface ToolCommon<Name extends ToolName, Input extends z.ZodType, Output extends z.ZodType> {
  readonly name: Name
  readonly title: string
  /** For the model: what it does, when to use it, units and limits. */
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Former names; history stores names, so they stay valid for ever. */
  readonly aliases: readonly string[]
  /** The input field that a person types first after `/tool_name`. */
  readonly primary?: keyof z.input<Input> & string
  /** The input fields that are carried out as they stand: a sequence puts nothing there that a tool gave. */
  readonly code?: readonly (keyof z.input<Input> & string)[]
  /** The hosts that a call with this input sends something to; absent for a tool that never sends. */
  sendsTo?(input: z.output<Input>): readonly string[]
  /** Set when what it runs may reach hosts that nobody can know beforehand; programs over MCP are told so. */
  readonly reachesOut?: true
}

/** A tool that changes nothing. */
export interface ReadTool<
  Name extends ToolName = ToolName,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> extends ToolCommon<Name, Input, Output> {
  readonly class: 'read'
  /** Set when it has the model that is set up do something, which is given what is read and may cost. */
  readonly asksModel?: true
}

/** A tool that changes something, by a plan that is shown first. */
export interface WriteTool<
  Name extends ToolName = ToolName,
  Input extends z.ZodType = z.ZodType,
  Plan extends z.ZodType = z.ZodType,
  Inverse extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> extends ToolCommon<Name, Input, Output> {
  readonly class: WriteClass
  /** Set when what it does can never be taken back; such a tool is always asked, whatever policy was chosen. */
  readonly irreversible?: true
  /** Everything `apply` needs: the base that must still hold, and what will be. */
  readonly plan: Plan
  /** Everything `revert` needs. */
  readonly inverse: Inverse
}

/** Any tool as the registry sees it. */
export type Tool = ReadTool | WriteTool

/** A group of tools with one text for the prompt. */
export interface ToolModule<Tools extends readonly Tool[] = readonly Tool[]> {
  readonly id: string
  readonly title: string
  /** Name of an icon of the page's icon set. */
  readonly icon: string
  /** What the model must know once about the whole module; empty when the tools say it all. */
  readonly prompt: string
  /** Where what its tools tell comes from, also by an error or a proposal's summary, wherever they do not say it themselves. */
  readonly origin: Origin
  readonly tools: Tools
}

/** Declares a read tool; exists for its types. */
export function defineReadTool<const Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  tool: Omit<ReadTool<Name, Input, Output>, 'class'>,
): ReadTool<Name, Input, Output> {
  return { ...tool, class: 'read' }
}

/** Declares a write tool; exists for its types. */
export function defineWriteTool<
  const Name extends string,
  Input extends z.ZodType,
  Plan extends z.ZodType,
  Inverse extends z.ZodType,
  Output extends z.ZodType,
>(tool: WriteTool<Name, Input, Plan, Inverse, Output>): WriteTool<Name, Input, Plan, Inverse, Output> {
  return tool
}

/** Declares a module; keeps the tuple of tools so that runtimes and views can be checked against it. */
export function defineModule<const Tools extends readonly Tool[]>(
  module: ToolModule<Tools>,
): ToolModule<Tools> {
  return module
}

/** The names of a module's tools as a union. */
export type ToolNames<M extends ToolModule> = M['tools'][number]['name']

/** The tool of a module that has this name. */
export type ToolOf<M extends ToolModule, Name extends string> = Extract<M['tools'][number], { name: Name }>

/** The hosts that a call sends something to, by its input as it was given; none where that does not fit. */
export function hostsOfCall(tool: Tool, input: unknown): readonly string[] {
  if (tool.sendsTo === undefined) return []
  const parsed = tool.input.safeParse(input)
  return parsed.success ? tool.sendsTo(parsed.data) : []
}

/** The class of a tool as a value; a helper for narrowing. */
export function isWriteTool(tool: { readonly class: ToolClass }): tool is WriteTool {
  return tool.class !== 'read'
}
