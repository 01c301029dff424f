import { describe, expect, it } from 'vitest'
import type { ToolInfo } from '../../../shared/contract/tools'
import { exampleCall, fieldHints, helpQuery, slashQuery, slashTool, suggestHelp, suggestTools } from './slash'

function tool(name: string, more: Partial<ToolInfo> = {}): ToolInfo {
  return {
    name,
    title: name,
    description: '',
    module: 'm',
    moduleTitle: 'M',
    icon: '',
    class: 'read',
    aliases: [],
    primary: null,
    sends: false,
    inputSchema: {},
    outputSchema: {},
    ...more,
  }
}

describe('slash completion', () => {
  it('is offered only while the caret is in the name at the start of the message', () => {
    expect(slashQuery('/sea', 4)).toBe('sea')
    expect(slashQuery('/', 1)).toBe('')
    expect(slashQuery('/search tides', 13)).toBeNull()
    expect(slashQuery('and /search', 11)).toBeNull()
  })

  it('knows the tool once its name is complete', () => {
    expect(slashTool('/search_library tides')).toBe('search_library')
    expect(slashTool('/search_library')).toBeNull()
  })

  it('puts names that begin with what is typed before those that contain it', () => {
    const tools = [tool('find_files'), tool('search_file_contents'), tool('fetch')]
    expect(suggestTools(tools, 'f').map((s) => s.name)).toEqual([
      'fetch',
      'find_files',
      'search_file_contents',
    ])
  })

  it('finds a tool by a former name and by its title, and writes its own name', () => {
    const tools = [tool('search_library', { aliases: ['search_rag'], title: 'Search library' })]
    expect(suggestTools(tools, 'search_ra')).toEqual([{ tool: tools[0], name: 'search_library' }])
    expect(suggestTools(tools, 'rch lib')[0]?.name).toBe('search_library')
    expect(suggestTools(tools, 'zebra')).toEqual([])
  })

  it('offers help in the language in use, and also where the other word is typed, until it is complete', () => {
    expect(suggestHelp('', 'en')).toBe('help')
    expect(suggestHelp('h', 'de')).toBe('hilfe')
    expect(suggestHelp('he', 'de')).toBe('help')
    expect(suggestHelp('help', 'en')).toBeNull()
    expect(suggestHelp('search', 'en')).toBeNull()
  })

  it('knows what is typed of a tool that help is wanted on', () => {
    expect(helpQuery('/help crea', 10)).toEqual({ start: 6, words: 'crea' })
    expect(helpQuery('/hilfe /Crea', 12)).toEqual({ start: 8, words: 'crea' })
    expect(helpQuery('/help ', 6)).toBeNull()
    expect(helpQuery('/help crea', 7)).toBeNull()
    expect(helpQuery('/search crea', 12)).toBeNull()
  })

  it('shows how a call is typed that needs more than its first field', () => {
    const path = { type: 'string' }
    const edit = {
      primary: 'path',
      inputSchema: {
        properties: {
          path,
          edits: {
            type: 'array',
            items: {
              type: 'object',
              properties: { old: { type: 'string' }, all: { type: 'boolean', default: false } },
              required: ['old', 'all'],
            },
          },
        },
        required: ['path', 'edits'],
      },
    }
    expect(exampleCall(edit, 'edit_file')).toBe('/edit_file path edits=[{"old":"…"}]')
    const properties = { path, content: { type: 'string' }, mode: { type: 'string' } }
    const create = { primary: 'path', inputSchema: { properties, required: ['path', 'content'] } }
    expect(exampleCall(create, 'create_file')).toBe('/create_file path content="…"')
    const read = { primary: 'path', inputSchema: { properties: { path }, required: ['path'] } }
    expect(exampleCall(read, 'read_file')).toBeNull()
  })

  it('lists the primary field first, then required ones', () => {
    const hints = fieldHints({
      primary: 'query',
      inputSchema: {
        properties: {
          limit: { type: 'integer', default: 10 },
          mode: { enum: ['a', 'b'], type: 'string' },
          query: { type: 'string', description: 'Words' },
          paths: { type: 'array', items: { type: 'string' } },
        },
        required: ['query', 'limit', 'paths'],
      },
    })
    expect(hints.map((hint) => [hint.name, hint.required, hint.type])).toEqual([
      ['query', true, 'string'],
      ['paths', true, 'string[]'],
      ['limit', false, 'integer'],
      ['mode', false, 'a | b'],
    ])
  })

  it('shows no fields for a schema that it does not understand', () => {
    expect(fieldHints({ primary: null, inputSchema: { properties: 3 } })).toEqual([])
  })
})
