import { micromark } from 'micromark'
import { describe, expect, it } from 'vitest'
import { extractHtml } from '../html'

const textOf = (html: string) => extractHtml(html).text
/** The numbers that a reader of Markdown shows. */
const shown = (html: string) =>
  [...micromark(textOf(html)).matchAll(/<ol(?: start="(\d+)")?>([\s\S]*?)<\/ol>/g)].flatMap(
    ([, start = '1', items = '']) => [...items.matchAll(/<li>/g)].map((_, index) => Number(start) + index),
  )

describe('a list of a page', () => {
  it('keeps its numbers, in the text and where the text is shown', () => {
    const list = '<ol start="5"><li>Five</li><li>Six</li><li value="10">Ten</li><li>Eleven</li></ol>'
    expect(textOf(list)).toBe('5. Five\n6. Six\n10) Ten\n11) Eleven')
    expect(shown(list)).toEqual([5, 6, 10, 11])
    expect(shown('<ol reversed><li>c</li><li>b</li><li>a</li></ol>')).toEqual([3, 2, 1])
    expect(shown('<ol><li>a</li><li>b</li></ol>')).toEqual([1, 2])
  })

  it('counts in letters and Roman numerals', () => {
    expect(textOf('<ol type="a" start="26"><li>x</li><li>y</li></ol>')).toBe('- z. x\n- aa. y')
    expect(textOf('<ol type="I" start="4"><li>x</li><li><h3>y</h3></li></ol>')).toBe('- IV. x\n- ### V. y')
    expect(textOf('<ol type="i" start="0"><li>x</li></ol>')).toBe('0. x')
  })

  it('counts items without words, and none that is no item', () => {
    expect(textOf('<ol><li>a</li><li></li><li>c</li></ol>')).toBe('1. a\n3) c')
    expect(textOf('<ol><li>a</li><ol><li>b</li></ol><li>c</li></ol>')).toBe('1. a\n   1. b\n2. c')
  })

  it('inside an item is shown as one where it begins with another number', () => {
    const list = '<ul><li>Above<ol start="3"><li>Three</li></ol></li></ul>'
    expect(textOf(list)).toBe('- Above\n\n  3. Three')
    expect(shown(list)).toEqual([3])
  })

  it('takes no number for one that nobody counts to', () => {
    expect(textOf('<ol start="99999999999999999999"><li>a</li></ol>')).toBe('1. a')
    expect(textOf('<ol start="-1" type="a"><li>a</li></ol>')).toBe('- -1. a')
  })
})
