import { describe, expect, it } from 'vitest'
import { isTangled } from '../../shared/tangled'
import { drawBlocks } from './markdown-blocks'

const row = (cell: string, cells: number) => `|${`${cell}|`.repeat(cells)}\n`

describe('Markdown that is short and takes the square of its length', () => {
  it.each([
    [
      'a table whose rows lack nearly all cells of its head',
      `${row('a', 3000)}${row('-', 3000)}${'|\n'.repeat(1000)}`,
    ],
    ['the same in a quotation', `> ${row('a', 3000)}> ${row('-', 3000)}${'> |\n'.repeat(1000)}`],
    [
      'the same with the line ends of before',
      `${row('a', 3000)}${row('-', 3000)}${'|\n'.repeat(1000)}`.replaceAll('\n', '\r'),
    ],
    ['brackets in brackets', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['marks of emphasis that end nothing', '**a*'.repeat(10_000)],
    ['other ones in turn', '_*'.repeat(20_000)],
    ['underlined headings without an empty line', 'a\n=\n'.repeat(10_000)],
  ])('is shown as it is written: %s', (_what, text) => {
    const began = performance.now()
    const { blocks } = drawBlocks(text, {}, null)
    expect(blocks).toHaveLength(1)
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it.each([
    ['a large table', `${row('a', 12)}${row('-', 12)}${row('b', 12).repeat(3000)}`],
    ['a table whose last cells are left out', `${row('a', 12)}${row('-', 12)}${row('b', 11).repeat(3000)}`],
    ['a long list with emphasis', '- **a** and _b_\n'.repeat(5000)],
    ['many links in a paragraph', '[a](b) and [c]\n'.repeat(5000)],
    ['coloured lines of a terminal', '[0m ok [1] done\n'.repeat(5000)],
    ['headings with empty lines', 'a\n=\n\n'.repeat(1000)],
  ])('is not taken for such: %s', (_what, text) => {
    expect(isTangled(text)).toBe(false)
  })
})
