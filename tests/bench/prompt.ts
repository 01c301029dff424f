import { catalogOf, loadModules } from '../../src/main/agent/registry'
import { withPlainSchema } from '../../src/main/model/anthropic/plain-schema'
import { promptBudgetTokens, promptSize, smallBudgetTokens, smallContextTokens } from '../support/prompt-size'
import type { Figure } from './figures'

/** Counts, by estimate, what every turn sends before a person has said anything: with all schemas, and on demand. */
export function benchPrompt(): Figure[] {
  const modules = [...loadModules().values()]
  const catalog = catalogOf(modules)
  const number = modules.reduce((sum, module) => sum + module.tools.length, 0)
  const of = `of all ${modules.length} modules with ${number} tools`
  const figure = (name: string, budget: number, model: Parameters<typeof promptSize>[1]): Figure => {
    const { system, tools } = promptSize(catalog, model)
    return {
      name: `${name} (estimate)`,
      value: system + tools,
      unit: 'tokens',
      target: `< ${budget}`,
      comparison: `system text ${system}, tools ${tools}`,
    }
  }
  return [
    figure(`prompt ${of}`, promptBudgetTokens, {}),
    figure(`prompt ${of}, as a local server is sent it`, promptBudgetTokens, { asSent: withPlainSchema }),
    figure(`prompt ${of}, loaded on demand in a window of ${smallContextTokens}`, smallBudgetTokens, {
      contextTokens: smallContextTokens,
    }),
  ]
}
