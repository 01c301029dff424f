import { describe, expect, it } from 'vitest'
import {
  promptBudgetTokens,
  promptSize,
  smallBudgetTokens,
  smallContextTokens,
} from '../../../tests/support/prompt-size'
import { withPlainSchema } from '../model/anthropic/plain-schema'
import { offerTools } from './catalog/offer'
import { buildPrompt } from './prompt'
import { catalogOf, loadModules } from './registry'

const modules = [...loadModules().values()]
const catalog = catalogOf(modules)

describe('the prompt with every module of this version', () => {
  const promptWith = (toolListing: string | null) =>
    buildPrompt({
      now: new Date(2026, 2, 4, 12).getTime(),
      language: 'en',
      folders: [{ path: '/home/ada/Notes', access: 'read_write' }],
      modules: catalog.prompts,
      assistant: { name: 'Librarian', instructions: 'Look after the library.' },
      collection: { id: 'c1', name: 'Papers' },
      toolListing,
    })

  it('is exactly this text', async () => {
    await expect(`${promptWith(null)}\n`).toMatchFileSnapshot('./prompt.golden.md')
  })

  it('is exactly this text where tools are loaded on demand', async () => {
    const { listing } = offerTools(catalog.tools, { contextTokens: smallContextTokens })
    await expect(`${promptWith(listing)}\n`).toMatchFileSnapshot('./prompt-on-demand.golden.md')
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
    // What only checks a value is not sent to a local server, and not counted.
    expect(promptSize(catalog, { asSent: withPlainSchema }).tools).toBeLessThan(tools)
    const small = promptSize(catalog, { contextTokens: smallContextTokens })
    expect(small.tools).toBeGreaterThan(50)
    expect(small.system + small.tools).toBeLessThan(smallBudgetTokens)
  })
})
