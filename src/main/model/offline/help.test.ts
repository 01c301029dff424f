import { describe, expect, it } from 'vitest'
import { offlineTools, turn, user } from '../../../../tests/support/offline-turn'
import { toModelTool } from '../../agent/catalog/on-demand'
import { catalogOf, loadEnglishTools, loadGermanTools, loadModules } from '../../agent/registry'
import { parseCommandInput } from './command'

const tools = catalogOf([...loadModules().values()]).tools.map(toModelTool)
const toolWords = { en: loadEnglishTools(), de: loadGermanTools() }
const help = async (words: string, language: 'en' | 'de' = 'en') =>
  (await turn([user(words)], { tools, language, toolWords })).text

describe('/help of the offline assistant', () => {
  it('lists every tool by its title, under that of its module, and says how one is typed', async () => {
    const text = await help('/help')
    for (const { name, called } of tools) expect(text).toContain(`- \`/${name}\` – ${called?.title}\n`)
    expect(text.match(/^\*\*.+\*\*$/gm)).toContain('**Library**')
    expect(text.indexOf('**Library**')).toBeLessThan(text.indexOf('`/search_library` –'))
    expect(text).toContain('`/search_library high tide top_k=3`')
  })

  it('lists them in German where that is the language', async () => {
    const text = await help('/hilfe', 'de')
    expect(text).toContain('**Bibliothek**\n\n- `/search_library` – Bibliothek durchsuchen')
    expect(text).not.toMatch(/\b(?:the|Search|Create|Library)\b/)
  })

  it('tells of one tool what it does, what it takes, and how it is typed', async () => {
    const text = await help('/help /create_file')
    expect(text).toContain('**Create a file**')
    expect(text).toContain('It needs:\n\n- `path` – text\n- `content` – text\n')
    expect(text).toContain('`/create_file path content="…"`')
    // In words for people, not in those that models are told.
    expect(await help('/help edit_file')).toContain('Replaces exact pieces of text in a text file')
    expect(await help('/help create_file', 'de')).toContain(
      'Legt eine neue Datei in einem freigegebenen Ordner an',
    )
    expect(await help('/help edit_note')).toContain('edits=[{"old_text":"…","new_text":"…"}]')
    expect(await help('/help serch_library')).toContain('Did you mean `/search_library`')
  })

  it('tells of another program’s tool what is known of fields that say little or something strange', async () => {
    const properties = {
      any: true,
      odd: { type: 5 },
      least: { type: 'integer', minimum: 'x' },
      one: { enum: ['a', 'b'] },
    }
    const inputSchema = {
      type: 'object',
      properties: { ...properties, text: { type: 'string' } },
      required: ['any'],
    }
    const foreign = { name: 'server__tool', description: 'What it does.', inputSchema, primary: 'text' }
    const typed = async (words: string) => await turn([user(words)], { tools: [foreign] })
    const { text } = await typed('/help server__tool')
    expect(text).toContain('It needs:\n\n- `any` – a text or JSON\n')
    expect(text).toContain('- `odd` – a text or JSON\n')
    expect(text).toContain('- `one` – `a | b`\n')
    const { call, input } = await typed('/server__tool tides any=1')
    expect({ call, input }).toEqual({ call: 'server__tool', input: { text: 'tides', any: '1' } })
  })

  it('tells what each field takes', async () => {
    const text = await help('/help create_task')
    expect(text).toContain('- `priority` – `low | normal | high | urgent`\n')
    expect(text).toContain('- `due` – a day, as `2026-12-24`\n')
    expect(text).toContain('- `tags` – a list')
    expect(await help('/help create_task', 'de')).toContain('- `due` – ein Tag, wie `2026-12-24`\n')
    expect(await help('/help search_library')).toMatch(/- `top_k` – a number from 1 to \d+\n/)
    expect(await help('/help search_library', 'de')).toMatch(/- `top_k` – eine Zahl von 1 bis \d+\n/)
  })

  it('shows a call that works where the first field is a list of objects', async () => {
    const text = await help('/help create_tasks')
    expect(text).toMatch(/- `tasks` – a list of JSON objects with `title`, /)
    const [, call = ''] = /`(\/create_tasks .+)`/.exec(text) ?? []
    expect(call).toBe('/create_tasks tasks=[{"title":"…"}]')
    const tool = tools.find(({ name }) => name === 'create_tasks')
    expect(tool && parseCommandInput(call.replace('/create_tasks ', ''), tool)).toEqual({
      ok: true,
      input: { tasks: [{ title: '…' }] },
    })
    expect(await help('/help move_files')).toContain('`/move_files items=[{"from":"…","to":"…"}]`')
  })

  it('names tools as they are called where nobody knows a title', async () => {
    const { text } = await turn([user('/help')], { tools: [offlineTools.clock], language: 'de', toolWords })
    expect(text).toContain('- `/get_current_time` – Uhrzeit und Datum nachsehen')
    const other = { ...offlineTools.clock, name: 'their_tool' }
    expect((await turn([user('/help')], { tools: [other] })).text).toContain('- `/their_tool`\n')
  })
})
