import { describe, expect, it } from 'vitest'
import { called, offlineTools, result, said, turn, user } from '../../../../tests/support/offline-turn'
import { wishedLook } from './wished-look'
import { wishedSum } from './wished-sum'

describe('words that ask to be shown what one has', () => {
  it.each([
    ['list my documents', 'list_documents', {}],
    ['What documents do I have?', 'list_documents', {}],
    ['what is in my library?', 'list_documents', {}],
    ['Welche Dokumente habe ich?', 'list_documents', {}],
    ['Show me all my notes, please', 'list_notes', {}],
    ['zeige mir meine Notizen', 'list_notes', {}],
    ['my to-dos', 'list_tasks', {}],
    ['How many tasks do I have?', 'list_tasks', {}],
    ['show my open tasks', 'list_tasks', { status: ['open', 'in_progress'] }],
    ['Was sind meine erledigten Aufgaben?', 'list_tasks', { status: ['done'] }],
    ['list contacts', 'list_contacts', {}],
    ['Welche Sammlungen habe ich', 'list_collections', {}],
    ['search my notes for “the milk”', 'search_notes', { query: '“the milk”' }],
    ['Suche in meinen Notizen nach Milch und Brot.', 'search_notes', { query: 'Milch und Brot' }],
    ['find Anna Berg in my contacts', 'search_contacts', { query: 'Anna Berg' }],
    ['What time is it?', 'get_current_time', {}],
    ['what’s today’s date?', 'get_current_time', {}],
    ['Wie spät ist es?', 'get_current_time', {}],
    ['Welcher Tag ist heute?', 'get_current_time', {}],
  ])('“%s” lead to the tool that lists it', (words, name, input) => {
    expect(wishedLook(words, 'en')).toEqual({ name, input })
  })

  it.each([
    'documents',
    'which documents do I need for a passport?',
    'what are the tasks of the board?',
    'show the tasks of the board',
    'what does my note say about tides?',
    'list my documents about tides',
    'my open documents',
    'show my notes and tasks',
    'What day?',
    'What is the date of the meeting?',
    'wie spät fährt der letzte Bus?',
    'search my documents for milk',
    'Contact me',
    'see note',
    'show me the document',
    'my task',
    'find out what is in my notes',
    'Finde heraus, was in meinen Notizen',
    `list my ${'tasks '.repeat(100)}`,
  ])('“%s” are a question', (words) => {
    expect(wishedLook(words, 'en')).toBeNull()
  })
})

describe('a sum', () => {
  it.each([
    ['12*7+3', '12*7+3'],
    ['12 × 7 =', '12 * 7'],
    ['3 x 4', '3 * 4'],
    ['what is 15 % of 230?', '15 % * 230'],
    ['How much is 1,250.50 + 3?', '1250.50 + 3'],
    ['(3 + 4) ÷ 2', '(3 + 4) / 2'],
    ['calculate 2026-12-01', '2026-12-01'],
    ['what is 100/4?', '100/4'],
    ['what is 5-3', '5-3'],
    ['1,250,000 / 2 + 1', '1250000 / 2 + 1'],
    ['2^10', '2^10'],
    ['100 : 25', '100 / 25'],
    ['1995-1990=', '1995-1990'],
    ['5 − 3 =', '5 - 3'],
  ])('“%s” is worked out', (words, expression) => {
    expect(wishedSum(words, 'en')).toBe(expression)
  })

  it.each([
    ['Was ist 1.250,50 + 3?', '1250.50 + 3'],
    ['3,5 * 2', '3.5 * 2'],
    ['Wie viel sind 20 % von 80', '20 % * 80'],
    ['0.125 * 8', '0.125 * 8'],
    ['1.250.000 * 2', '1250000 * 2'],
  ])('“%s” has its numbers as they are written in German', (words, expression) => {
    expect(wishedSum(words, 'de')).toBe(expression)
  })

  it.each([
    '2026-12-01',
    '1990-1995',
    '12/2026',
    '0,125 * 8',
    '2020 - 2024',
    '10 - 12',
    '5% - 10%',
    '0711 / 12345',
    'what is 24/7',
    'what is 9/11?',
    'was ist 2026/27',
    'what is 978-3-16-148410-0',
    'what is 2026-12-01?',
    '3 + 4)',
    '(3 + 4',
    '1990-1995?',
    '12:30 - 13:15',
    '12.5.2026 - 3.6.2026',
    'what is 10.2.1 - 10.2.0?',
    '2026-05-12 - 2026-05-13',
    '0711 12345-67',
    '+49 711 123',
    '42',
    'what is 42?',
    'what is §5?',
    '3 apples * 2',
    'plot y = sin(x)',
    '3 +',
    '...',
    '',
  ])('“%s” is none', (words) => {
    expect(wishedSum(words, 'en')).toBeNull()
  })
})

const { search, clock } = offlineTools
const tasks = { ...clock, name: 'list_tasks' }
const calculate = { ...clock, name: 'calculate' }

describe('the offline assistant', () => {
  it('looks by itself, with an empty library too, and shows what the tool says', async () => {
    const { call } = await turn([user('show my tasks')], { documents: 0, tools: [search, tasks] })
    expect(call).toBe('list_tasks')
    const found = [user('show my tasks'), called('list_tasks'), result({ content: 'There are no tasks.' })]
    expect((await turn(found, { tools: [search, tasks] })).text).toBe('There are no tasks.')
  })

  it('searches where its assistant has not the tool', async () => {
    expect((await turn([user('show my tasks')], { documents: 3, tools: [search] })).call).toBe(
      'search_library',
    )
  })

  it('searches for a sum that can’t be worked out', async () => {
    const failed = result({ content: 'Nothing to divide by.', isError: true })
    const { call, input } = await turn([user('1 / 0 + 1'), called('calculate'), failed], {
      documents: 3,
      tools: [search, calculate],
    })
    expect([call, input.query]).toEqual(['search_library', '1 / 0 + 1'])
  })

  it('goes on from the question before, not from a sum in between', async () => {
    const first = 'Who mended the roof?'
    const messages = [user(first), said('…'), user('12 * 7'), said('84'), user('how much did it cost?')]
    const { input } = await turn(messages, { documents: 3, tools: [search, calculate] })
    expect(input.query).toBe(`${first} how much did it cost?`)
  })

  it('says what it lists only where it can', async () => {
    const lists = ['list_documents', 'list_collections', 'list_tasks', 'list_notes', 'list_contacts']
    const tools = [search, calculate, ...lists.map((name) => ({ ...clock, name }))]
    expect((await turn([user('hi')], { tools })).text).toMatch(/Ask for your tasks/)
    expect((await turn([user('hi')], { tools: tools.slice(1) })).text).toMatch(/Ask for your tasks/)
    expect((await turn([user('hi')], { tools: tools.slice(0, -1) })).text).not.toMatch(/Ask for your tasks/)
  })
})
