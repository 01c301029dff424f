import { describe, expect, it } from 'vitest'
import { assistantLimits } from '../../shared/contract/assistants'
import { holdsTool } from '../../shared/tool/tool-set'
import { catalogOf, loadModules } from '../agent/registry'
import { starters } from './starters'

const { tools } = catalogOf([...loadModules().values()])

describe('the starters', () => {
  it.each(starters.map((starter) => [starter.key, starter] as const))(
    '%s has only tools that there are, and what it is told fits',
    (_key, starter) => {
      const { tools: set, en, de } = starter
      if (set.kind === 'all') throw new Error('A starter has what its work needs, not everything.')
      const names = new Set(tools.map(({ name }) => name))
      const modules = new Set(tools.map(({ module }) => module))
      expect(set.tools.filter((name) => !names.has(name))).toEqual([])
      expect(set.modules.filter((module) => !modules.has(module))).toEqual([])
      expect(tools.some((tool) => holdsTool(set, tool))).toBe(true)
      for (const words of [en, de]) {
        expect(words.name.length).toBeLessThanOrEqual(assistantLimits.name)
        expect(words.instructions.length).toBeLessThan(assistantLimits.instructions)
      }
    },
  )

  it.each(starters)('$key can ask what became of what it proposed', ({ tools: set }) => {
    const has = tools.filter((tool) => holdsTool(set, tool))
    expect(has.some((tool) => tool.class !== 'read')).toBe(true)
    expect(has.map(({ name }) => name)).toContain('get_proposal')
  })

  it('can remove nothing for good by themselves: none is given a command', () => {
    for (const { tools: set } of starters) {
      expect(tools.filter((tool) => tool.module === 'commands' && holdsTool(set, tool))).toEqual([])
    }
  })
})
