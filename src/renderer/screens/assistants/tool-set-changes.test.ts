import { describe, expect, it } from 'vitest'
import { holdsTool } from '../../../shared/tool/tool-set'
import { chooseModule, chooseTool, unknownIn } from './tool-set-changes'

const tool = (module: string, name: string, aliases: string[] = []) => ({ module, name, aliases })
const search = tool('library', 'search_library', ['search_rag'])
const read = tool('library', 'read_document')
const list = tool('files', 'list_directory')
const catalog = [search, read, list]

describe('choosing the tools of an assistant', () => {
  it('takes a module whole in place of its single tools, and lets all of it go again', () => {
    const some = { kind: 'some' as const, modules: [], tools: ['search_rag', 'list_directory'] }
    const whole = chooseModule(some, 'library', true, catalog)
    expect(whole).toEqual({ kind: 'some', modules: ['library'], tools: ['list_directory'] })
    expect(chooseModule(whole, 'library', false, catalog)).toEqual({
      kind: 'some',
      modules: [],
      tools: ['list_directory'],
    })
  })

  it('leaves the others one by one when one is taken out of a whole module', () => {
    const whole = { kind: 'some' as const, modules: ['library'], tools: [] }
    const less = chooseTool(whole, search, false, catalog)
    expect(catalog.filter((each) => holdsTool(less, each))).toEqual([read])
    const again = chooseTool(less, search, true, catalog)
    expect(catalog.filter((each) => holdsTool(again, each))).toEqual([search, read])
  })

  it('knows a tool by its former name, and names what this version does not have', () => {
    const old = { kind: 'some' as const, modules: ['moon'], tools: ['search_rag', 'fly'] }
    expect(holdsTool(old, search)).toBe(true)
    expect(unknownIn(old, catalog)).toEqual(['moon', 'fly'])
    expect(chooseTool(old, search, false, catalog).tools).toEqual(['fly'])
  })
})
