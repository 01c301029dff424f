import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { pageCells, pagesInWords } from './page-cells'
import { PageMap } from './page-map'

describe('a map of pages', () => {
  it('has a cell for each page of a short document, and gathers those of a long one in round numbers', () => {
    expect(pageCells(3, [{ page: 2, count: 1 }]).map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    const long = pageCells(1234, [
      { page: 26, count: 2 },
      { page: 49, count: 1 },
    ])
    expect(long).toHaveLength(25)
    expect(long[0]).toEqual({ from: 1, to: 50, marked: [26, 49], count: 3 })
    expect(long.at(-1)).toMatchObject({ from: 1201, to: 1234 })
  })

  it('has the marked pages alone where nobody knows how many there are, each once', () => {
    const marks = [9, 4, 9].map((page) => ({ page, count: 1 }))
    expect(pageCells(null, marks)).toEqual([
      { from: 4, to: 4, marked: [4], count: 1 },
      { from: 9, to: 9, marked: [9], count: 2 },
    ])
  })

  it('shows a page beyond the last one all the same', () => {
    expect(pageCells(2, [{ page: 5, count: 1 }]).at(-1)?.marked).toEqual([5])
  })

  it('tells pages as people write them', () => {
    expect(pagesInWords([9, 7, 3, 8, 7])).toBe('3, 7–9')
  })

  it('says which pages are marked in words, and takes one Tab stop', () => {
    const html = renderToStaticMarkup(
      <PageMap
        label="Pages"
        total={5}
        marks={[{ page: 4, count: 2 }]}
        told={(pages) => `Found on ${pages}`}
        countWords={(count) => `${count} passages`}
        onOpen={() => undefined}
      />,
    )
    expect(html).toContain('Found on 4')
    expect(html).toContain('aria-label="Page 4: 2 passages"')
    expect(html.match(/tabindex="0"/giu)).toHaveLength(1)
  })
})
