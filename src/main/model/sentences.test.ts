import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { contentWords } from './question-words'
import { splitSentences } from './sentences'

const sentences = (text: string): string[] =>
  splitSentences(text).map(({ start, end }) => text.slice(start, end))

describe('splitSentences', () => {
  it('cuts after full stops and at empty lines', () => {
    expect(sentences('One is here. Two?  “Three!” Four\n\nFive')).toEqual([
      'One is here.',
      'Two?',
      '“Three!”',
      'Four',
      'Five',
    ])
  })
  it('does not cut after short forms and in numbers', () => {
    expect(sentences('See Fig. 3 by Dr. Smith, e.g. here. It is 3.14 m.')).toEqual([
      'See Fig. 3 by Dr. Smith, e.g. here.',
      'It is 3.14 m.',
    ])
  })
  it('does not cut at three dots with spaces, and does at those that lead to a page', () => {
    expect(sentences('eig (. . ., option) finds them. Then more.')).toEqual([
      'eig (. . ., option) finds them.',
      'Then more.',
    ])
    expect(sentences('dBase. . . . . . . 24 Files')).toContain('dBase.')
    expect(sentences('. . ., option')).toEqual(['. . ., option'])
    for (const dots of ['.', '. ', '. .', '. . ', '. . .', '. . . ', ' . . . x', '. . . .']) {
      expect(sentences(dots).join(' ').replaceAll(' ', ''), dots).toBe(dots.replaceAll(' ', ''))
    }
  })
  it('does not cut an address that goes on in the next line', () => {
    expect(
      sentences(
        'Such as Gnumeric (http://www.\ngnumeric.org) and others. It is at https://a.org. Then more.',
      ),
    ).toEqual([
      'Such as Gnumeric (http://www.\ngnumeric.org) and others.',
      'It is at https://a.org.',
      'Then more.',
    ])
  })
  it('keeps a heading that is known as one out of the sentence below it, however short the lines are', () => {
    const text = '9 Reading Excel spreadsheets\nThe question is\nhow to do it.'
    const cut = splitSentences(text, ['Reading', '9 Reading Excel spreadsheets'])
    expect(cut.map(({ start, end }) => text.slice(start, end))).toEqual([
      '9 Reading Excel spreadsheets',
      'The question is\nhow to do it.',
    ])
  })
  it('does not cut German dates and ordinals, nor the numbers of lists and headings', () => {
    expect(
      sentences('Der Monteur kommt am Donnerstag, 6. März, um 8 Uhr. Er wohnt im 3. Obergeschoss. Gut.'),
    ).toEqual(['Der Monteur kommt am Donnerstag, 6. März, um 8 Uhr.', 'Er wohnt im 3. Obergeschoss.', 'Gut.'])
    expect(sentences('They were 12. The next came.')).toEqual(['They were 12.', 'The next came.'])
  })
  it('takes each block of Markdown for itself, without its marks', () => {
    const text =
      '# Notes\nA first line\ngoes on. And ends.\n## 3. Term\n- [ ] one thing\n- another\n1. Chop\n2. Fry\n> said\n\n-5 degrees'
    expect(sentences(text)).toEqual([
      ...[
        'Notes',
        'A first line\ngoes on.',
        'And ends.',
        'Term',
        'one thing',
        'another',
        'Chop',
        'Fry',
        'said',
      ],
      '-5 degrees',
    ])
  })
  it('keeps headings and page headers out of the sentence that follows them', () => {
    const page = [
      'gnuplot 5.4  237',
      'Part IV',
      'Terminal types',
      'Gnuplot supports a large number of output formats. These are selected by choosing a',
      'terminal type, possibly with additional options. The University',
      'Library keeps them all.',
    ].join('\n')
    expect(sentences(page)).toEqual([
      'gnuplot 5.4  237',
      'Part IV',
      'Terminal types',
      'Gnuplot supports a large number of output formats.',
      'These are selected by choosing a\nterminal type, possibly with additional options.',
      'The University\nLibrary keeps them all.',
    ])
  })
  it('does not take the rest of a line, with which a passage begins, for a heading', () => {
    const sentence = [
      'The sluice gate at Marrow',
      'Point opens by itself when the tide reaches four metres above chart datum, and the',
      'keeper records the hour in the green ledger.',
    ].join('\n')
    expect(sentences(`${sentence} A coasting vessel avoids the fairway.`)[0]).toBe(sentence)
  })
  it('takes the first line of a passage for a heading where it begins with the number of a section', () => {
    const page = [
      '6.3 Data frames',
      'A data frame is a list with class "data.frame". There are restrictions on lists that may be',
      'made into data frames, and these are told below.',
    ].join('\n')
    expect(sentences(page).slice(0, 2)).toEqual([
      '6.3 Data frames',
      'A data frame is a list with class "data.frame".',
    ])
  })
  it('end without a space behind them in Chinese and Japanese, and at the marks of Arabic and Hindi', () => {
    expect(sentences('水门在涨潮时打开。“守门人记录时间。”第二天关闭！好吗？')).toEqual([
      '水门在涨潮时打开。',
      '“守门人记录时间。”',
      '第二天关闭！',
      '好吗？',
    ])
    expect(sentences('متى يفتح؟ عند المد.')).toEqual(['متى يفتح؟', 'عند المد.'])
    expect(sentences('द्वार खुलता है। रात में बंद।')).toEqual(['द्वार खुलता है।', 'रात में बंद।'])
  })
  it('answers nothing for white space', () => {
    expect(sentences(' \n\n ')).toEqual([])
  })
  it.each(['!', ' . .', '?!"', '\n\t'])('takes a long row of %j at once', (mark) => {
    const began = workedMs()
    expect(sentences(`One. Two${mark.repeat(60_000)}x`)[0]).toBe('One.')
    expect(workedMs() - began).toBeLessThan(2000)
  })
})

describe('contentWords', () => {
  it('are pairs of characters where no spaces stand between words, and whole words where vowels are marks', () => {
    expect(contentWords('黑豹队有NFL')).toEqual(['黑豹', '豹队', '队有', 'nfl'])
    expect(contentWords('हिन्दी')).toHaveLength(1)
  })
  it('agree across the endings and articles of Arabic and Russian', () => {
    expect(contentWords('الدفاع', 'ar')).toEqual(contentWords('دفاع', 'ar'))
    expect(contentWords('в шлюзах', 'ru')).toEqual(contentWords('шлюзы', 'ru'))
  })
  it('leaves out words that say nothing and makes endings agree', () => {
    expect(contentWords('What does the report say about tides?')).toEqual(contentWords('reports: tide'))
  })
})
