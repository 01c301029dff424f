import { describe, expect, it } from 'vitest'
import { webAddresses } from './web-addresses'

/** The addresses of a text as they are read: without the line ends inside them. */
function readIn(text: string): string[] {
  return webAddresses(text).map(({ start, end, lineEnds }) => {
    const ends = new Set(lineEnds.map((at) => at + 1))
    return [...text.slice(start, end)].filter((_letter, index) => !ends.has(start + index)).join('')
  })
}

describe('a web address over the ends of lines', () => {
  it.each([
    ['see (http://www.\nexample.org) and', 'http://www.example.org)'],
    ['at https://\nwww.example.org/a/b, which', 'https://www.example.org/a/b,'],
    ['at https://docs.\nexample.org/guide for more', 'https://docs.example.org/guide'],
    ['at https://www.example.\norg; and', 'https://www.example.org;'],
    ['at https://Archive.\nExample-Project.org/x and', 'https://Archive.Example-Project.org/x'],
    ['at https://example.org/\ndocs/latest/ and', 'https://example.org/docs/latest/'],
    ['(https://example.org/\npackage) and', 'https://example.org/package)'],
    ['at https://example.org/guide.html#\nfirst-steps, and', 'https://example.org/guide.html#first-steps,'],
    ['at https://example.org/first-\nsteps and', 'https://example.org/first-steps'],
    ['at https://example.org/rw-FAQ.\nhtml) and', 'https://example.org/rw-FAQ.html)'],
    ['at https://example.\norg/some/\nlong/path.\npdf. And', 'https://example.org/some/long/path.pdf.'],
  ])('is one: %j', (text, address) => {
    expect(readIn(text)).toEqual([address])
  })

  it.each([
    ['See https://www.example.org.\nHowever, it', 'https://www.example.org.'],
    ['See https://www.example.org.\nawk is', 'https://www.example.org.'],
    ['from https://example.org/\nand from', 'https://example.org/'],
    ['from https://example.org/\n12', 'https://example.org/'],
    ['at https://example.org/guide.html.\n17', 'https://example.org/guide.html.'],
    ['at https://example.org/guide.html.\nhtml is', 'https://example.org/guide.html.'],
    ['at https://example.org/guide\nand there', 'https://example.org/guide'],
    ['at https://example.org/a/\n\nb/c', 'https://example.org/a/'],
    ['(https://example.org/a) and/\nor/not', 'https://example.org/a)'],
    ['at https://example.org/ \nb/c', 'https://example.org/'],
  ])('ends with its line: %j', (text, address) => {
    expect(readIn(text)).toEqual([address])
  })

  it('is not taken for the one that begins on the next line', () => {
    expect(readIn('https://example.org/\nhttps://example.com/a')).toEqual([
      'https://example.org/',
      'https://example.com/a',
    ])
  })

  it('is looked for in no time, whatever a page says', () => {
    const hostile = [
      'https://'.repeat(200_000),
      `https://a.org/${'\nb/c'.repeat(300_000)}`,
      `www.${'.'.repeat(500_000)}\n${'a.'.repeat(500_000)}`,
    ]
    for (const text of hostile) expect(webAddresses(text).length).toBeGreaterThan(0)
  })
})
