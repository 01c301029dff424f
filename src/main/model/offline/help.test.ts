import { describe, expect, it } from 'vitest'
import { offlineTools, turn, user } from '../../../../tests/support/offline-turn'
import { toModelTool } from '../../agent/catalog/on-demand'
import { catalogOf, loadGermanTools, loadModules } from '../../agent/registry'

const tools = catalogOf([...loadModules().values()]).tools.map(toModelTool)
const german = loadGermanTools()
const help = async (words: string, language: 'en' | 'de' = 'en') =>
  (await turn([user(words)], { tools, language, german })).text

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
    expect(text).toContain('It needs: `path`, `content`.')
    expect(text).toContain('`/create_file path content="…"`')
    expect(await help('/help create_file', 'de')).toContain(
      'Legt eine neue Datei in einem freigegebenen Ordner an',
    )
    expect(await help('/help edit_note')).toContain('edits=[{"old_text":"…","new_text":"…"}]')
    expect(await help('/help serch_library')).toContain('Did you mean `/search_library`')
  })

  it('names tools as they are called where nobody knows a title', async () => {
    const { text } = await turn([user('/help')], { tools: [offlineTools.clock], language: 'de', german })
    expect(text).toContain('- `/get_current_time` – Uhrzeit und Datum nachsehen')
    const other = { ...offlineTools.clock, name: 'their_tool' }
    expect((await turn([user('/help')], { tools: [other] })).text).toContain('- `/their_tool`\n')
  })
})
