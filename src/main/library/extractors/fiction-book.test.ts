import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../tests/support/extraction'

const extract = setUpExtraction()

const book = (bodies: string, encoding = 'utf-8') => `<?xml version="1.0" encoding="${encoding}"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description><title-info><genre>sea</genre><author><first-name>Ada</first-name><middle-name>M.</middle-name>
<last-name>Quay</last-name><email>a@example.org</email></author><author><nickname>tidal</nickname></author><book-title>The Tides</book-title>
<annotation><p>About the sea.</p></annotation><lang>en</lang>
<translator><first-name>Not the author</first-name></translator></title-info>
<src-title-info><author><first-name>Б</first-name></author><book-title>Приливы</book-title>
<annotation><p>О море.</p></annotation><lang>ru</lang></src-title-info>
<document-info><author><nickname>maker</nickname></author><id>123</id><p>made by</p></document-info></description>${bodies}
<binary id="cover.png" content-type="image/png">QUJDRA==</binary></FictionBook>`

const about = 'Author: Ada M. Quay, tidal\n\nAbout the sea.\n\n'

describe('an e-book of FictionBook', () => {
  it('has its authors and what it is about, its sections, verses, quotations, tables and notes', async () => {
    const document = await extract(
      book(`<body><title><p>The</p><p>Tides</p></title><epigraph><p>Slowly.</p><text-author>A sailor</text-author></epigraph>
<section><title><p>One</p></title><p>The <emphasis>sea</emphasis>
rose<a l:href="#n1" type="note">[1]</a>.</p><section><title><p>Deeper</p></title>
<poem><title><p>Song</p></title><stanza><v>Up it came</v><v>and down.</v></stanza></poem><subtitle>Fees</subtitle>
<table><tr><th>Berth</th><th>Fee</th></tr><tr><td>North</td><td>40</td></tr></table></section></section></body>
<body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>By a foot.</p></section></body>`),
      'tides.fb2',
    )
    expect(document).toMatchObject({
      mime: 'application/x-fictionbook+xml',
      title: 'The Tides',
      language: 'en',
    })
    expect(document.text).toBe(
      [
        'Author: Ada M. Quay, tidal',
        'About the sea.',
        '# The Tides',
        '> Slowly.\n\n> A sailor',
        '# One',
        'The sea rose[1].',
        '## Deeper',
        'Song',
        'Up it came\nand down.',
        '### Fees',
        '| Berth | Fee |\n| --- | --- |\n| North | 40 |',
        '# Notes',
        '1 By a foot.',
      ].join('\n\n'),
    )
  })

  it('has what people say to each other in lines, which are no list', async () => {
    const said =
      '<body><section><p>- Who is there?</p><p>— The tide.</p><poem><stanza><v>- Up</v><v>- and down.</v></stanza></poem></section></body>'
    const { text } = await extract(book(said), 'tides.fb2')
    expect(text).toBe(`${about}-\u00a0Who is there?\n\n— The tide.\n\n-\u00a0Up\n-\u00a0and down.`)
  })

  it('is told by its content, in any encoding', async () => {
    const text = book('<body><section><p>Море поднялось.</p></section></body>', 'windows-1251')
    for (const name of ['a.fb2', 'a.xml', 'a'])
      expect(await extract(iconv.encode(text, 'windows-1251'), name)).toMatchObject({
        mime: 'application/x-fictionbook+xml',
        text: `${about}Море поднялось.`,
      })
  })

  it('that is cut short or has ends without a beginning is read as far as it goes', async () => {
    const whole = book('<body><section><title><p>One</p></title><cite><p>Rose.</p></cite></section></body>')
    expect((await extract(whole.slice(0, whole.indexOf('</cite>')), 'a.fb2')).text).toContain('# One')
    expect((await extract(book('</section></cite></title><body><p>Rose.</p></body>'), 'a.fb2')).text).toBe(
      `${about}Rose.`,
    )
  })
})
