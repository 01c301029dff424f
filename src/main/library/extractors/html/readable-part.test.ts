import { describe, expect, it } from 'vitest'
import { extractHtml } from '../html'

const words = 'The tide rises and falls twice a day because the Moon pulls on the sea, and the Earth turns. '
const article = (inside: string) =>
  extractHtml(`<main><h1>Tides</h1><p>${words.repeat(12)}</p>${inside}</main>`).text

describe('the readable part of a page', () => {
  it('has the sections whose headings are called like what stands around pages', () => {
    const section = (id: string, title: string) =>
      `<section id="${id}"><h2>${title}</h2><p>${words}</p></section>`
    expect(article(section('comments', 'Comments'))).toContain('## Comments')
    expect(article('<div class="section" id="widget"><h2>Widget</h2></div>')).toContain('## Widget')
    expect(article(`<div id="comments"><p>First! ${words}</p></div>`)).not.toContain('First!')
    expect(article(`<section class="comments"><p>First! ${words}</p></section>`)).not.toContain('First!')
  })

  it('has its footnotes, in whatever element', () => {
    for (const attributes of ['class="footnote brackets"', 'role="doc-footnote"', 'role="note"']) {
      const note = `<aside ${attributes}><p>See also <a href="https://example.org/a">the almanac</a></p></aside>`
      expect(article(note)).toContain('almanac')
    }
  })

  it('has the boxes that explain, but not those that lead elsewhere', () => {
    const links = '<ul><li><a href="/a">Ten tides you must see</a></li><li><a href="/b">Ships</a></li></ul>'
    for (const [open, close] of [
      ['<aside>', '</aside>'] as const,
      ['<div class="sidebar">', '</div>'] as const,
    ]) {
      expect(article(`${open}<p><b>CULTURE</b> ${words}</p>${close}`)).toContain('CULTURE')
      expect(article(`${open}<p>Most read</p>${links}${close}`)).not.toContain('Most read')
    }
  })

  it('has the titles that open what they stand above, without the buttons behind a title', () => {
    expect(article('<h2><button>How long is the refund period?</button></h2>')).toContain(
      '## How long is the',
    )
    expect(article('<h2>Refunds <button>Copy link</button></h2>')).toMatch(/## Refunds$/)
    const details = '<details><summary><button>More about ports</button></summary><p>Brest</p></details>'
    expect(article(`${details}<button>Buy</button>`)).toMatch(/More about ports\n\nBrest$/)
    expect(article('<h2><span hidden><button>x</button></span>Seen</h2><p>After</p>')).toMatch(
      /## Seen\n\nAfter$/,
    )
  })

  it('has the lists of links that its text announces', () => {
    const links = '<ul><li><a href="/a">Tides of the Atlantic</a></li><li><a href="/b">Ships</a></li></ul>'
    expect(article(`<h2>Further reading</h2>${links}`)).toMatch(/## Further reading\n\n- Tides of/)
    expect(article(`<p>The parts are:</p>${links}`)).toContain('- Tides of')
    expect(article(`<p>${words}</p>${links}`)).not.toContain('- Tides of')
  })
})
