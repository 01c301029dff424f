import { describe, expect, it } from 'vitest'
import type { Passage } from '../../../shared/contract/library'
import type { Citation } from '../../../shared/run/blocks'
import { checkCitation } from '../check-citation'
import { goOnText, wordlessText } from '../go-on'
import type { ModelBlock, ModelMessage, ModelTool } from '../port'
import { escapeMarkdown } from './answer'
import { parseCommand, parseCommandInput } from './command'
import { createOfflineModel } from './model'

const never = new AbortController().signal
const schema = (properties: Record<string, unknown>): ModelTool['inputSchema'] => ({
  type: 'object',
  properties,
})
const search: ModelTool = {
  name: 'search_library',
  description: '',
  inputSchema: schema({ query: { type: 'string' }, top_k: { type: 'integer' }, tags: { type: 'array' } }),
  primary: 'query',
}
const create: ModelTool = {
  name: 'create_file',
  description: '',
  inputSchema: schema({ path: { type: 'string' }, content: { type: 'string' } }),
  primary: 'path',
}
const trash: ModelTool = {
  name: 'trash_files',
  description: '',
  inputSchema: schema({ paths: { type: 'array', items: { type: 'string' } }, force: { type: 'boolean' } }),
  primary: 'paths',
}
const clock: ModelTool = { name: 'get_current_time', description: '', inputSchema: schema({}) }
const tools = [search, create, trash, clock]

const bay: Passage = {
  chunk_id: 'c1',
  document_id: 'd1',
  title: 'Tides of the North Sea',
  page: 12,
  start: 500,
  end: 500,
  score: 3,
  similarity: 1,
  text: 'This chapter is about harbours. The highest tides of the year come in March and September.\nShips wait for them. Nothing else matters here.',
}
const passages: readonly Passage[] = [{ ...bay, end: bay.start + bay.text.length }]

const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const called = (name: string): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool_use', toolUseId: 't', name, input: {} }],
})
const result = (block: Partial<Extract<ModelBlock, { type: 'tool_result' }>>): ModelMessage => ({
  role: 'user',
  content: [{ type: 'tool_result', toolUseId: 't', content: 'Done.', isError: false, ...block }],
})

async function turn(
  messages: readonly ModelMessage[],
  options: { language?: 'en' | 'de'; documents?: number | null; withoutTools?: boolean } = {},
) {
  const model = createOfflineModel({
    language: options.language ?? 'en',
    countDocuments: () => (options.documents === undefined ? null : options.documents),
  })
  let text = ''
  let json = ''
  let pieces = 0
  let call: string | null = null
  let stopReason = ''
  const citations: Citation[] = []
  const given = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_result' ? [...(block.passages ?? [])] : [])),
  )
  const request = { system: '', messages, tools, maxTokens: 1, withoutTools: options.withoutTools ?? false }
  for await (const event of model.stream(request, never)) {
    pieces++
    if (event.type === 'text_delta') text += event.text
    if (event.type === 'tool_input_delta') json += event.json
    if (event.type === 'tool_use_started') call = event.name
    if (event.type === 'citation') citations.push(checkCitation(event.claim, given))
    if (event.type === 'finished') stopReason = event.stopReason
  }
  return { text, call, input: json === '' ? null : JSON.parse(json), citations, stopReason, pieces }
}

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
    ['/get_current_time', clock, {}],
    ['/search_library it is 5" long', search, { query: 'it is 5" long' }],
  ]
  it.each(inputs)('%s', (text, tool, input) => {
    const command = parseCommand(text)
    expect(command?.name).toBe(tool.name)
    expect(parseCommandInput(command?.rest ?? '', tool)).toEqual({ ok: true, input })
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

  it('shows results of many lines as they are, and long ones cut', async () => {
    const content = `# Heading\n![x](http://evil)\n\`\`\`\n${'word '.repeat(1000)}`
    const messages = [user('/get_current_time'), called('get_current_time'), result({ content })]
    const { text } = await turn(messages)
    expect(text).toMatch(/^````text\n# Heading/)
    expect(text).toMatch(/whole result is in the tool call/)
    expect(text.length).toBeLessThan(2200)
  })

  it('search quotes whole passages with citations', async () => {
    const messages = [user('/search_library tides'), called('search_library'), result({ passages })]
    const { citations, text } = await turn(messages)
    expect(text).toContain('[Tides of the North Sea, p. 12]')
    expect(citations).toMatchObject([{ start: 500, end: 500 + bay.text.length, verified: true }])
  })
})

describe('a question', () => {
  const question = 'When are the highest tides of the year?'

  it('searches the library', async () => {
    expect(await turn([user(question)])).toMatchObject({
      call: 'search_library',
      input: { query: question, top_k: 5 },
    })
  })

  it('is answered by quoted sentences with their place, saying who answers', async () => {
    const { text, citations, pieces } = await turn([
      user(question),
      called('search_library'),
      result({ passages }),
    ])
    expect(text).toMatch(/^I am the offline assistant/)
    expect(text).toContain(
      '> The highest tides of the year come in March and September.\n\n[Tides of the North Sea, p. 12]',
    )
    const [citation] = citations
    expect(citation?.quote).toBe('The highest tides of the year come in March and September.')
    expect(citation?.verified).toBe(true)
    const start = (citation?.start ?? 0) - bay.start
    expect(bay.text.slice(start, (citation?.end ?? 0) - bay.start)).toBe(citation?.quote)
    expect(text).not.toContain('Nothing else matters')
    expect(pieces).toBeGreaterThan(5)
  })

  it('introduces itself once in a conversation', async () => {
    const before: ModelMessage[] = [
      user('Hi'),
      { role: 'assistant', content: [{ type: 'text', text: 'I am …' }] },
    ]
    const { text } = await turn([...before, user(question), called('search_library'), result({ passages })])
    expect(text).toMatch(/^From your library/)
  })

  it('says so when nothing is found, and how to add documents', async () => {
    const { text, citations } = await turn([
      user(question),
      called('search_library'),
      result({ content: 'Nothing.' }),
    ])
    expect(text).toMatch(/Nothing in your library answers this.*drop files/)
    expect(citations).toEqual([])
  })

  it('says how to add documents when there are none', async () => {
    const { call, text } = await turn([user(question)], { documents: 0 })
    expect(call).toBeNull()
    expect(text).toMatch(/library is empty.*Drop files/s)
  })

  it('is found again after a retry', async () => {
    const messages: ModelMessage[] = [
      user(question),
      { role: 'assistant', content: [{ type: 'text', text: 'Half an ans' }] },
      user(goOnText),
    ]
    expect((await turn(messages)).input).toMatchObject({ query: question })
  })

  const answered: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'They come …' }] }
  const searchedFor = async (...asked: readonly string[]) => {
    const messages = asked.flatMap((text) => [user(text), answered]).slice(0, -1)
    return (await turn(messages)).input.query
  }

  it('that goes on from another is asked together with it', async () => {
    expect(await searchedFor(question, 'And in the Baltic?')).toBe(`${question} And in the Baltic?`)
    expect(await searchedFor('Unrelated', question, 'what about the lowest', 'und im Winter?')).toBe(
      `${question} what about the lowest und im Winter?`,
    )
  })

  it('that goes on from another is answered by what has its own words too', async () => {
    const baltic: Passage = { ...bay, title: 'The Baltic', page: 4, similarity: 0.4 }
    const found = result({ passages: [bay, baltic] })
    const { text } = await turn([
      user(question),
      answered,
      user('And in the Baltic?'),
      called('search_library'),
      found,
    ])
    expect(text).toContain('[The Baltic, p. 4]')
    expect(text).not.toContain('North Sea')
  })

  it('that stands for itself is asked alone', async () => {
    expect(await searchedFor(question, 'Where are the harbours?')).toBe('Where are the harbours?')
    expect(await searchedFor('What is an ox?', 'Andes and their lakes')).toBe('Andes and their lakes')
    expect(await searchedFor('/get_current_time', 'and the tides?')).toBe('and the tides?')
    expect(await searchedFor('And the tides?')).toBe('And the tides?')
  })

  it('quotes an address so that it still leads where it says', () => {
    expect(escapeMarkdown('See https://e.org/a_b?x=1&y=*2, or ask.')).toBe(
      'See <https://e.org/a_b?x=1&y=*2>, or ask.',
    )
  })

  it('quotes text from outside so that it can’t become a link or a picture', () => {
    expect(escapeMarkdown('![x](http://e) <img> `a` *b*')).toBe(
      '!\\[x\\](<http://e>) \\<img\\> \\`a\\` \\*b\\*',
    )
    expect(escapeMarkdown('1. one')).toBe('1\\. one')
  })
})

it('answers a greeting with help and never searches for it', async () => {
  const { text, call } = await turn([user('Hello!')])
  expect(call).toBeNull()
  expect(text).toMatch(/`\/create_file`/)
})

it('tells what it can do in a few lines, and lists every tool when asked for help', async () => {
  expect((await turn([user('Hello!')])).text).not.toMatch(/trash_files/)
  expect((await turn([user('/help')])).text).toMatch(/trash_files/)
})

it('answers thanks with a word and never searches for it', async () => {
  for (const thanks of ['Thanks!', 'thank you very much', 'Danke schön', 'ok']) {
    const { text, call } = await turn([user(thanks)])
    expect(call).toBeNull()
    expect(text).toMatch(/welcome/)
  }
  expect((await turn([user('Thanks to whom was the bridge built?')])).call).not.toBeNull()
})

it('speaks German', async () => {
  expect((await turn([user('Hallo')], { language: 'de' })).text).toMatch(/Offline-Assistent/)
})

it('calls nothing when it may not', async () => {
  expect((await turn([user('/get_current_time')], { withoutTools: true })).call).toBeNull()
})

it('stops when asked', async () => {
  const controller = new AbortController()
  const model = createOfflineModel({ language: 'en', countDocuments: () => 0 })
  const run = async (): Promise<void> => {
    for await (const _event of model.stream(
      { system: '', messages: [user('Hi')], tools, maxTokens: 1 },
      controller.signal,
    )) {
      controller.abort()
    }
  }
  await expect(run()).rejects.toMatchObject({ code: 'cancelled' })
})

describe('an answer from passages', () => {
  const answerTo = async (question: string, found: readonly Passage[] = passages) =>
    (await turn([user(question), called('search_library'), result({ passages: found })])).text

  it('says so when half of the question is nowhere in what was found', async () => {
    expect(await answerTo('What is the capital of Mongolia?')).toContain(
      'nothing about “capital”, “Mongolia”',
    )
    expect(await answerTo('Please explain the highest tides')).not.toContain('nothing about')
  })

  it('begins with what the search holds for best, though another sentence has more of the words', async () => {
    const best: Passage = { ...bay, page: 3, text: 'Highest are the tides of March.' }
    const other: Passage = {
      ...bay,
      page: 7,
      similarity: 0.5,
      text: 'The highest tides of the year, the tides.',
    }
    const answer = await answerTo('When are the highest tides of the year?', [best, other])
    expect(answer.indexOf('p. 3]')).toBeGreaterThan(-1)
    expect(answer.slice(0, answer.indexOf('p. 3]'))).not.toContain('p. 7]')
  })

  it('does not call words missing with which any question is asked', async () => {
    const lease: Passage = { ...bay, title: 'Mietvertrag', text: 'Die Kaution beträgt drei Mieten.' }
    expect(await answerTo('Wie hoch ist die Kaution?', [lease])).not.toContain('nothing about')
    expect(await answerTo('Wie lange muss ich die Kaution lassen?', [lease])).not.toContain('“muss”')
  })

  it('quotes what stands below a heading, without the marks of Markdown', async () => {
    const text =
      '# Month 8\n\nRowed along the Elbe.\n\n## To do\n\n- [ ] Tom: call the bank\n- [x] Anna: send minutes'
    const journal: Passage = { ...bay, title: 'Journal', text }
    expect(await answerTo('What happened in month 8?', [journal])).toMatch(/^> Rowed along the Elbe\.$/mu)
    expect(await answerTo('What about the bank?', [journal])).toMatch(/^> Tom: call the bank$/mu)
  })

  it('quotes the sentence that says it, not those that name the document', async () => {
    const text =
      'This agreement is made between Northwind Traders and Harrow.\n\n## 3. Term and notice\n\nThe agreement begins on 1 March. Either party may end it with ninety days’ written notice.'
    const agreement: Passage = { ...bay, title: 'Service Agreement Northwind', text }
    const answer = await answerTo('What is the notice period in the Northwind agreement?', [agreement])
    expect(answer.slice(0, answer.indexOf('['))).toContain('ninety days’ written notice')
  })

  it('quotes two places of a passage at most', async () => {
    const lines = ['January', 'March', 'June', 'July'].map(
      (month) => `The tide of ${month} is high.\n\nIt rains.`,
    )
    const answer = await answerTo('When is the tide high?', [{ ...bay, text: lines.join('\n\n') }])
    expect(answer.match(/^> The tide/gmu)).toHaveLength(2)
  })

  it('quotes the document that the question names before others with the same words', async () => {
    const text = 'The notice must be in writing.'
    const manual: Passage = {
      ...bay,
      document_id: 'd2',
      title: 'Manual',
      text: `${text} Keep the notice.`,
      page: 1,
    }
    const lease: Passage = {
      ...bay,
      document_id: 'd3',
      title: 'Lease',
      text: 'Notice is three months.',
      page: 2,
    }
    const answer = await answerTo('What does the lease say about notice?', [manual, lease])
    expect(answer.indexOf('[Lease, p. 2]')).toBeGreaterThan(-1)
    expect(answer.indexOf('[Lease, p. 2]')).toBeLessThan(answer.indexOf('[Manual, p. 1]') >>> 0)
  })
})

it('says that its assistant can’t search, instead of that nothing is there', async () => {
  const model = createOfflineModel({ language: 'en', countDocuments: () => 3 })
  let said = ''
  const request = { system: '', messages: [user('When is high water?')], tools: [create], maxTokens: 1 }
  for await (const event of model.stream(request, never)) if (event.type === 'text_delta') said += event.text
  expect(said).toContain('can’t search the library')
  expect(said).not.toContain('is empty')
})

it('says that a message of attachments alone has no words to look for', async () => {
  const model = createOfflineModel({ language: 'en', countDocuments: () => 3 })
  let said = ''
  const request = { system: '', messages: [user(wordlessText)], tools: [create], maxTokens: 1 }
  for await (const event of model.stream(request, never)) if (event.type === 'text_delta') said += event.text
  expect(said).toContain('no words to look for')
})
