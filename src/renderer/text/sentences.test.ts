import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SentenceCode, say, sentences, type ValuesOf } from '../../shared/sentences/say'
import { type SaidByText, type Sentence, saidOf } from '../../shared/sentences/sentence'
import { chooseLanguage } from './language'
import { inLanguage, messageInLanguage } from './sentences'
import { sentencesDe } from './sentences-de'

const file = { path: '/docs/ebbe.md', size: 2048, folders: 2 }
const kind = { type: 'PNG', width: 640, height: 480 }
const names = { names: ['eins.md', 'zwei.md'], more: 7 }
const moved = { ...names, from: '/docs/a.md', to: '/docs/b.md', count: 9, folders: 2 }

/** Something that goes into each; a sentence without an example does not compile. */
const examples: { readonly [C in SentenceCode]: ValuesOf<C> } = {
  'gate.many_things': { count: 23 },
  'gate.has_read': { scope: 'run', names: ['Gezeiten', ''], origins: ['library', 'web'], more: 4 },
  'gate.would_send': { scope: 'run', hosts: ['example.org', 'b.example'] },
  'gate.ask_send': { title: 'Look up', hosts: ['example.org', 'b.example'] },
  'gate.may_not_send': { hosts: ['example.org'] },
  'gate.holds_in_run': {},
  'gate.holds_in_conversation': {},
  'gate.expired': {},
  'gate.withdrawn': {},
  'gate.needed_rejected': { number: 12, reason: 'Nein danke' },
  'gate.undid': { summary: 'Etwas' },
  'gate.undid_over': { summary: 'Etwas' },
  'gate.did_again': { summary: 'Etwas' },
  'gate.only_people': {},
  'gate.closed': { number: 12, status: 'rejected', by: 'Editor' },
  'gate.not_shown': {},
  'gate.part_not_shown': {},
  'gate.altered': { number: 12 },
  'gate.tool_gone': { tool: 'put_item' },
  'gate.stricter': { title: 'Put' },
  'gate.type': { expected: 'delete 3' },
  'gate.needs_waiting': { number: 12, needed: 11 },
  'gate.needs_gone': { number: 12, needed: 11, status: 'rejected' },
  'gate.reading_moved': {},
  'gate.undo_ended': { number: 12 },
  'gate.undo_tool_gone': { tool: 'put_item' },
  'gate.undo_damaged': {},
  'gate.undo_not_over': {},
  'conflict.differs': { path: '/docs/a.md', how: 'gone', before: 0, now: 0 },
  'conflict.gone': { path: '/docs/a.md' },
  'conflict.gone_not_moved': { path: '/docs/a.md' },
  'conflict.gone_not_back': { path: '/docs/a.md' },
  'conflict.changed': { path: '/docs/a.md' },
  'conflict.changed_not_moved': { path: '/docs/a.md' },
  'conflict.changed_not_back': { path: '/docs/a.md' },
  'conflict.taken': { path: '/docs/a.md' },
  'conflict.taken_left': { path: '/docs/a.md' },
  'conflict.leads_elsewhere': { path: '/docs/a.md' },
  'conflict.folder_replaced': { path: '/docs/a.md' },
  'conflict.no_folder': { path: '/docs/a.md' },
  'conflict.folder_gone': { path: '/docs/a.md' },
  'conflict.trash_changed': { path: '/docs/a.md' },
  'conflict.other_not_brought': { path: '/docs/a.md' },
  'conflict.other_not_back': { path: '/docs/a.md' },
  'conflict.other_left': { path: '/docs/a.md' },
  'conflict.not_in_trash': { path: '/docs/a.md' },
  'conflict.filled': { path: '/docs/a.md' },
  'conflict.changed_left': { path: '/docs/a.md' },
  'conflict.replaced_opening': { path: '/docs/a.md' },
  'conflict.content_gone': { path: '/docs/a.md' },
  'conflict.not_chosen': { path: '/docs/a.md' },
  'conflict.grant_away': { path: '/docs/a.md' },
  'conflict.builds_on': { number: 12 },
  'files.create': { ...file, lines: 12 },
  'files.create_binary': { ...file, ...kind },
  'files.create_folder': { path: '/docs/neu', above: 2 },
  'files.edit': { path: '/docs/ebbe.md', count: 2, added: 5, removed: 4 },
  'files.append': { path: '/docs/ebbe.md', lines: 12 },
  'files.overwrite_new': { path: '/docs/ebbe.md', size: 2048 },
  'files.overwrite': { path: '/docs/ebbe.md', size: 2048, before: 4096 },
  'files.overwrite_binary': { path: '/docs/ebbe.md', size: 2048, before: 4096, ...kind },
  'files.move': moved,
  'files.copy': { ...moved, size: 2048 },
  'files.move_part': { ...names, count: 9 },
  'files.copy_part': { ...names, count: 9 },
  'files.trash': { ...names, single: 3, folders: 6, inside: 40, size: 2048 },
  'files.trash_part': { ...names, count: 9, size: 2048 },
  'files.restore': { ...names, count: 9, size: 2048 },
  'files.restore_part': { ...names, count: 9 },
  'files.ask': { how: 'read', path: '/docs/.env', why: 'secret' },
  'files.ask_find': { path: '/docs', pattern: '*.md', why: 'outside' },
  'files.ask_search': { path: '/docs', query: 'Flut', why: 'outside' },
  'files.given_to_model': {},
  'files.long_difference': {},
  'files.long_text': { count: 1234 },
  'files.not_compared': {},
  'files.protected_inside': { name: 'alt', count: 2 },
  'files.hard_links': { links: 3 },
  'files.program': {},
  'files.replaces': { percent: 62 },
  'files.moves_many': { count: 23 },
  'library.create_collection': { name: 'Gezeiten' },
  'library.change_collection': { fields: ['name', 'description'], name: 'Gezeiten' },
  'library.delete_collection': { name: 'Gezeiten', documents: 3, passages: 410, size: 2048 },
  'library.add_archive': { name: 'ebbe.zip', count: 12, size: 2048, collection: 'Gezeiten' },
  'library.left_out': { path: '/docs/ebbe.zip/a', reason: 'Es geht nicht.' },
  'library.left_out_more': { count: 12 },
  'library.add': { name: 'ebbe.pdf', size: 2048, collection: 'Gezeiten' },
  'library.delete': { title: 'Ebbe', collection: 'Gezeiten', pages: 12, passages: 41, status: '' },
  'library.delete_many': { title: '', count: 4, pages: 12, passages: 41, size: 2048 },
  'library.change': { fields: ['title', 'tags'], title: 'Ebbe' },
  'library.change_many': { title: '', count: 4, add: ['neu'], remove: ['alt'], collection: 'Gezeiten' },
  'library.read_again': { title: 'Ebbe', recognize: true },
  'library.read_many_again': { title: '', count: 4, recognize: false },
  'web.no_address': {},
  'web.no_host': { text: 'wiki home' },
  'web.too_long': {},
  'web.other_scheme': {},
  'web.with_password': {},
  'web.port': { port: 25 },
  'web.nearby': { host: 'wiki.home' },
  'web.certificate': { host: 'example.org' },
  'web.not_found': { host: 'example.org' },
  'web.not_allowed': { host: 'example.org', status: 403 },
  'web.too_often': { host: 'example.org' },
  'web.empty': { host: 'example.org' },
  'web.failed': { host: 'example.org', status: 500 },
  'web.redirects': { host: 'example.org' },
  'web.leads_nowhere': { host: 'example.org' },
  'web.other_host': { host: 'example.org', to: 'example.com' },
  'web.too_large': { host: 'example.org', limit: 100_000_000 },
  'web.header_too_large': { host: 'example.org' },
  'web.no_web_server': { host: 'example.org' },
  'web.broken_content': { host: 'example.org' },
  'web.too_slow': { host: 'example.org' },
  'web.unreachable': { host: 'example.org', reason: 'unknown_name' },
  'web.not_a_page': { host: 'example.org' },
  'web.stopped': {},
  'web.robots': { host: 'example.org' },
  'web.robots_unknown': { host: 'example.org' },
  'web.nothing': { url: 'https://example.org/', reason: 'Es geht nicht.' },
  'web.add_page': { url: 'https://example.org/ebbe', host: 'example.org', collection: 'Gezeiten' },
  'web.add_pages': {
    url: 'https://example.org/ebbe',
    host: 'example.org',
    pages: 50,
    collection: 'Gezeiten',
  },
  'runs.another_at_work': { name: 'Bibliothekar' },
  'runs.no_title': {},
  'extraction.damaged_pages': { count: 2, total: 84, pages: '3, 17' },
  'extraction.unrecognized_pages': { count: 2, total: 84, pages: '3, 17' },
  'extraction.picture_pages': { count: 2, total: 84, pages: '3, 17' },
  'extraction.missing_slides': { count: 2, total: 84, pages: '3, 17' },
  'extraction.missing_sheets': { ...names, count: 9, total: 12 },
  'extraction.missing_chapters': { count: 2, total: 12 },
  'extraction.replaced_characters': { count: 1234 },
  'extraction.guessed_encoding': { encoding: 'windows-1252' },
  'extraction.damaged_messages': { count: 2, total: 1234 },
  'extraction.attachments': { ...names, count: 9 },
  'extraction.not_json': {},
  'extraction.not_json_lines': { count: 2, total: 1234 },
  'extraction.cut_rows': { count: 4000, limit: 1000 },
  'extraction.cut_columns': { count: 3, limit: 16384 },
  'commands.run': { line: 'ls -l', shell: true, folder: '/docs' },
  'commands.stop': { line: 'ls -l', folder: '/docs' },
  'commands.no_undo': {},
  'commands.unfinished': {},
  'commands.unconfined': { why: 'Warum.', because: 'not_installed' },
  'commands.in_sandbox': { grant: '/docs', network: false },
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  chooseLanguage('de')
})
afterEach(() => {
  chooseLanguage('en')
  vi.unstubAllGlobals()
})

/** What a code and its values make, and what was stored of it. */
function sentenceOf(code: SentenceCode): Sentence & { readonly told: SaidByText } {
  // Each example fits its code, as its type says.
  const sentence = (say as (code: SentenceCode, values: unknown) => Sentence)(code, examples[code])
  return { ...sentence, told: JSON.parse(JSON.stringify(saidOf([sentence]))) as SaidByText }
}

/** The numbers and names in a sentence, as both languages write them. */
const factsIn = (words: string) =>
  [...words.matchAll(/"[^"]*"|#\d+|\d+(?=\D|$)/g)].map(([fact]) => fact).sort()

describe('the sentences of the main process', () => {
  it.each(Object.keys(sentences) as SentenceCode[])('%s tells the same in German', (code) => {
    const { text, told } = sentenceOf(code)
    const german = inLanguage(text, told)
    expect(german).not.toBe(text)
    expect(german.trim()).not.toBe('')
    expect(german).not.toMatch(/undefined|NaN|\[object/)
    const plain = (words: string) => factsIn(words.replace(/(?<=\d)[.,](?=\d)/g, ''))
    expect(plain(german)).toEqual(plain(text))
  })

  it('stay as they are in English, and where nothing is told of them', () => {
    const { text, told } = sentenceOf('gate.expired')
    expect(inLanguage('A reason that a person wrote.', told)).toBe('A reason that a person wrote.')
    expect(inLanguage(text)).toBe(text)
    chooseLanguage('en')
    expect(inLanguage(text, told)).toBe(text)
  })

  it('name whence a run has read, each place in German', () => {
    const origins = ['outside', 'library', 'web', 'mcp_server']
    const { text, said } = say('gate.has_read', {
      scope: 'run',
      names: origins.map(() => '/x'),
      origins,
      more: 0,
    })
    expect(text).toBe(
      'This run has read “/x” from outside the granted folders and “/x” from the library and “/x” from the web and “/x” from an MCP server.',
    )
    expect(inLanguage(text, { [text]: said })).toBe(
      'Dieser Lauf hat gelesen: „/x“ von außerhalb der freigegebenen Ordner und „/x“ aus der Bibliothek und „/x“ aus dem Web und „/x“ von einem MCP-Server.',
    )
  })

  it('are said in each other', () => {
    const made = sentenceOf('files.create_folder')
    const undone = say('gate.undid', { summary: made.text })
    const redone = say('gate.did_again', { summary: undone.text })
    const told = { ...made.told, ...saidOf([undone, redone]) }
    expect(inLanguage(redone.text, told)).toBe(
      `Erneut getan: Rückgängig gemacht: ${inLanguage(made.text, made.told)}`,
    )
  })

  it('are known by their own codes alone', () => {
    for (const code of ['toString', '__proto__', 'gate.from_a_later_version'])
      expect(inLanguage('Words.', { 'Words.': { code, values: {} } })).toBe('Words.')
    expect(Object.keys(sentencesDe).sort()).toEqual(Object.keys(sentences).sort())
  })

  it('are what an error says', () => {
    const { text, said } = sentenceOf('gate.not_shown')
    expect(messageInLanguage(text, said)).toMatch(/^Das ist nicht, was gezeigt wurde/)
    expect(messageInLanguage('Something else', undefined)).toBe('Something else')
  })
})
