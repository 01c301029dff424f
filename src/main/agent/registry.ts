import { z } from 'zod'
import type { ToolInfo } from '../../shared/contract/tools'
import { AppError } from '../../shared/errors'
import {
  isWriteTool,
  type ReadTool,
  type Tool,
  type ToolModule,
  type WriteTool,
} from '../../shared/tool/define'
import { loadTools } from '../../shared/tool/load-tools'
import type { Origin } from '../../shared/tool/result'
import type { ReadImplementation, WriteImplementation } from '../../shared/tool/runtime'
import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
import type { ToolWords } from '../model/offline/help'
import type { Catalog } from '../services/catalog'
import { nearestNames } from './registry-names'
import type { ToolServices } from './tool-services'

/** A tool with what implements it, and where what it tells comes from unless it says so itself. */
export type RegisteredTool = {
  readonly origin: Origin
  /** Set for a tool of another program’s MCP server. */
  readonly foreign?: true
  /** What a yes to a call is bound to beside its input: the tool, and its server, as they are now. Throws where it can't be used. */
  readonly pin?: () => string
} & (
  | { readonly kind: 'read'; readonly tool: ReadTool; readonly implementation: ReadImplementation<ReadTool> }
  | {
      readonly kind: 'write'
      readonly tool: WriteTool
      readonly implementation: WriteImplementation<WriteTool>
    }
)

/** The implementations of one module by tool name; `ModuleRuntime` gives each its exact type. */
export type AnyRuntime = Readonly<
  Record<string, ReadImplementation<ReadTool> | WriteImplementation<WriteTool>>
>

/** What a module's `runtime.ts` exports by default. */
export type RuntimeFactory = (services: ToolServices) => AnyRuntime

/** Every tool by name and by former name. */
export interface Registry {
  readonly catalog: Catalog
  resolve(nameOrAlias: string): RegisteredTool | null
  /** Names that are spelled like it. */
  nearest(name: string): readonly string[]
  /** The deleted documents that undoing a change needs; none where its tool is gone or needs none. */
  broughtBack(change: { readonly tool: string; readonly inverse: unknown }): readonly string[]
  /** The titles of a tool and its module; the stored name where the tool is gone. */
  titles(name: string): { readonly toolTitle: string; readonly module: string }
}

/** What models, people and clients are told of the tools. */
export function catalogOf(modules: readonly ToolModule[], german?: Catalog['german']): Catalog {
  return {
    ...(german === undefined ? {} : { german }),
    tools: modules.flatMap((module) => module.tools.map((tool) => infoOf(tool, module))),
    prompts: modules
      .filter((module) => module.prompt.trim() !== '')
      .map((module) => ({ module: module.id, title: module.title, text: module.prompt })),
  }
}

/** A tool as sentences name it, in the languages of people. */
export function namedTool(
  { catalog }: Pick<Registry, 'catalog'>,
  { name, title }: Pick<RegisteredTool['tool'], 'name' | 'title'>,
) {
  const german = catalog.german?.get(name)
  return { tool: name, title, ...(german === undefined ? {} : { german }) }
}

/** Every module in src/tools, by folder. */
export function loadModules(): ReadonlyMap<string, ToolModule> {
  return byFolder(import.meta.glob<ToolModule>('../../tools/*/module.ts', { eager: true, import: 'default' }))
}

/** The German words of every module in src/tools. */
export function loadGermanTools(): ToolWords {
  const modules = byFolder(
    import.meta.glob<TitlesOf<ToolModule>>('../../tools/*/titles.ts', { eager: true, import: 'german' }),
  )
  return {
    tools: new Map(
      [...modules.values()].flatMap(({ tools, about }) =>
        Object.entries<string>(tools).map(
          ([name, title]) => [name, { title, about: about[name] ?? '' }] as const,
        ),
      ),
    ),
    modules: new Map([...modules].map(([id, { module }]) => [id, module])),
  }
}

/** The same in English: the catalog's own titles, but what it says of a tool is for models. */
export function loadEnglishTools(): ToolWords {
  const modules = loadModules()
  const english = byFolder(
    import.meta.glob<EnglishOf<ToolModule>>('../../tools/*/titles.ts', { eager: true, import: 'english' }),
  )
  return {
    tools: new Map(
      [...modules].flatMap(([id, { tools }]) =>
        tools.map(({ name, title }) => [name, { title, about: english.get(id)?.about[name] ?? '' }] as const),
      ),
    ),
    modules: new Map([...modules].map(([id, { title }]) => [id, title])),
  }
}

/** Finds every module in src/tools and joins it with its runtime. */
export function loadRegistry(services: ToolServices, german: ToolWords): Registry {
  const modules = loadModules()
  const factories = byFolder(
    import.meta.glob<RuntimeFactory>('../../tools/*/runtime.ts', { eager: true, import: 'default' }),
  )
  for (const [folder, module] of modules) {
    if (module.id !== folder) throw drift([`The module in src/tools/${folder} calls itself ${module.id}.`])
  }
  const runtimes = new Map([...factories].map(([folder, factory]) => [folder, factory(services)]))
  const titles = new Map([...german.tools].map(([name, { title }]) => [name, title]))
  return createRegistry([...modules.values()], runtimes, titles)
}

/** Joins modules with runtimes by module id; throws, naming the tools, where they do not agree. */
export function createRegistry(
  modules: readonly ToolModule[],
  runtimes: ReadonlyMap<string, AnyRuntime>,
  german?: Catalog['german'],
): Registry {
  const problems = [...nameProblems(modules), ...runtimeProblems(modules, runtimes)]
  if (problems.length > 0) throw drift(problems)

  const registered = new Map<string, RegisteredTool>()
  const homes = new Map<string, ToolModule>()
  const schemaProblems: string[] = []
  for (const module of modules) {
    for (const tool of module.tools) {
      const entry = join(tool, runtimes.get(module.id)?.[tool.name], module)
      for (const name of [tool.name, ...tool.aliases]) registered.set(name, entry)
      homes.set(tool.name, module)
      if (!isClosedObject(jsonSchema(tool.input, 'input'))) {
        schemaProblems.push(`The input of ${tool.name} must be a z.strictObject.`)
      }
    }
  }
  if (schemaProblems.length > 0) throw drift(schemaProblems)

  return {
    catalog: catalogOf(modules, german),
    resolve: (name) => registered.get(name) ?? null,
    nearest: (name) => nearestNames(name, [...registered.keys()]),
    broughtBack({ tool: name, inverse }) {
      const found = registered.get(name)
      if (found?.kind !== 'write' || found.implementation.broughtBack === undefined) return []
      const parsed = found.tool.inverse.safeParse(inverse)
      return parsed.success ? found.implementation.broughtBack(parsed.data) : []
    },
    titles(name) {
      const tool = registered.get(name)?.tool
      return { toolTitle: tool?.title ?? name, module: (tool && homes.get(tool.name)?.id) ?? name }
    },
  }
}

function byFolder<T>(found: Record<string, T>): Map<string, T> {
  const entries = Object.entries(found).map(
    ([path, value]) => [path.split('/').at(-2) ?? path, value] as const,
  )
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

// Verb and noun in snake_case; the Messages API takes at most 64 characters.
const namePattern = /^(?=.{1,64}$)[a-z][a-z0-9]*(_[a-z0-9]+)*$/

function nameProblems(modules: readonly ToolModule[]): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const module of modules) {
    for (const tool of module.tools) {
      for (const name of [tool.name, ...tool.aliases]) {
        if (!namePattern.test(name)) problems.push(`The tool name ${name} is not in snake_case.`)
        if (name === loadTools.name) problems.push(`The tool name ${name} is the loop's own.`)
        if (seen.has(name)) problems.push(`The tool name ${name} is used twice.`)
        seen.add(name)
      }
    }
  }
  const ids = modules.map((module) => module.id)
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) {
    problems.push(`The module ${id} is there twice.`)
  }
  return problems
}

function runtimeProblems(
  modules: readonly ToolModule[],
  runtimes: ReadonlyMap<string, AnyRuntime>,
): string[] {
  const problems: string[] = []
  for (const [id, runtime] of runtimes) {
    const module = modules.find((candidate) => candidate.id === id)
    const extra = Object.keys(runtime).filter((name) => !module?.tools.some((tool) => tool.name === name))
    if (module === undefined) problems.push(`The runtime ${id} has no module: ${extra.join(', ')}.`)
    else if (extra.length > 0)
      problems.push(`The runtime ${id} implements what its module lacks: ${extra.join(', ')}.`)
  }
  for (const module of modules) {
    const missing = module.tools.filter((tool) => !implementsTool(tool, runtimes.get(module.id)?.[tool.name]))
    if (missing.length > 0) {
      problems.push(
        `The runtime ${module.id} does not implement: ${missing.map((tool) => tool.name).join(', ')}.`,
      )
    }
  }
  return problems
}

function implementsTool(tool: Tool, implementation: AnyRuntime[string] | undefined): boolean {
  if (implementation === undefined) return false
  if (isWriteTool(tool)) {
    return 'plan' in implementation && 'apply' in implementation && 'revert' in implementation
  }
  return 'run' in implementation
}

function join(
  tool: Tool,
  implementation: AnyRuntime[string] | undefined,
  { origin }: Pick<ToolModule, 'origin'>,
): RegisteredTool {
  if (implementation !== undefined) {
    if (isWriteTool(tool) && 'plan' in implementation) return { kind: 'write', tool, implementation, origin }
    if (!isWriteTool(tool) && 'run' in implementation) return { kind: 'read', tool, implementation, origin }
  }
  throw drift([`The implementation of ${tool.name} does not fit its class.`])
}

function infoOf(tool: Tool, module: ToolModule): ToolInfo {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    module: module.id,
    moduleTitle: module.title,
    icon: module.icon,
    class: tool.class,
    aliases: [...tool.aliases],
    primary: tool.primary ?? null,
    sends: tool.sendsTo !== undefined || tool.reachesOut === true,
    ...(tool.reachesOut === undefined ? {} : { reachesOut: tool.reachesOut }),
    ...(tool.code === undefined ? {} : { code: [...tool.code] }),
    inputSchema: jsonSchema(tool.input, 'input'),
    outputSchema: jsonSchema(tool.output, 'output'),
  }
}

/** The JSON Schema of a tool's input or output, as models and clients are given it. */
export function jsonSchema(type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  // The dialect is zod's default for all of them and would be repeated in every request to a model.
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io, override: withoutRepetition })
  return schema
}

/** The pattern of a date says what its format says, in the words of a paragraph. */
function withoutRepetition({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

function isClosedObject(schema: Record<string, unknown>): boolean {
  return schema.type === 'object' && schema.additionalProperties === false
}

function drift(problems: readonly string[]): AppError {
  return new AppError('internal', `The tools do not agree with their implementations. ${problems.join(' ')}`)
}
