import { describe, expect, it } from 'vitest'
import type { Citation } from '../../../shared/run/blocks'
import { findCitations } from '../../../shared/run/citation-marks'
import { citationName, citationOf, earlierMarks, unmarkedCitations } from './cite'

function citation(title: string, page: number | null, section: string | null = null): Citation {
  return {
    chunkId: `${title}${page}`,
    documentId: title,
    title,
    page,
    section,
    start: 0,
    end: 1,
    quote: '',
    verified: true,
  }
}

const tides = [citation('Tides', 3), citation('Tides', 7), citation('Guide', null, 'Start')]

describe('citations in an answer', () => {
  it('find their passage by title and page', () => {
    expect(citationOf({ text: '', title: 'tides', page: 7 }, tides)).toBe(tides[1])
    expect(citationOf({ text: '', title: 'Tides', page: 5, lastPage: 8 }, tides)).toBe(tides[1])
    expect(citationOf({ text: '', title: 'Tides', page: 99 }, tides)).toBeUndefined()
    expect(citationOf({ text: '', title: 'Guide', section: 'Start' }, tides)).toBe(tides[2])
  })

  it('find their passage by a title with brackets, however they are written', () => {
    const report = citation('Report [draft]', 3)
    for (const title of ['Report [draft]', 'Report (draft)'])
      expect(citationOf({ text: '', title, page: 3 }, [report])).toBe(report)
  })

  it('of one page are taken in the order in which they stand', () => {
    const text = 'One [Tides, p. 3]. Two [Tides, p. 7]. Three [Tides, p. 3].'
    const marks = findCitations(text).filter((part) => typeof part !== 'string')
    expect(marks.map((mark) => earlierMarks(text, mark))).toEqual([0, 0, 1])
    const second = { ...citation('Tides', 3), start: 50 }
    expect(citationOf({ text: '', title: 'Tides', page: 3 }, [...tides, second], 1)).toBe(second)
  })

  it('of one section are taken in the order in which they stand', () => {
    const first = citation('Leave', null, 'Holidays')
    const second = { ...first, start: 60 }
    const mark = { text: '', title: 'Leave', section: 'Holidays' }
    expect(citationOf(mark, [first, second], 0)).toBe(first)
    expect(citationOf(mark, [first, second], 1)).toBe(second)
  })

  it('are found by a section that is written without the title at its head', () => {
    const [slates, nails] = [citation('Roof', null, 'Roof > Slates'), citation('Roof', null, 'Roof > Nails')]
    const mark = { text: '', title: 'Roof', section: 'Nails' }
    expect(citationOf(mark, [slates, nails])).toBe(nails)
    expect(citationOf({ text: '', title: 'Roof, Nails' }, [slates, nails])).toBe(nails)
    expect(citationOf({ text: '', title: 'Roof, Beams' }, [slates, nails])).toBeUndefined()
  })

  it('do not repeat the title as the section', () => {
    expect(citationName(citation('Lease', null, 'Lease > Notice'), String)).toBe('Lease, § Notice')
    expect(citationName(citation('Lease', null, 'Lease'), String)).toBe('Lease')
    expect(citationName(citation('Lease', null, 'Part 1 > Notice'), String)).toBe('Lease, § Part 1 › Notice')
  })

  it('are shown after the text when nothing in it stands for them, each page once', () => {
    const text = 'High water [Tides, p. 3].'
    expect(unmarkedCitations(text, [...tides, citation('Tides', 7)])).toEqual([tides[1], tides[2]])
  })

  it('are named by title and page', () => {
    expect(citationName(citation('Tides', 3), (n) => `p. ${n}`)).toBe('Tides, p. 3')
    expect(citationName(citation('Guide', null, 'Start'), String)).toBe('Guide, § Start')
  })
})
