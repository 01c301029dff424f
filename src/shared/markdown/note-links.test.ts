import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { findNoteLinks, noteFinder, noteLinksAsShown, noteLinksIn, titlesOfLink } from './note-links'

const links = (text: string) => findNoteLinks(text).filter((part) => typeof part === 'object')

describe('links between notes', () => {
  it('are found with the text around them, as programs for notes write them', () => {
    expect(findNoteLinks('See [[Tide tables]], and ![[Harbours|the harbours]].')).toEqual([
      'See ',
      {
        text: '[[Tide tables]]',
        target: 'Tide tables',
        title: 'Tide tables',
        words: null,
        shown: 'Tide tables',
      },
      ', and ',
      {
        ...{ text: '![[Harbours|the harbours]]', target: 'Harbours', title: 'Harbours' },
        ...{ words: 'the harbours', shown: 'the harbours' },
      },
      '.',
    ])
  })

  it('name a note without the heading and the ending of its file', () => {
    expect(links('[[Tides#Spring tides]] [[sea/Tides.md]]')).toMatchObject([
      { title: 'Tides', shown: 'Tides › Spring tides' },
      { title: 'sea/Tides', shown: 'sea/Tides' },
    ])
    const titles = (text: string) => links(text).flatMap(titlesOfLink)
    expect(titles('[[sea/Tides.md]]')).toEqual(['sea/Tides.md', 'sea/Tides', 'Tides'])
    expect(titles('[[Either/or]]')).toEqual(['Either/or', 'or'])
    expect(titles('[[C# basics]]')).toEqual(['C# basics', 'C'])
  })

  it.each([
    '[[]]',
    '[[ ]]',
    '[[#Only a heading]]',
    '[[two\nlines]]',
    '![[chart.png]]',
    '[single]',
    '[[not closed]',
    `[[${'a'.repeat(301)}]]`,
  ])('are not made of %j', (text) => {
    expect(findNoteLinks(text)).toEqual([text])
  })

  it('show no character that is hidden or turns the text', () => {
    expect(links('[[Ti\u202edes|a\u200bb]]')).toMatchObject([{ title: 'Tides', shown: 'ab' }])
  })

  it('that begin many times and never end are looked through in no time', () => {
    const began = workedMs()
    for (const piece of ['[[', '[[a|', '[[a#', '[[a', '![[a.', '[[a]']) {
      expect(links(piece.repeat(100_000))).toEqual([])
    }
    expect(links('[[a]]'.repeat(20_000))).toHaveLength(20_000)
    expect(workedMs() - began).toBeLessThan(5000)
  })
})

describe('the links of a note as it is written', () => {
  const titles = (markdown: string) => noteLinksIn(markdown).map(({ title }) => title)

  it('are those outside of code and of what it says about itself', () => {
    const fenced = '```md\n[[A]]\n~~~\n[[B]]\n```\n- ~~~\n  [[C]]\n  ~~~\n[[D]] ``[[E]] ` [[F]]`` [[G|g]]'
    expect(titles(fenced)).toEqual(['D', 'G'])
    expect(titles('---\nrelated: "[[A]]"\n---\n[[B]]')).toEqual(['B'])
    expect(titles('```in line``` [[A]]\n\n```\n[[B]]')).toEqual(['A'])
  })

  it('have brackets of which none is escaped, and no address behind them', () => {
    expect(titles('\\[\\[A\\]\\] \\[[B]] [[C\\]] [\\[D]] [[1]](https://a.example)')).toEqual([])
    expect(titles('\\\\[[A]] \\![[B]]')).toEqual(['A', 'B'])
    expect(titles('| a |\n| --- |\n| [[A\\|shown]] |')).toEqual(['A'])
    expect(noteLinksAsShown('[[A|a]] and \\[[B]]')).toBe('a and \\[[B]]')
  })
})

describe('the note that a link leads to', () => {
  const note = (id: string, title: string, updatedAt: number, ...formerTitles: string[]) => {
    return { id, title, updatedAt, formerTitles }
  }
  const notes = [
    note('a', 'Tide tables', 3),
    note('b', 'tide  Tables', 5),
    note('c', 'Either/or', 1),
    note('d', 'Or', 2),
    note('e', 'C# basics', 2),
    note('f', 'C', 2),
    note('g', 'Lighthouses', 9, 'Lamps', 'Or'),
    note('h', 'Bulbs', 10, 'Lamps of old', 'Lights'),
    note('i', 'Beacons', 4, 'Lights'),
  ]
  const find = noteFinder(notes)
  const idOf = (target: string) => find({ target, title: target.replace(/#.*/u, '') })?.id

  it('is called so, whatever the case, and of several the one that was changed last', () => {
    expect(idOf('TIDE tables')).toBe('b')
    expect(noteFinder(notes.toReversed())({ target: 'Tide tables', title: 'Tide tables' })?.id).toBe('b')
  })

  it('is found behind the folders of the program that the link comes from, but as it is written first', () => {
    expect(idOf('sea/Tide tables')).toBe('b')
    expect(idOf('Either/or')).toBe('c')
    expect(idOf('Neither/or')).toBe('d')
    expect(idOf('C# basics')).toBe('e')
    expect(idOf('C#Pointers')).toBe('f')
    expect(idOf('Buoys')).toBeUndefined()
  })

  it('was called so, where none is now', () => {
    expect(idOf('lamps')).toBe('g')
    expect(idOf('sea/Lamps')).toBe('g')
    expect(idOf('Or')).toBe('d')
    expect(idOf('Lights')).toBe('h')
  })
})
