import { describe, expect, it } from 'vitest'
import type { NearPassage } from '../vectors/vector-index'
import { combine } from './hybrid'

const near = (passages: readonly NearPassage[], others: Readonly<Record<string, number>> = {}) => ({
  passages,
  cosineOf: (document: number, ordinal: number) => others[`${document}#${ordinal}`] ?? null,
})
const word = (document: number, score: number) => ({ document, ordinal: 0, score })
const meaning = (document: number, cosine: number) => ({ document, ordinal: 0, cosine })

describe('words and vectors', () => {
  it('stay words alone, as they are, when nobody asked for vectors or nothing is near', () => {
    for (const nothing of [null, near([])]) {
      expect(combine([word(1, 8), word(2, 4)], nothing)).toEqual({
        mode: 'words',
        passages: [
          { document: 1, ordinal: 0, score: 8, similarity: 1 },
          { document: 2, ordinal: 0, score: 4, similarity: 0.5 },
        ],
      })
    }
  })

  it('are vectors alone, with the cosine, when no passage has a word of the query', () => {
    expect(combine([], near([meaning(1, 0.8), meaning(2, 0.3)]))).toEqual({
      mode: 'vectors',
      passages: [
        { document: 1, ordinal: 0, score: 0.8, similarity: 0.8 },
        { document: 2, ordinal: 0, score: 0.3, similarity: 0.3 },
      ],
    })
  })

  it('count the same, each as a share of its own best; the last of the nearest counts nothing', () => {
    const both = combine([word(1, 10), word(2, 5)], near([meaning(2, 0.9), meaning(3, 0.7), meaning(4, 0.5)]))
    expect(both.mode).toBe('hybrid')
    expect(both.passages.map(({ document, score }) => [document, score])).toEqual([
      // Half of its words, all of its nearness.
      [2, 0.75],
      [1, 0.5],
      [3, expect.closeTo(0.25, 10)],
      [4, 0],
    ])
    expect(both.passages.map(({ similarity }) => similarity)).toEqual([
      1,
      expect.closeTo(2 / 3, 10),
      expect.closeTo(1 / 3, 10),
      0,
    ])
  })

  it('give a passage with the words its own nearness, however far down it is, and never less than nothing', () => {
    const others = { '1#0': 0.6, '2#0': 0.1 }
    const both = combine([word(1, 10), word(2, 10)], near([meaning(3, 0.7), meaning(4, 0.5)], others))
    expect(both.passages.map(({ document, score }) => [document, score])).toEqual([
      [1, expect.closeTo(0.75, 10)],
      [2, 0.5],
      [3, 0.5],
      [4, 0],
    ])
  })

  it('take a single near passage for the nearest', () => {
    const both = combine([word(1, 1)], near([meaning(2, 0.4)]))
    expect(both.passages.map(({ document, score }) => [document, score])).toEqual([
      [1, 0.5],
      [2, 0.5],
    ])
  })
})
