import { expect, it } from 'vitest'
import { summarizeChunks } from './summarize'

const chunk = (text: string, ordinal: number) => ({
  ...{ ordinal, page: ordinal + 1, section: null, start: ordinal * 1000, end: ordinal * 1000 + text.length },
  text,
})
const contents = [
  'Harbour fees and tides . . . . . . . 3',
  'Fees of the harbour in winter . . . . 7',
  'Tides at the harbour mouth . . . . . 12',
  'Pilots, fees and tides . . . . . . . 19',
].join('\n')

it('takes no sentence from a table of contents, which has the words of the whole text', () => {
  const chunks = [
    contents,
    'The harbour asks its fees in the first week of May, and pilots are paid on the same day.',
    'Tides at the mouth turn an hour earlier than the harbour table says, which pilots know by heart.',
  ].map(chunk)
  expect(summarizeChunks(chunks, 3).map(({ ordinal }) => ordinal)).toEqual([1, 2])
})

it('takes what there is of a text that is nothing but contents', () => {
  expect(summarizeChunks([chunk(contents, 0)], 3)).toHaveLength(1)
})

const guide = [
  '# Harbour guide',
  '',
  'The **harbour** asks its fees in the [first week](fees.md) of May, and pilots are paid on the same day.',
  'Tides at the mouth turn an hour earlier than the table says.',
  '',
  '| Berth | Fee of the harbour for a week in the summer months |',
  '| --- | --- |',
  '| North quay of the harbour | forty crowns, paid at the office of the harbour in advance |',
  '',
  '```',
  'harbour fees --week 18 --berth north --print --format table --until harbour',
  '```',
].join('\n')

it('takes sentences as words: without marks of Markdown, headings, rows of tables and code', () => {
  const [first] = summarizeChunks([{ ...chunk(guide, 0), section: 'Harbour guide' }], 1)
  expect(first?.sentence).toBe(
    'The harbour asks its fees in the first week of May, and pilots are paid on the same day. Tides at the mouth turn an hour earlier than the table says.',
  )
})

it('takes no heading, also where nothing marks it as one', () => {
  const text =
    'Meeting of the owners\n\nPart 1: Facade\n\nThe facade of the south side is painted in spring by the owners.\n\nPart 2: Charging\n\nThe owners put off the charging points until the owners know the cost.'
  const [first] = summarizeChunks([chunk(text, 0)], 1)
  expect(first?.sentence).toMatch(/^The (?:facade|owners) /u)
  expect(first?.sentence).not.toMatch(/Part|Meeting/u)
})

it('takes several sentences in a row of a short text, and one of each passage of a longer one', () => {
  const lease =
    'The tenant pays a deposit of 1,200 euros. It is returned within six weeks. Notice is three months.'
  const take = (...texts: string[]) => summarizeChunks(texts.map(chunk), 5).map(({ sentence }) => sentence)
  expect(take(lease)).toEqual([lease])
  // What stands between them would be missing from the words that are cited.
  expect(take(lease.replace('It is', '\n\n# Later\n\nIt is'))).toEqual([
    'It is returned within six weeks. Notice is three months.',
  ])
  const rooms = ['kitchen', 'cellar', 'attic', 'garden', 'hall']
  const about = (room: string) =>
    `The ${room} belongs to the flat as well and is cleaned weekly. Keys of the ${room} hang beside the door of the house.`
  expect(take(...rooms.map(about)).every((sentence) => sentence.split('. ').length === 1)).toBe(true)
})

it('leaves the heading out of a text without a sentence of usable length', () => {
  const short = { ...chunk('# Roof\n\nIt needs slates. Ivy grows on it.\n', 0), section: 'Roof' }
  expect(summarizeChunks([short], 3).map(({ sentence }) => sentence)).toEqual([
    'It needs slates. Ivy grows on it.',
  ])
})

it('tells whole rows of a long table, without the heading above it', () => {
  const row = (berth: number) => `| Berth ${berth} | ${'forty crowns '.repeat(6)}|`
  const rows = Array.from({ length: 20 }, (_, berth) => row(berth))
  const table = {
    ...chunk(['# Fees', '', '| Berth | Fee |', '| --- | --- |', ...rows].join('\n'), 0),
    section: 'Fees',
  }
  const [told] = summarizeChunks([table], 3).map(({ sentence }) => sentence.split('\n'))
  expect(told?.[0]).toBe('Berth · Fee')
  expect(told?.at(-1)).toBe(`Berth 3 · ${'forty crowns '.repeat(6).trim()}`)
})

it('tells the rows of a text that is nothing but a table', () => {
  const table = guide.split('\n').slice(5, 8).join('\n')
  expect(summarizeChunks([chunk(table, 0)], 3).map(({ sentence }) => sentence)).toEqual([
    'Berth · Fee of the harbour for a week in the summer months\nNorth quay of the harbour · forty crowns, paid at the office of the harbour in advance',
  ])
})
