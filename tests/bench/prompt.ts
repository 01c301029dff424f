import { catalogOf, loadModules } from '../../src/main/agent/registry'
import { promptBudgetTokens, promptSize, smallBudgetTokens, smallContextTokens } from '../support/prompt-size'
import type { Figure } from './figures'

/** Counts, by estimate, what every turn sends before a person has said anything: with all schemas, and on demand. */
export function benchPrompt(): Figure[] {
  const modules = [...loadModules().values()]
  const catalog = catalogOf(modules)
  const number = modules.reduce((sum, module) => sum + module.tools.length, 0)
  const of = `of all ${modules.length} modules with ${number} tools`
  const figure = (name: string, budget: number, contextTokens?: number): Figure => {
    const { system, tools } = promptSize(catalog, contextTokens)
    return {
      name: `${name} (estimate)`,
      value: system + tools,
      unit: 'tokens',
      target: `< ${budget}`,
      comparison: `system text ${system}, tools ${tools}`,
    }
  }
  return [
    figure(`prompt ${of}`, promptBudgetTokens),
    figure(
      `prompt ${of}, loaded on demand in a window of ${smallContextTokens}`,
      smallBudgetTokens,
      smallContextTokens,
    ),
  ]
}
