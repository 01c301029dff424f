import { describe, expect, it } from 'vitest'
import { dayAfter, dayOf, startOfDay } from './days'
import { excerptAround, focusRange, matchRanges } from './match-ranges'

const marked = (text: string, query: string) =>
  matchRanges(text, query).map(({ start, end }) => text.slice(start, end))

describe('marks in a passage', () => {
  it('stand on the words of the query and their near forms', () => {
    expect(marked('Tides rise; the tide turns. Tidying up.', 'What are tides?')).toEqual(['Tides', 'tide'])
  })

  it('leave little words out unless there are no others', () => {
    expect(marked('it is what it is', 'is it what')).toEqual(['what'])
    expect(marked('to be or not to be', 'to be')).toEqual(['to', 'be', 'to', 'be'])
  })

  it('stand where the search finds: whatever the accents, the case and what is not seen in a word', () => {
    expect(marked('Ein naïves Café, RÉSUMÉ inbegriffen', 'cafe resume')).toEqual(['Café', 'RÉSUMÉ'])
    expect(marked('Die Straße zur Donau\u00addampfschifffahrt', 'strasse donaudampfschifffahrt')).toEqual([
      'Straße',
      'Donau\u00addampfschifffahrt',
    ])
    expect(marked('cafe\u0301 und das Ende', 'café')).toEqual(['cafe\u0301'])
  })

  it('stand on words of scripts that have no spaces, whole or in pairs', () => {
    expect(marked('東京都の天気は晴れです。天気予報', '天気')).toEqual(['天気', '天気'])
    expect(marked('東京都の天気は晴れです。', '東京の天気 weather')).toEqual(['東京', 'の天気'])
    expect(marked('ประเทศไทยสวยงาม', 'ไทย')).toEqual(['ไทย'])
    expect(marked('한국어 문장은 길다', '문장')).toEqual(['문장'])
  })

  it('take any query, also one of signs', () => {
    expect(matchRanges('a*b', '*(")')).toEqual([])
  })
})

describe('the excerpt of a passage', () => {
  it('begins near the first word that fits', () => {
    const text = `${'filler '.repeat(200)}lighthouse ${'more '.repeat(200)}`
    const excerpt = excerptAround(text, 'lighthouse', 'markdown')
    expect(excerpt).toContain('lighthouse')
    expect(excerpt.length).toBeLessThan(400)
    expect(excerpt.startsWith('… ')).toBe(true)
  })

  it('begins near the first word that fits in a text without spaces, and cuts no letter', () => {
    const text = `${'𠮷'.repeat(400)}天気${'𠮷'.repeat(400)}`
    const excerpt = excerptAround(text, '天気', 'markdown')
    expect(excerpt).toContain('天気')
    expect(excerpt.length).toBeLessThan(400)
    expect(excerpt.isWellFormed()).toBe(true)
  })

  it('is a short passage as it is', () => {
    expect(excerptAround('one\n two', 'x', 'markdown')).toBe('one two')
  })

  it('is plain words, without the marks of Markdown', () => {
    expect(
      excerptAround('# Rent\n\nIt is **640 euros**, see [the lease](lease.pdf).', 'rent', 'markdown'),
    ).toBe('Rent · It is 640 euros, see the lease.')
  })

  it('keeps the signs of a text that is no Markdown', () => {
    const code = 'const at = rows[a][b]\n\nreturn `<div>at</div>`\n# rent'
    expect(excerptAround(code, 'rent', 'plain')).toBe('const at = rows[a][b] return `<div>at</div>` # rent')
  })

  it('keeps what looks like HTML in words of another format, and loses the marks that were written to them', () => {
    const text = '# Tags\n\nA <div> &amp; its <!-- rent -->, see [here](https://a.example/).'
    expect(excerptAround(text, 'tags', 'written_anew')).toBe(
      'Tags · A <div> &amp; its <!-- rent -->, see here.',
    )
    expect(excerptAround(text, 'tags', 'markdown')).toBe('Tags · A & its , see here.')
  })

  it('is the text as it is written where the words are in the address of a link alone', () => {
    const text = 'It is **due**, see [here](https://a.example/lease).'
    expect(excerptAround(text, 'lease', 'markdown')).toBe(text)
    expect(excerptAround(text, 'tide', 'markdown')).toBe('It is due, see here.')
  })
})

describe('what a result marks in the viewer', () => {
  it('is the sentences with the first places that fit', () => {
    const text = 'First one. The tide turns twice. Then the tides are neap. Last.'
    const { start, end } = focusRange(text, 'tides')
    expect(text.slice(start, end)).toBe('The tide turns twice. Then the tides are neap.')
  })

  it('is the whole passage when no word of the query stands in it', () => {
    expect(focusRange('abc', 'xyz')).toEqual({ start: 0, end: 3 })
  })
})

describe('the days of a filter', () => {
  it('begin and end with the person’s own day', () => {
    const start = startOfDay('2026-03-29') ?? 0
    const end = dayAfter('2026-03-29') ?? 0
    expect(dayOf(start)).toBe('2026-03-29')
    expect(dayOf(end - 1)).toBe('2026-03-29')
    expect(dayOf(end)).toBe('2026-03-30')
    expect(startOfDay('')).toBeUndefined()
  })
})
