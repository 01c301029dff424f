import type { ToolInfo } from '../../../shared/contract/tools'
import type { ToolSet } from '../../../shared/tool/tool-set'

type Some = Extract<ToolSet, { kind: 'some' }>
type Known = Pick<ToolInfo, 'name' | 'aliases' | 'module'>

/** A whole module, with the tools that it gets later, or nothing of it. */
export function chooseModule(tools: Some, module: string, has: boolean, catalog: readonly Known[]): Some {
  const own = new Set(catalog.filter((tool) => tool.module === module).flatMap(namesOf))
  return {
    kind: 'some',
    modules: has ? [...new Set([...tools.modules, module])] : tools.modules.filter((id) => id !== module),
    tools: tools.tools.filter((name) => !own.has(name)),
  }
}

/** One tool; taking it out of a whole module leaves that module's others one by one. */
export function chooseTool(tools: Some, tool: Known, has: boolean, catalog: readonly Known[]): Some {
  const names = new Set(namesOf(tool))
  const others = tools.tools.filter((name) => !names.has(name))
  if (has) return { ...tools, tools: [...others, tool.name] }
  if (!tools.modules.includes(tool.module)) return { ...tools, tools: others }
  const siblings = catalog.filter(({ module, name }) => module === tool.module && name !== tool.name)
  return {
    kind: 'some',
    modules: tools.modules.filter((id) => id !== tool.module),
    tools: [...others, ...siblings.map(({ name }) => name)],
  }
}

/** What this version does not have. */
export function unknownIn(tools: ToolSet, catalog: readonly Known[]): string[] {
  if (tools.kind === 'all') return []
  const modules = new Set(catalog.map(({ module }) => module))
  const names = new Set(catalog.flatMap(namesOf))
  return [
    ...tools.modules.filter((id) => !modules.has(id)),
    ...tools.tools.filter((name) => !names.has(name)),
  ]
}

function namesOf({ name, aliases }: Known): string[] {
  return [name, ...aliases]
}
