import { promptBudgetTokens, promptSize } from '../../src/main/agent/prompt-size'
import { catalogOf, loadModules } from '../../src/main/agent/registry'
import type { Figure } from './figures'

/** Counts, by estimate, what every turn sends before a person has said anything. */
export function benchPrompt(): Figure[] {
  const modules = [...loadModules().values()]
  const { system, tools } = promptSize(catalogOf(modules))
  const number = modules.reduce((sum, module) => sum + module.tools.length, 0)
  return [
    {
      name: `prompt of all ${modules.length} modules with ${number} tools (estimate)`,
      value: system + tools,
      unit: 'tokens',
      target: `< ${promptBudgetTokens}`,
      comparison: `system text ${system}, tools ${tools}`,
    },
  ]
}
