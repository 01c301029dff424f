import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../../tests/support/processor-time'
import { extractMarkdown } from './markdown'

describe('Markdown', () => {
  it('is kept as it is, with headings of both kinds at their places', () => {
    const text = '# One\n\ntext\n\nTwo\n===\n\n### Three ###\n\nFour\n----\n'
    const document = extractMarkdown(text)
    expect(document.text).toBe(text)
    expect(document.title).toBe('One')
    expect(
      document.headings.map(({ level, title, start }) => [level, title, text.slice(start, start + 3)]),
    ).toEqual([
      [1, 'One', '# O'],
      [1, 'Two', 'Two'],
      [3, 'Three', '###'],
      [2, 'Four', 'Fou'],
    ])
  })

  it('has no headings inside code fences, whatever their length and letters', () => {
    const text = '````sh\n# no\n```\n# no\n````\n\n~~~\n# no\n```\n~~~\n# Yes\n``` inline ``` text\n# Also\n'
    expect(extractMarkdown(text).headings.map((heading) => heading.title)).toEqual(['Yes', 'Also'])
  })

  it('takes its title from the front matter, whose lines are no headings', () => {
    const document = extractMarkdown('---\ntitle: "A title: here"\ntags: x\n---\n# Other\n')
    expect(document.title).toBe('A title: here')
    expect(document.headings.map((heading) => heading.title)).toEqual(['Other'])
  })

  it('takes a title that stands below its name, as YAML has long ones', () => {
    expect(extractMarkdown('---\ntitle: >\n  A long\n  title\n---\ntext').title).toBe('A long title')
    expect(extractMarkdown('---\nimage:\n  title: Photo\n---\n# Heading').title).toBe('Heading')
  })

  it('takes rules, lists and tables above a dashed line for no heading', () => {
    expect(extractMarkdown('text\n\n---\n\n- item\n---\n| a | b |\n---\n').headings).toEqual([])
  })

  it('shows headings without their marks', () => {
    const document = extractMarkdown('# The `code` of **[links](http://x.y)** \\#1\n#hashtag\n#\n')
    expect(document.headings.map((heading) => heading.title)).toEqual(['The code of links #1'])
  })
})

it.each([
  ['a fence', '~'.repeat(60_000)],
  ['a heading', `#${' '.repeat(990)}`],
])('%s before another end of a line is read at once', (_what, begin) => {
  const began = workedMs()
  extractMarkdown(`${`${begin}\u2028\n`.repeat(8)}# Tides`)
  expect(workedMs() - began).toBeLessThan(3000)
})
