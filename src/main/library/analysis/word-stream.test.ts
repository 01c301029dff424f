import { describe, expect, it } from 'vitest'
import { createAnalyzer } from './analyze'
import { passagesOfStream, readWordStream, type WordStream } from './word-stream'

function streamOf(passages: readonly string[]): WordStream {
  const stream = readWordStream(passages)
  if (stream === null) throw new Error('Too many different words.')
  return stream
}

/** The words that an analyzer knows each passage's numbers as. */
function formsOf(stream: WordStream): (string[] | null)[] {
  const analyzer = createAnalyzer('en')
  return [...passagesOfStream(stream)].map(
    (passage) =>
      passage &&
      [...passage.numbers].map((word) => {
        const from = stream.starts[word] ?? 0
        return analyzer.word(analyzer.numberOf(stream.units, from, stream.starts[word + 1] ?? 0)).form
      }),
  )
}

describe('a stream of words', () => {
  it('says what each passage says, each word once', () => {
    const stream = streamOf(['The tide, the MOON.', '', 'Tides of FY2018 and a naïve moon'])
    expect(formsOf(stream)).toEqual([
      ['the', 'tide', 'the', 'moon'],
      [],
      ['tides', 'of', 'fy2018', 'and', 'a', 'naive', 'moon'],
    ])
    expect(stream.starts).toHaveLength(10)
  })

  it('leaves a passage in a script without spaces to be read, and goes on behind it', () => {
    const stream = streamOf(['low water', 'the tide 潮汐', 'high water'])
    expect(formsOf(stream)).toEqual([['low', 'water'], null, ['high', 'water']])
  })

  it('is none where most words stand once', () => {
    const ids = Array.from({ length: 40 }, (_, line) =>
      Array.from({ length: 5000 }, (_, place) => `id${line}x${place}`).join(' '),
    )
    expect(readWordStream(ids)).toBeNull()
    expect(readWordStream(ids.slice(0, 20))).not.toBeNull()
  })

  it('has room for more words than sixteen bits count', () => {
    const words = Array.from({ length: 70_000 }, (_, number) => `w${number}x`)
    const stream = streamOf([words.join(' '), 'w69999x'])
    expect(formsOf(stream)[0]).toEqual(words)
    expect(formsOf(stream)[1]).toEqual(['w69999x'])
  })
})
