import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { indexedForm, queryTerms, stemsOf } from './words'

/** What the index makes of a text. */
function indexed(text: string): string[] {
  const db = new BetterSqlite3(':memory:')
  db.exec(`CREATE VIRTUAL TABLE texts USING fts5 (body, tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE temp.words USING fts5vocab ('main', 'texts', 'instance')`)
  db.prepare('INSERT INTO texts VALUES (?)').run(indexedForm(text))
  const words = db.prepare('SELECT term FROM temp.words ORDER BY offset').pluck().all() as string[]
  db.close()
  return words
}

const endings =
  'ational tional enci anci izer logi bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize ed ing eed ies sses s y e ll'

describe('stems', () => {
  it.each([
    [
      'every ending that the stemmer knows',
      ['a', 'be', 'cat', 'hopp', 'relat', 'sky', 'vis', 'gener', 'yell']
        .flatMap((base) => endings.split(' ').map((end) => base + end))
        .join(' '),
    ],
    [
      'plain English',
      'The runners were running happily; caresses, ponies, ties and cats agreed, plastered, hissing, sized, conflated.',
    ],
    ['other letters', 'Straße große Müller naïve café crème Żółć Ελληνικά Русский العربية עברית'],
    ['short and long words', `a is as us eed ed ing ${'long'.repeat(20)}ing`],
    ['numbers and marks', 'x_y 3.14 foo-bar e-mail R2D2 §5 #tag @name 10% ½'],
    ['ligatures, full width and soft hyphens', 'ﬁne ｆｕｌｌ hy\u00adphen'],
    ['scripts without spaces', '日本語のテキスト 東京 字 한국어 문장'],
  ])('are those of the index for %s', (_, text) => {
    expect(stemsOf(text)).toEqual(indexed(text))
  })
})

describe('queries', () => {
  const stems = (query: string) => queryTerms(query).map(({ stem }) => stem)

  it('lose words that say nothing, unless there are no others', () => {
    expect(stems('What does the report say about the tides?')).toEqual(['report', 'tide'])
    expect(stems('Was ist der Bericht?')).toEqual(['bericht'])
    expect(stems('to be or not to be')).toEqual(['to', 'be', 'or', 'not'])
  })

  it('are words and nothing else: operators and quotes have no meaning', () => {
    expect(queryTerms('"tide" AND NEAR(moon, 5) title:x^2 *')).toEqual(
      ['tide', 'near', 'moon', '5', 'title', 'x', '2'].map((word) => ({
        match: `"${word}"`,
        stem: stemsOf(word)[0],
      })),
    )
  })

  it('find a single letter of a script without spaces wherever it stands', () => {
    expect(queryTerms('字')).toEqual([{ match: '"字"*', stem: '字' }])
    expect(indexedForm('漢字')).toContain(' 字 ')
  })

  it('are empty for text without words, and bounded for long ones', () => {
    expect(stems('?! …')).toEqual([])
    expect(stems(Array.from({ length: 1000 }, (_, index) => `w${index}`).join(' '))).toHaveLength(24)
  })
})
