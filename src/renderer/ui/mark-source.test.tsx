import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown'

/** What is marked when a range of the source is, and how it is drawn. */
function draw(source: string, words: string): { readonly marked: string; readonly html: string } {
  const start = source.indexOf(words)
  const html = renderToStaticMarkup(
    <Markdown text={source} marked={[{ start, end: start + words.length }]} />,
  )
  const marked = [...html.matchAll(/<mark[^>]*>(.*?)<\/mark>/gsu)].map(([, inside]) => inside).join('|')
  return {
    marked: marked
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&#x27;', "'"),
    html,
  }
}

describe('a range of Markdown source', () => {
  it.each([
    ['# Tides\n\nThe moon pulls.', 'Tides', 'Tides'],
    ['The **moon** pulls *it*.', 'moon** pulls', 'moon| pulls'],
    ['A \\*star\\* and 1 \\< 2.', 'star\\* and 1 \\<', 'star* and 1 <'],
    ['Fish &amp; chips &lt; pie', 'amp; chips', ' chips'],
    ['Fish &amp; chips', '&amp; chips', '& chips'],
    ['- one two\n- two three', 'two three', 'two three'],
    ['> quoted words\n> go on here', 'words\n> go on', 'words\ngo on'],
    ['| a | b |\n| - | - |\n| a b | b |', 'a b', 'a b'],
    ['Say `code` and code', '` and code', ' and code'],
    ['A [link of words](https://x.example/words) with words', 'with words', 'with words'],
    ['See https://x.example/see and see it', 'and see it', 'and see it'],
    ['Raw <b>bold</b> text', '<b>bold', '<b>|bold'],
    ['Setext words\n===\n\nwords', 'words\n===', 'words'],
    ['same same same', 'same', 'same'],
    ['🌊 wave 🌊 wave', 'wave', 'wave'],
  ])('%j: %j marks %j', (source, words, marked) => expect(draw(source, words).marked).toBe(marked))

  it('is marked in code, past the name of its language', () => {
    const { marked, html } = draw('Text\n\n```python\nprint("p")\npython = 1\n```\n', 'python = 1')
    expect(marked).toBe('python = 1')
    expect(html).toContain('print(&quot;p&quot;)')
  })

  it('marks nothing when it lies elsewhere, and never changes the words', () => {
    const source = '# A\n\nB **c** `d`\n\n| e | f |\n| - | - |\n| g | h |\n'
    const words = (html: string) => html.replace(/<[^>]*>/gu, '')
    const plain = words(renderToStaticMarkup(<Markdown text={source} />))
    for (let start = 0; start < source.length; start++) {
      const html = renderToStaticMarkup(<Markdown text={source} marked={[{ start, end: source.length }]} />)
      expect(words(html)).toBe(plain)
    }
    expect(renderToStaticMarkup(<Markdown text={source} marked={[]} />)).not.toContain('<mark')
  })
})
