import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bay, called, offlineTools, result, turn, user } from '../../../../tests/support/offline-turn'
import type { ModelTool } from '../port'
import { parseCommand, parseCommandInput } from './command'

const { search, create, trash, clock, contact } = offlineTools

describe('a slash command', () => {
  const inputs: [string, ModelTool, Record<string, unknown>][] = [
    ['/search_library spring tides', search, { query: 'spring tides' }],
    ['/search_library "spring tides" top_k=3', search, { query: 'spring tides', top_k: 3 }],
    ['/search_library {"query": "a", "top_k": 2}', search, { query: 'a', top_k: 2 }],
    ['/search_library x=1 in y=2', search, { query: 'x=1 in y=2' }],
    ['/search_library tides tags=sea,moon', search, { query: 'tides', tags: ['sea', 'moon'] }],
    [
      '/create_file path=a.md content=Hello there world',
      create,
      { path: 'a.md', content: 'Hello there world' },
    ],
    [
      '/create_file "my notes.md" content="One\\n\\"two\\" path=x"',
      create,
      { path: 'my notes.md', content: 'One\n"two" path=x' },
    ],
    ['/create_file a.md content=Line one\nLine two', create, { path: 'a.md', content: 'Line one\nLine two' }],
    [
      '/trash_files /g/a.txt "/g/b c.txt" force=true',
      trash,
      { paths: ['/g/a.txt', '/g/b c.txt'], force: true },
    ],
    ['/trash_files paths=["/g/a.txt"]', trash, { paths: ['/g/a.txt'] }],
    ['/trash_files paths="/g/b c.txt",/g/d.txt', trash, { paths: ['/g/b c.txt', '/g/d.txt'] }],
    ['/create_contact Ann emails=ann@b.de', contact, { name: 'Ann', emails: [{ value: 'ann@b.de' }] }],
    [
      '/create_contact name=Ann emails=a@b.de, c@d.de phones=+49 30 1',
      contact,
      {
        name: 'Ann',
        emails: [{ value: 'a@b.de' }, { value: 'c@d.de' }],
        phones: [{ value: '+49 30 1' }],
      },
    ],
    ['/create_contact Ann phones="1, ext. 2"', contact, { name: 'Ann', phones: [{ value: '1, ext. 2' }] }],
    [
      '/create_contact Ann emails=[{"value": "a@b.de", "label": "work"}]',
      contact,
      { name: 'Ann', emails: [{ value: 'a@b.de', label: 'work' }] },
    ],
    ['/get_current_time', clock, {}],
    ['/search_library it is 5" long', search, { query: 'it is 5" long' }],
  ]
  it.each(inputs)('%s', (text, tool, input) => {
    const command = parseCommand(text)
    expect(command?.name).toBe(tool.name)
    expect(parseCommandInput(command?.rest ?? '', tool)).toEqual({ ok: true, input })
  })

  it('takes texts between commas for a list whose entries need one text alone', () => {
    const entry = z.strictObject({ label: z.string().default(''), value: z.string() })
    const schema = z.strictObject({ name: z.string(), phones: z.array(entry), emails: z.array(entry) })
    const tool = { ...create, primary: 'name', inputSchema: z.toJSONSchema(schema, { io: 'input' }) }
    const typed = 'Ada emails=ada@example.org phones=+44 20 7946, +44 30'
    expect(parseCommandInput(typed, tool)).toEqual({
      ok: true,
      input: {
        name: 'Ada',
        emails: [{ value: 'ada@example.org' }],
        phones: [{ value: '+44 20 7946' }, { value: '+44 30' }],
      },
    })
  })

  it('does not take a field that it does not have for a part of a text', () => {
    const schema = z.strictObject({ name: z.string(), emails: z.array(z.string()), content: z.string() })
    const tool = { ...create, primary: 'name', inputSchema: z.toJSONSchema(schema, { io: 'input' }) }
    for (const [typed, field] of [
      ['Shopping text="milk and eggs"', 'text'],
      ['Bob email=bob@example.org', 'email'],
      ['Bob content=x email=bob@example.org', 'email'],
      ['name="Reading CSV" body="Use commas."', 'body'],
      ['name="Reading CSV" content="a" width=3', 'width'],
    ] as const) {
      expect(parseCommandInput(typed, tool)).toEqual({
        ok: false,
        problem: { kind: 'unknown_field', field },
      })
    }
    for (const name of ['class="wide"', 'x = 5, y=6', 'about "email=x"']) {
      expect(parseCommandInput(name, tool)).toEqual({ ok: true, input: { name } })
    }
    for (const rest of ['A content=<a href="x">', 'A content="a" and b="c"', 'A content="a b=c"']) {
      expect(parseCommandInput(rest, tool)).toMatchObject({ ok: true })
    }
  })

  it('does not leave out a field that would be lost on its way', () => {
    expect(parseCommandInput('{"query": "tides", "__proto__": {"top_k": 3}}', search)).toEqual({
      ok: false,
      problem: { kind: 'unknown_field', field: '__proto__' },
    })
  })

  it('does not take a field that is written as in a terminal for a part of a text', () => {
    const problem = { kind: 'dashed_field', field: 'top_k' }
    for (const rest of ['tides --top_k 3', '"spring tides" --top-k=3', '--top_k 3']) {
      expect(parseCommandInput(rest, search)).toEqual({ ok: false, problem })
    }
    for (const query of ['ls --all', 'what --top_kelvin is', 'a -- b']) {
      expect(parseCommandInput(query, search)).toEqual({ ok: true, input: { query } })
    }
    const quoted = parseCommandInput('"what is --top_k" top_k=3', search)
    expect(quoted).toEqual({ ok: true, input: { query: 'what is --top_k', top_k: 3 } })
  })

  it('says in the person’s language what is wrong with it', async () => {
    const german = async (typed: string) => (await turn([user(typed)], { language: 'de' })).text
    expect(await german('/create_file {"path": ')).toContain('nicht ausgeführt: Was auf den Namen folgt')
    expect(await german('/get_current_time jetzt')).toContain('Zu welchem Feld „jetzt“ gehört')
    expect(await german('/search_library Flut top=3 tag="a"')).toContain('Ein Feld „tag“ gibt es nicht')
    expect(await german('/search_library Flut --top_k 3')).toContain('`top_k=wert`, ohne `--`')
    expect((await turn([user('/search_library tides --top_k 3')])).text).toContain('`top_k=value`')
  })

  it('calls the tool with what was typed', async () => {
    expect(await turn([user('/create_file a.md content=Hi')])).toMatchObject({
      call: 'create_file',
      input: { path: 'a.md', content: 'Hi' },
      stopReason: 'tool_use',
    })
  })

  it('is not run when its JSON is broken or its text fits no field', async () => {
    const broken = await turn([user('/create_file {"path": ')])
    expect(broken.call).toBeNull()
    expect(broken.text).toMatch(/was not run.*`path`, `content`/)
    expect((await turn([user('/get_current_time now')])).text).toMatch(/was not run/)
  })

  it('calls a tool also by a former name, and says its own', async () => {
    const tools = [{ ...search, aliases: ['search_rag'] }]
    const { call } = await turn([user('/search_rag tides')], { tools })
    expect(call).toBe('search_library')
    expect((await turn([user('/help search_rag')], { tools })).text).toContain('`/search_library')
  })

  it('names what is near when there is no such tool', async () => {
    const { text, call } = await turn([user('/serch_library tides')])
    expect(call).toBeNull()
    expect(text).toMatch(/no tool `\/serch_library`.*`\/search_library`.*`\/help`/)
  })

  it('is not made from a path or a date', () => {
    expect(parseCommand('/home/me/x is where it is')).toBeNull()
    expect(parseCommand('1/2')).toBeNull()
  })

  it('ends in what the tool said', async () => {
    const messages = [
      user('/get_current_time'),
      called('get_current_time'),
      result({ content: 'It is 12:00.' }),
    ]
    expect((await turn(messages)).text).toBe('It is 12:00.')
  })

  it('ends in what went wrong', async () => {
    const messages = [
      user('/create_file a'),
      called('create_file'),
      result({ content: 'No content.', isError: true }),
    ]
    expect((await turn(messages)).text).toBe('That did not work: No content.')
  })

  it('leads to what its tool takes where that does not fit', async () => {
    const failed = result({ content: 'The input is wrong.', isError: true, invalidInput: true })
    const messages = [user('/create_file a'), called('create_file'), failed]
    const { text } = await turn(messages)
    expect(text).toBe('That did not work: The input is wrong.\n\n`/help create_file` tells what it takes.')
    expect((await turn(messages, { language: 'de' })).text).toContain('`/help create_file` zeigt')
    // What the assistant called by itself is nothing that a person types.
    expect((await turn([user('What is a tide?'), ...messages.slice(1)])).text).not.toContain('/help')
    expect((await turn([user('/create_file {"path": ')])).text).toContain('`/help create_file`')
  })

  it('leaves out of what went wrong what a model is advised', async () => {
    const content = 'There is no note x. List or search for what is there, then call again.'
    const failed = result({ content, problem: 'There is no note x.', isError: true })
    const { text } = await turn([user('/create_file a'), called('create_file'), failed])
    expect(text).toBe('That did not work: There is no note x.')
  })

  it('shows results of many lines as they are, and long ones cut', async () => {
    const content = `# Heading\n![x](http://evil)\n\`\`\`\n${'word '.repeat(1000)}`
    const messages = [user('/get_current_time'), called('get_current_time'), result({ content })]
    const { text } = await turn(messages)
    expect(text).toMatch(/^````\n# Heading/)
    expect(text).toMatch(/whole result is in the tool call/)
    expect(text.length).toBeLessThan(2200)
  })

  it('search quotes whole passages with citations', async () => {
    const messages = [user('/search_library tides'), called('search_library'), result({ passages: [bay] })]
    const { citations, text } = await turn(messages)
    expect(text).toContain('[Tides of the North Sea, p. 12]')
    expect(citations).toMatchObject([{ start: 500, end: 500 + bay.text.length, verified: true }])
  })
})
