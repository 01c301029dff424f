import { describe, expect, it } from 'vitest'
import { buildPrompt } from './prompt'
import { promptBudgetTokens, promptSize } from './prompt-size'
import { catalogOf, loadModules } from './registry'

const modules = [...loadModules().values()]
const catalog = catalogOf(modules)

describe('the prompt with every module of this version', () => {
  it('is exactly this text', async () => {
    const prompt = buildPrompt({
      now: new Date(2026, 2, 4, 12).getTime(),
      language: 'en',
      folders: [{ path: '/home/ada/Notes', access: 'read_write' }],
      modules: catalog.prompts,
      assistant: { name: 'Librarian', instructions: 'Look after the library.' },
      collection: { id: 'c1', name: 'Papers' },
      turnsUsed: null,
    })
    await expect(`${prompt}\n`).toMatchFileSnapshot('./prompt.golden.md')
  })

  it('holds the text of each module once', () => {
    for (const { prompt } of modules) {
      if (prompt.trim() === '') continue
      expect(catalog.prompts.filter(({ text }) => text === prompt)).toHaveLength(1)
    }
  })

  it('keeps, with the schemas of all tools, to its budget of tokens', () => {
    const { system, tools } = promptSize(catalog)
    expect(Math.min(system, tools)).toBeGreaterThan(100)
    expect(system + tools).toBeLessThan(promptBudgetTokens)
  })
})
