import { describe, expect, it } from 'vitest'
import { extractHtml } from './html'

// Quadratic work would take minutes here; linear work takes part of a second on any machine.
const linearTimeMs = 20_000

const paragraph =
  'The tide rises and falls twice a day because the Moon pulls on the sea, and the Earth turns. '

function articlePage(): string {
  return `<!doctype html><html lang="en-GB"><head><title>Tides explained</title><script>evil()</script></head><body>
    <nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
    <article><h1>Tides explained</h1><h2>Causes</h2>${`<p>${paragraph.repeat(4)}</p>`.repeat(4)}
    <h2>Data</h2><table><tr><th>Port</th><th>Range</th></tr><tr><td>Brest</td><td>6 m</td></tr></table>
    <pre><code class="language-js">let tide = 1\n  tide++</code></pre>
    <p>See <a href="https://example.org/more">more</a>, <a href="/local">here</a>, <a href="javascript:alert(1)">click</a>
    <img src="https://tracker.example/p.gif" alt="Chart of a tide"></p></article>
    <footer>Imprint</footer><style>p{color:red}</style></body></html>`
}

describe('HTML', () => {
  it('is read the same however far its lines are indented', () => {
    const textAt = (indent: number) => {
      const line = `\n${' '.repeat(indent)}`
      return extractHtml(
        `<main><p>${paragraph.repeat(12)}</p><p>Please read the${line}<a href="https://example.org/1">installation` +
          `${line}guide of the${line}product</a>${line}before you begin.</p></main>`,
      ).text
    }
    expect(textAt(0)).toContain('before you begin.')
    for (const indent of [4, 16, 28, 400]) expect(textAt(indent)).toBe(textAt(0))
  })

  it('becomes Markdown with its structure', () => {
    const document = extractHtml(articlePage())
    expect(document).toMatchObject({ title: 'Tides explained', mime: 'text/html', language: 'en-GB' })
    expect(document.text).toContain('## Causes')
    expect(document.text).toMatch(/\| Port \| Range \|\n\| -+ \| -+ \|\n\| Brest \| 6 m \|/)
    expect(document.text).toContain('let tide = 1\n  tide++')
    expect(document.headings.map((heading) => heading.title)).toEqual(
      expect.arrayContaining(['Causes', 'Data']),
    )
    for (const { start, level } of document.headings) {
      expect(document.text.slice(start, start + level)).toBe('#'.repeat(level))
    }
  })

  it('keeps no script, style, picture address or address that is not a whole web address', () => {
    const { text } = extractHtml(articlePage())
    expect(text).not.toMatch(/evil|color:red|tracker|javascript:|\/local/)
    expect(text).toContain('[more](https://example.org/more)')
    expect(text).toContain('Chart of a tide')
  })

  it('reads words whole, whatever the page says of where they may be divided', () => {
    const document = extractHtml(
      '<title>Donau&shy;dampf</title><p>Die Donau&shy;dampf\u00adschiff&#173;fahrt</p><pre>a\u00adb</pre>',
    )
    expect(document.title).toBe('Donaudampf')
    expect(document.text).toContain('Donaudampfschifffahrt')
    expect(document.text).not.toContain('\u00ad')
  })

  it('keeps the whole of a page that is not an article', () => {
    const document = extractHtml('<h1>List</h1><ul><li>Apples</li><li>Pears</li></ul><p>Short.</p>')
    expect(document.title).toBe('List')
    expect(document.text).toMatch(/# List\n\n-\s+Apples\n-\s+Pears\n\nShort\./)
  })

  it('survives nesting that is too deep for a tree', () => {
    const depth = 20_000
    const document = extractHtml(`<title>Deep</title>${'<div>'.repeat(depth)}words${'</div>'.repeat(depth)}`)
    expect(document.title).toBe('Deep')
    expect(document.text).toContain('words')
  })

  it('is refused where its elements lie inside each other without end', { timeout: linearTimeMs }, () => {
    expect(() => extractHtml('<div>'.repeat(1_000_000))).toThrow('nested too deep')
    const closed = '<li><p>One<br><img><p>Two'.repeat(20_000)
    expect(extractHtml(closed).text).toContain('Two')
  })

  it('takes no quadratic time over white space', { timeout: linearTimeMs }, () => {
    const { text } = extractHtml(`<p>a</p><pre>${' '.repeat(3_000_000)}x</pre>`)
    expect(text).toMatch(/ x\n```$/)
  })

  it('reads a very large page as a stream', () => {
    const html = `<title>Log</title><h2>Part</h2><script>no()</script>${`<p>${paragraph}</p>`.repeat(30_000)}`
    const document = extractHtml(html)
    expect(document.title).toBe('Log')
    expect(document.headings).toEqual([{ level: 2, title: 'Part', start: 0 }])
    expect(document.text).not.toContain('no()')
    expect(document.text.split(paragraph.trim()).length).toBe(30_001)
  })
})
