import { describe, expect, it } from 'vitest'
import { type TitleWords, titleIn, titleOf, titleOfMessage } from './title'

describe('a title', () => {
  it('is the whole message when it is short', () => {
    expect(titleOf('  What is\n this? ')).toBe('What is this?')
  })
  it('is cut at a word, or inside of a very long one', () => {
    expect(titleOf('word '.repeat(30))).toBe(`${'word '.repeat(11).trim()}…`)
    expect([...titleOf('😀'.repeat(100))]).toHaveLength(60)
  })
  it('is never empty', () => {
    expect(titleOf(' \n ')).toBe('New conversation')
  })
})

const tools: TitleWords['tools'] = [
  {
    ...{
      name: 'create_file',
      title: 'Create a file',
      description: '',
      aliases: ['write_local_file'],
      primary: 'path',
    },
    inputSchema: { properties: { path: { type: 'string' }, content: { type: 'string' } } },
  },
  {
    ...{
      name: 'trash_files',
      title: 'Move files to the trash',
      description: '',
      aliases: [],
      primary: 'paths',
    },
    inputSchema: { properties: { paths: { type: 'array' } } },
  },
  {
    ...{ name: 'list_collections', title: 'List collections', description: '', aliases: [], primary: null },
    inputSchema: {},
  },
]
const german = new Map([
  ['create_file', 'Datei anlegen'],
  ['list_collections', 'Sammlungen auflisten'],
])
const titled = (text: string, language: 'en' | 'de' = 'en') =>
  titleOfMessage({ text, attachments: [] }, { tools, german, language })

describe('the title of a conversation that begins with a command', () => {
  it.each([
    ['/create_file /home/me/plans/trip.md content="first"', 'Create a file: trip.md'],
    ['/create_file {"path":"plans/trip.md","content":"x"}', 'Create a file: plans/trip.md'],
    ['/write_local_file C:\\\\plans\\\\trip.md content=x', 'Create a file: trip.md'],
    ['/trash_files /docs/a.txt /docs/b.txt', 'Move files to the trash: a.txt'],
    ['/list_collections', 'List collections'],
    ['/create_file {"path": "half', 'Create a file'],
  ])('%j is %j', (text, title) => {
    expect(titled(text)).toBe(title)
  })

  it('is in German where the person reads German, as far as the tool has a German title', () => {
    expect(titled('/create_file /home/me/trip.md content=x', 'de')).toBe('Datei anlegen: trip.md')
    expect(titled('/write_local_file trip.md', 'de')).toBe('Datei anlegen: trip.md')
    expect(titled('/list_collections', 'de')).toBe('Sammlungen auflisten')
    expect(titled('/trash_files a.txt', 'de')).toBe('Move files to the trash: a.txt')
  })

  it('is the message where no tool is called so', () => {
    expect(titled('/etc/hosts is a file. Why?')).toBe('/etc/hosts is a file. Why?')
    expect(titled('/unknown thing')).toBe('/unknown thing')
  })

  it('has no marks that Markdown begins lines with', () => {
    expect(titled('# Tides\n\n- of *Husum*\n> and of Emden #2')).toBe('Tides of *Husum* and of Emden #2')
    expect(titled('#1 of all - or -5?')).toBe('#1 of all - or -5?')
  })
})

describe('a model’s answer', () => {
  it.each([
    ['High water', 'High water'],
    ['  "High water at noon."\n\nIt is short.', 'High water at noon'],
    ['# **High** _water_ of `2026`', 'High water of 2026'],
    ['„Hochwasser am Mittag“', 'Hochwasser am Mittag'],
    ['- [High water](https://evil.example/?q=1)', 'High water'],
    ['<b>High</b> water <img src=x onerror=alert(1)>', 'High water'],
    ['snake_case in file_name.md', 'snake_case in file_name.md'],
    ['C# and 3 > 2', 'C# and 3 > 2'],
    ['And so on...', 'And so on...'],
    ['<think>The person asks about tides.</think>\nHigh water', 'High water'],
    ['<think>The person asks about', ''],
    ['High\u202e retaw\u200b\u0007\u{e0041} \u2800 at\tnoon', 'High retaw at noon'],
    ['*** \u200b', ''],
    ['', ''],
  ])('%j gives the title %j', (said, title) => {
    expect(titleIn(said)).toBe(title)
  })

  it('is cut where it is too long for a title', () => {
    expect([...titleIn('tide '.repeat(40))].length).toBeLessThanOrEqual(60)
  })
})
