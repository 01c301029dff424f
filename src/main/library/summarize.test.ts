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
