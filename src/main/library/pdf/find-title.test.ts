import { describe, expect, it } from 'vitest'
import { findTitle, foldCase } from './find-title'

const page = ['Preface', '11.12 Function Handles and Anonymous Functions', 'A handle is a', 'value.'].join(
  '\n',
)
const find = (text: string, title: string, from = 0) => findTitle(foldCase(text), title, from)

describe('a title on a page', () => {
  it('is found at the start of a line, whatever its case and spaces', () => {
    expect(find(page, 'preface')).toBe(0)
    expect(find(page, 'A handle')).toBe(page.indexOf('A handle'))
    expect(find('x\nThe  Long\n\tTITLE here', 'The long title')).toBe(2)
    expect(find('ΟΔΟΣ ΕΝΑ', 'Οδος Ενα')).toBe(0)
    expect(find('The \u03bc-law codec', 'The \u00b5-LAW codec')).toBe(0)
    expect(find('STRASSE\nDie Straße', 'DIE Straße')).toBe(8)
  })

  it.each(['2.1 Tides', 'A.3 Tides', 'IV. Tides', 'Chapter 2: Tides', 'Kapitel 2 Tides', '3) \tTides'])(
    'is found behind a number: %s',
    (line) => {
      expect(find(`Preface\n${line}\nmore`, 'Tides')).toBe(8)
    },
  )

  it.each(['The Tides', 'ab Tides', '2.1Tides', 'xTides', `${' '.repeat(80)}Tides`])(
    'is not found behind other words: %s',
    (line) => {
      expect(find(`Preface\n${line}\nmore`, 'Tides')).toBe(-1)
    },
  )

  it('is not found where its line began before', () => {
    expect(find('Xyerrorlines\nYerrorlines', 'yerrorlines', 1)).toBe(13)
    expect(find(page, 'Function Handles', 9)).toBe(-1)
    expect(find(`${page}\n11.12.1 Function Handles`, 'Function Handles', 9)).toBe(page.length + 1)
  })

  it('is compared by its first twelve words, each whole but the last', () => {
    const long = Array.from({ length: 14 }, (_, at) => `word${at}`).join(' ')
    expect(find(long.replace('word13', 'other'), long)).toBe(0)
    expect(find(long.replace('word11', 'other'), long)).toBe(-1)
    expect(find('Tides of the day', 'Tide of')).toBe(-1)
    expect(find('Tide offshore', 'Tide of')).toBe(0)
  })

  it('may have any character, and is nowhere on a page without it', () => {
    expect(find('C++ (and *more*) [x]\n', 'C++ (and *more*) [x]')).toBe(0)
    expect(find('', 'Tides')).toBe(-1)
    expect(find('Tides', '')).toBe(-1)
    // Folding this letter would move what follows.
    expect(find('İstanbul\nTides', 'Tides')).toBe(9)
  })

  it('is looked for in little time on a page that is one long line of its first word', () => {
    expect(find('a '.repeat(500_000), 'a tide')).toBe(-1)
  })
})
