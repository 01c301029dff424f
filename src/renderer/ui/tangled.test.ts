import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { isTangled } from '../../shared/markdown/tangled'
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
    [
      'the same with those of Windows',
      `${row('a', 3000)}${row('-', 3000)}${'|\n'.repeat(1000)}`.replaceAll('\n', '\r\n'),
    ],
    ['headings with the line ends of Windows', 'a\r\n=\r\n'.repeat(6000)],
    ['emphasis behind code in a list', `- \`\`\`\n${'**a*'.repeat(10_000)}`],
    ['emphasis behind code that HTML holds', `<div>\n\`\`\`\n\n${'**a*'.repeat(10_000)}`],
    ['emphasis behind code that a formula holds', `$$\n\`\`\`\n$$\n${'**a*'.repeat(10_000)}`],
    ['emphasis below a list with code', `- a\n\n  ~~~\n${'**a*'.repeat(10_000)}`],
    ['emphasis behind code that has ended', `~~~\na\n~~~~  \n${'**a*\n'.repeat(10_000)}`],
    ['emphasis below a table', `a|b\n-|-\nc|d\n- ${'**a*\n'.repeat(10_000)}`],
    ['brackets in brackets', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['marks of emphasis that end nothing', '**a*'.repeat(10_000)],
    ['other ones in turn', '_*'.repeat(20_000)],
    ['underlined headings without an empty line', 'a\n=\n'.repeat(10_000)],
  ])('is shown as it is written: %s', (_what, text) => {
    const began = workedMs()
    const { blocks } = drawBlocks(text, {}, null)
    expect(blocks).toHaveLength(1)
    expect(workedMs() - began).toBeLessThan(2000)
  })

  it.each([
    ['a large table', `${row('a', 12)}${row('-', 12)}${row('b', 12).repeat(3000)}`],
    ['a table whose last cells are left out', `${row('a', 12)}${row('-', 12)}${row('b', 11).repeat(3000)}`],
    ['a long list with emphasis', '- **a** and _b_\n'.repeat(5000)],
    ['code with names', `\`\`\`python\n${'src/my_app/test_user_profile_page.py\n'.repeat(5000)}\`\`\`\n`],
    ['code in a list', `1. a\n   ~~~\n${'   "first_name": _a_, **b\n'.repeat(5000)}   ~~~\n`],
    ['names in a paragraph', 'INSERT INTO user_names (first_name) VALUES (a_b)\n'.repeat(5000)],
    ['sums', 'x = a * b * c * d * e ~ f\n'.repeat(5000)],
    ['a log with lines', 'began\n-----\n'.repeat(400)],
    ['a table without outer lines', `a|b|c\n-|-|-\n${'x_y_z | **b** | c_d\n'.repeat(3000)}`],
    ['a table of which most cells are left out', `${row('a', 12)}${row('-', 12)}${row('b', 1).repeat(1000)}`],
    ['a blank line that is long', `a\n${' '.repeat(200_000)}\nb`],
    ['a line with a long gap', `a\n|${' '.repeat(200_000)}b\n`],
    ['many links in a paragraph', '[a](b) and [c]\n'.repeat(5000)],
    ['coloured lines of a terminal', '[0m ok [1] done\n'.repeat(5000)],
    ['headings with empty lines', 'a\n=\n\n'.repeat(1000)],
  ])('is not taken for such: %s', (_what, text) => {
    expect(isTangled(text)).toBe(false)
  })
})
