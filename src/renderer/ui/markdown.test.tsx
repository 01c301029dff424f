import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { type CitationMark, findCitations } from '../../shared/run/citation-marks'
import { Markdown } from './markdown'
import { differingHost, openableAddress } from './markdown-link'

const render = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

describe('Markdown from outside', () => {
  it('never loads an image, but says what and where it is', () => {
    const html = render('![a chart](https://tracker.example/x.png?id=7)')
    expect(html).not.toContain('<img')
    expect(html).toContain('a chart')
    expect(html).toContain('https://tracker.example/x.png?id=7')
  })

  it('shows HTML as text', () => {
    const html = render('Hi <img src=x onerror=alert(1)> <b>there</b>\n\n<script>alert(1)</script>')
    expect(html).not.toMatch(/<(img|b|script)/)
    expect(html).toContain('&lt;script&gt;')
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'countersign://x',
    '//evil.example',
    'relative/path',
  ])('makes no link of %s, and keeps its words', (address) => {
    const html = render(`[click](${address})`)
    expect(html).not.toContain('<a ')
    expect(html).toContain('click')
  })

  it('adds the true host to a link whose words name another', () => {
    expect(render('[https://bank.example](https://evil.example/login)')).toContain('(evil.example)')
    expect(render('[bank](https://bank.example)')).not.toContain('(bank.example)')
  })

  it('draws a diagram in a frame without an origin, once its block is closed', () => {
    const whole = '```mermaid\ngraph TD\n  A --> B\n```'
    const html = render(whole)
    expect(html).toMatch(/<iframe[^>]* sandbox="allow-scripts" src="diagram.html" loading="lazy"/u)
    expect(html).toContain('A --&gt; B')
    for (const nested of [
      `> ${whole.replaceAll('\n', '\n> ')}`,
      `- x\n\n  ${whole.replaceAll('\n', '\n  ')}`,
    ]) {
      expect(render(nested)).toContain('<iframe')
    }
    for (let length = 0; length < whole.length; length++) {
      expect(render(whole.slice(0, length)), whole.slice(0, length)).not.toContain('<iframe')
    }
    expect(render('```ts\ngraph TD\n```')).not.toContain('<iframe')
    expect(render(whole.replace('A', 'A'.repeat(20_000)))).not.toContain('<iframe')
  })

  it('draws tables, tasks and code of GitHub-flavoured Markdown', () => {
    const html = render('| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n```ts\nconst a = 1\n```')
    expect(html).toContain('<table>')
    expect(html).toContain('type="checkbox"')
    expect(html).toContain('const a = 1')
  })

  it('shows formulas as they are written until they are set, and leaves money alone', () => {
    expect(render('It is $$a^2$$ here.')).toContain('<code><bdi>a^2</bdi></code>')
    expect(render('$$\na^2\n$$')).toContain('ui-formula-block')
    expect(render('It costs $5, then $10.')).not.toContain('formula')
  })

  it('leads to the address of an image only by a link that asks', () => {
    const html = render('![chart](https://a.example/x.png) ![bad](javascript:alert(1))')
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toContain('href="https://a.example/x.png"')
    expect(html).not.toContain('href="javascript')
  })

  it('makes no inline style or script', () => {
    const html = render('# Title\n\ntext `code` **bold** [x](https://a.example)')
    expect(html).toContain('<strong>bold</strong>')
    expect(html).not.toMatch(/<style|<script|style="/)
  })
})

describe('citations', () => {
  it('are drawn by the caller', () => {
    const html = renderToStaticMarkup(
      <Markdown
        text="Spring tides are higher [Tides, and Waves, p. 12]."
        renderCitation={(citation) => <button type="button">{`${citation.title} ${citation.page}`}</button>}
      />,
    )
    expect(html).toContain('<button type="button">Tides, and Waves 12</button>.')
  })

  it.each([
    '[f(*args, **kwargs) and *more*, p. 3]',
    '[my _own_ notes, p. 3]',
    '[Algebra, § The case $x^2$ and $y^2$]',
    '[Types, § Array<T> and <b>]',
    '[`a` and ~~b~~, § c]',
    '[Costs (2024) | *net*, pp. 3–5]',
  ])('are drawn whole whatever signs their titles have: %s', (mark) => {
    const seen: string[] = []
    const draw = ({ text }: CitationMark) => {
      seen.push(text)
      return <b>{text}</b>
    }
    renderToStaticMarkup(<Markdown text={`So *it* is ${mark}, and more ${mark}.`} renderCitation={draw} />)
    expect(seen).toEqual([mark, mark])
  })

  it.each([
    ['[Tides *now*, p. 3](https://a.example)', '<em>now</em>'],
    ['[Tides *now*]', '<em>now</em>'],
    ['[Tides\\_now, p. 3]', '[Tides_now, p. 3]'],
    ['[[Tides, p. 3] *and* so on]', '<em>and</em>'],
  ])('that are none are Markdown: %s', (text, drawn) => {
    expect(render(text)).toContain(drawn)
  })

  it('that begin many times and never end are looked through in no time', () => {
    const began = workedMs()
    render('['.repeat(20_000))
    render('[a, p. 3'.repeat(5000))
    expect(workedMs() - began).toBeLessThan(5000)
  })

  it('stay text in code and without a way to draw them', () => {
    const draw = () => <button type="button">!</button>
    expect(renderToStaticMarkup(<Markdown text="`[A, p. 1]`" renderCitation={draw} />)).not.toContain(
      'button',
    )
    expect(render('see [A, p. 1]')).toContain('[A, p. 1]')
  })

  it.each([
    ['[A, p. 3]', { title: 'A', page: 3 }],
    ['[A, pp. 3–5]', { title: 'A', page: 3, lastPage: 5 }],
    ['[A, S. 9]', { title: 'A', page: 9 }],
    ['[A, § Getting started]', { title: 'A', section: 'Getting started' }],
    ['[Report [draft] 2, p. 3]', { title: 'Report [draft] 2', page: 3 }],
    ['[[2023] Budget, § Rent]', { title: '[2023] Budget', section: 'Rent' }],
  ])('are read from %s', (text, expected) => {
    expect(findCitations(`x ${text} y`)[1]).toMatchObject(expected)
  })

  it.each([
    ['[as told in [A, p. 3]]', ['[as told in ', '[A, p. 3]', ']']],
    ['[see [A]]', ['[see ', '[A]', ']']],
    ['[[A]]', ['[', '[A]', ']']],
  ])('in brackets are read by themselves: %s', (text, expected) => {
    expect(findCitations(text).map((part) => (typeof part === 'string' ? part : part.text))).toEqual(expected)
  })
})

describe('what hides in a text', () => {
  const shown = (mark: string) => expect.stringMatching(new RegExp(`class="ui-hidden"[^>]*>${mark}<`, 'u'))
  const plain = (text: string) => expect(render(text), text).not.toContain('ui-hidden')

  it('is shown in code spans and blocks, where it would be copied and run', () => {
    for (const hidden of [
      ['\u200b', 'ZWSP'],
      ['\u202e', 'RLO'],
      ['\u00ad', 'SHY'],
    ] as const) {
      expect(render(`Run \`rm ${hidden[0]}x\`.`)).toEqual(shown(hidden[1]))
      expect(render(`\`\`\`sh\nrm ${hidden[0]}x\n\`\`\``)).toEqual(shown(hidden[1]))
    }
    plain('```ts\n                        deep()\n```')
  })

  it('is shown in prose, links, headings, tables and pictures where it turns words round or spells others', () => {
    const tag = String.fromCodePoint(0xe0061)
    for (const text of [
      'pay \u202egpj.exe',
      '# pay \u202egpj.exe',
      '- **pay** \u202egpj.exe',
      '| a |\n|---|\n| \u202eb |',
      '[a\u202eb](https://a.example)',
      '![a\u202eb](https://a.example)',
      'a <!-- \u202e note --> b',
      'a <b title="\u202e">b</b>',
      '<div>\u202ea</div>',
    ]) {
      expect(render(text), text).toEqual(shown('RLO'))
      expect(render(text)).not.toContain('\u202e')
    }
    expect(render(`Nice${tag}`)).toEqual(shown('tags: a'))
    expect(render('a\u200b\u200b\u200bb')).toEqual(shown('ZWSP×3'))
  })

  it('is left where text is set with it: in emoji, joined letters, and between parts of words', () => {
    for (const text of [
      'An 👩‍💻 with a ❤️ and a 🏳️‍🌈',
      'می‌خواهم و क्‍ष',
      'می‌**خواهم**',
      'Donau\u00addampf\u00adschiff',
      'ภาษา\u200bไทย',
      'שלום (abc)\u200f!',
    ])
      plain(text)
  })

  it('keeps a link’s own words for what they claim, and a citation whole', () => {
    expect(render('[a\u200b.example](https://evil.example)')).toContain('(evil.example)')
    const cited: CitationMark[] = []
    renderToStaticMarkup(
      <Markdown
        text={'So it is [Tides\u202e, p. 3].'}
        renderCitation={(citation) => {
          cited.push(citation)
          return null
        }}
      />,
    )
    expect(cited).toHaveLength(1)
  })
})

describe('a link', () => {
  it('may lead to the web or to mail only', () => {
    expect(openableAddress('https://a.example/x')?.href).toBe('https://a.example/x')
    expect(openableAddress('mailto:a@b.example')).toBeDefined()
    expect(openableAddress('vscode://x')).toBeUndefined()
  })

  it('is not accused when its words are its own host', () => {
    expect(differingHost('www.a.example/page', new URL('https://a.example/page'))).toBeUndefined()
    expect(differingHost('Read more.', new URL('https://a.example'))).toBeUndefined()
  })

  it('says where it leads though nobody sees what keeps its words from being an address', () => {
    for (const words of [
      'a\u200b.example',
      '\u202ea.example',
      'https://a\u3002example',
      'a\uff0eexample/x',
      'a\u2024example',
      '\u2800a.example\u3164',
      'https:\u2215\u2215a.example',
      'https\ua789\u2044\u2044a.example',
      '“a.example”',
      '„https://a.example/x“',
      '«a.example».',
      '"a.example"',
      '(a.example)',
    ])
      expect(differingHost(words, new URL('https://evil.example'))).toBe('evil.example')
    expect(differingHost('a\u00ad.example', new URL('https://a.example'))).toBeUndefined()
    expect(differingHost('“a.example”', new URL('https://a.example'))).toBeUndefined()
    expect(differingHost('as in “a.example”', new URL('https://evil.example'))).toBeUndefined()
  })

  it('is not kept busy by words of a hundred thousand quotation marks', () => {
    const words = `a${'“'.repeat(100_000)}b`
    const started = workedMs()
    differingHost(words, new URL('https://a.example'))
    expect(workedMs() - started).toBeLessThan(1000)
    expect(differingHost('https://a.example@evil.example', new URL('https://evil.example'))).toBeUndefined()
  })
})

describe('Markdown that is nested deeper than anything a person writes', () => {
  const deep = 3000
  it.each([
    ['lists', '- '.repeat(deep)],
    ['numbered lists', '1. '.repeat(deep)],
    ['quotations', '>'.repeat(deep)],
    ['lists over lines', Array.from({ length: deep }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')],
    ['emphases', '*a _b '.repeat(deep) + 'c_ d*'.repeat(deep)],
    ['struck words', '~~a *b '.repeat(deep) + 'c* d~~'.repeat(deep)],
    ['pictures', `${'!['.repeat(deep)}a${'](x)'.repeat(deep)}`],
    ['marks of code', Array.from({ length: 900 }, (_, length) => '`'.repeat(length + 1)).join('a ')],
  ])('is shown as it is written: %s', (_what, text) => {
    const html = render(`${text} end`)
    expect(html).toContain('ui-md-written')
    expect(html).toContain('end')
  })

  it.each([
    ['lists', '- '.repeat(99)],
    ['emphases', '*a _b '.repeat(149) + 'c_ d*'.repeat(149)],
    ['lists over lines', Array.from({ length: 99 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')],
  ])('is drawn as far as it can be: %s', (_what, text) => {
    expect(render(`${text} end`)).toMatch(/<(?:ul|em)>/u)
  })

  it.each([
    ['a rule of stars', `${'* '.repeat(40)}\n`],
    ['a long table', `| **a** | *b* |\n|--|--|\n${'| **x** | *y* |\n'.repeat(400)}`],
    ['names with underscores', 'snake_case_name and __init__ '.repeat(400)],
    ['a long list', '* *one* **two** `three`\n'.repeat(400)],
    ['arguments', 'f(*args, **kwargs)\n\n'.repeat(400)],
    ['sums', 'a * b * c = d '.repeat(400)],
  ])('is not taken for it: %s', (_what, text) => expect(render(text)).not.toContain('ui-md-written'))
})

describe('links between notes', () => {
  const drawn = (text: string) =>
    renderToStaticMarkup(
      <Markdown text={text} renderNoteLink={({ shown }) => <button type="button">{shown}</button>} />,
    )

  it('are drawn by their words in paragraphs, lists and tables', () => {
    const html = drawn('See *[[Tides|the tides]]*.\n\n- [[Lamps]]\n\n| A |\n| --- |\n| [[Key]] |\n')
    expect(html.match(/<button type="button">[^<]*/gu)).toEqual([
      '<button type="button">the tides',
      '<button type="button">Lamps',
      '<button type="button">Key',
    ])
  })

  it('take the signs between their brackets as they are written', () => {
    const html = drawn(
      '[[f(*a, *b)]] [[snake_ and _case]] [[1 < 2|`x`]]\n\n| A |\n| --- |\n| [[K\\|key]] |\n',
    )
    expect(html.match(/(?<=<button type="button">)[^<]*/gu)).toEqual([
      ...['f(*a, *b)', 'snake_ and _case', '`x`', 'key'],
    ])
  })

  it('are not made of brackets that are escaped, or the words of another link', () => {
    for (const text of [
      '\\[\\[A\\]\\]',
      '\\[[A]]',
      '[\\[A]]',
      '[[A\\]]',
      '[[A]\\]',
      '&#91;[A]]',
      '[[1]](https://a.example)',
    ])
      expect(drawn(`*Before* ${text} [[B]] behind \\* it.`).match(/<button[^/]*/gu), text).toEqual([
        '<button type="button">B<',
      ])
    expect(drawn('\\\\[[A]] \\*[[B]]').match(/<button/gu)).toHaveLength(2)
  })

  it('stay text in code, in links and without a way to draw them', () => {
    expect(drawn('`[[A]]` and [x [[B]]](https://a.example)')).not.toContain('button')
    expect(render('see [[A]]').replace(/<[^>]+>/gu, '')).toBe('see [[A]]')
  })
})
