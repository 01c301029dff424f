import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { findNoteLinks, titlesOfLink } from './note-links'

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
