import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { toolModules } from '../gallery/tool-modules'
import { sampleCall } from '../gallery/tool-samples'
import { chooseLanguage, type Language } from '../text/language'

vi.mock('../stores/system', () => ({ useSystem: () => undefined }))

const tools = toolModules.flatMap((module) => module.tools)

let toolView: typeof import('./tool-views').toolView
beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  toolView = (await import('./tool-views')).toolView
})
afterAll(() => vi.unstubAllGlobals())

/** What is said of a call of a tool: before its arguments are there, while it runs, and when it is done. */
function linesOf(name: string, call: { input: unknown; state: unknown }, language: Language) {
  chooseLanguage(language)
  const { input, state } = call
  const { line } = toolView(name)
  return {
    streaming: line({ input: undefined, state: undefined, done: false }),
    running: line({ input, state: undefined, done: false }),
    done: line({ input, state, done: true }),
  }
}

/** What is left where a value was to stand that is not there yet. */
const hole = / {2}| $|“”|„“|\bundefined\b|\bnull\b/u

describe.each(tools.map((tool) => [tool.name, tool] as const))('the line of %s', (name, tool) => {
  const call = sampleCall(tool)
  const english = () => linesOf(name, call, 'en')
  const german = () => linesOf(name, call, 'de')

  it('is a sentence in the present while it works, and another one of what it did', () => {
    const { streaming, running, done } = english()
    // As “Reading” and “Read”.
    for (const line of [streaming, running]) expect(line).toMatch(/^[A-Z][a-z]+ing\b/u)
    expect(done).not.toMatch(/^[A-Z][a-z]+ing\b/u)
    const inGerman = german()
    for (const line of [inGerman.streaming, inGerman.running]) expect(line).toMatch(/^[A-ZÄÖÜ][a-zäöüß]+t\b/u)
    expect(inGerman.done).not.toBe(inGerman.running)
  })

  it('has no hole where its arguments are still being written, and no name of a program', () => {
    for (const { streaming, running, done } of [english(), german()]) {
      expect(streaming).not.toMatch(hole)
      expect(streaming).not.toMatch(/\d/u)
      for (const line of [streaming, running, done]) expect(line).not.toContain(name)
    }
  })

  it('is in the language in use', () => {
    expect(german().streaming).not.toBe(english().streaming)
    expect(german().running).not.toBe(english().running)
    // A calculation is one in every language.
    if (name !== 'calculate') expect(german().done).not.toBe(english().done)
  })
})

it('a tool that is not known has a line in either language, while it works and after', () => {
  const call = { input: { a: 1 }, state: { b: 2 } }
  const english = linesOf('frobnicate', call, 'en')
  const german = linesOf('frobnicate', call, 'de')
  expect(english).toMatchInlineSnapshot(`
    {
      "done": "Called frobnicate",
      "running": "Calling frobnicate",
      "streaming": "Calling frobnicate",
    }
  `)
  expect(german).toMatchInlineSnapshot(`
    {
      "done": "frobnicate aufgerufen",
      "running": "Ruft frobnicate auf",
      "streaming": "Ruft frobnicate auf",
    }
  `)
})
