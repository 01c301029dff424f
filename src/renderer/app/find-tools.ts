import type { ToolInfo } from '../../shared/contract/tools'

/** What a tool is found by. */
type Findable = Pick<ToolInfo, 'name' | 'title' | 'description' | 'moduleTitle' | 'aliases'>

/**
 * Tools that have every word that is typed, in their order; those that are called so come before those whose
 * description alone says it, which is often about another tool.
 */
export function findTools<Tool extends Findable>(tools: readonly Tool[], typed: string): readonly Tool[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  const fits = (texts: readonly string[]) => {
    const all = texts.join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  }
  const found = tools.filter((tool) => fits([...namesOf(tool), tool.description, tool.moduleTitle]))
  const isCalledSo = (tool: Tool) => fits(namesOf(tool))
  return [...found.filter(isCalledSo), ...found.filter((tool) => !isCalledSo(tool))]
}

function namesOf({ name, title, aliases }: Findable): readonly string[] {
  return [name, title, ...aliases]
}
