import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { linksAsText, plainHeading, plainInline } from './plain-inline'

describe('plainInline', () => {
  it.each([
    ['the **spring tide** of *March* and ***both***', 'the spring tide of March and both'],
    ['__Deposit__ is _due_ ~~today~~ tomorrow', 'Deposit is due today tomorrow'],
    ['run `npm start` or ``a ` b``', 'run npm start or a ` b'],
    [
      'see [the table](https://a.example/b_(c) "Tides") and ![a harbour](pier.png)',
      'see the table and a harbour',
    ],
    ['<https://a.example/x> \\*not bold\\*', 'https://a.example/x *not bold*'],
    ['**at `noon` sharp** and [`tides.md`](tides.md)', 'at noon sharp and tides.md'],
    ['[![Build](a.svg)](https://a.example/ci?b=(c)) of [![](b.svg)](b.html)it', 'Build of it'],
    ['**[Tides](x.md)** of `**code**`', 'Tides of **code**'],
    [
      'Tom&#39;s &#x27;x&#x1F6a2; &amp;#39; a&#10;b&#2;&#xD800;&#9999999;',
      "Tom's 'x🚢 &#39; a b\ufffd\ufffd\ufffd",
    ],
    ['<details open><b class="a" id=c>Tides</b> [here][guide]', ' Tides here'],
  ])('shows %j without its marks', (text, plain) => {
    expect(plainInline(text)).toBe(plain)
  })

  it.each([
    '2 * 3 * 4',
    '2**3**4',
    'f(*args, **kwargs)',
    'char **a,**b',
    'snake_case_name and __init__py',
    '[Tide tables, p. 3]',
    'a ` b',
    'x ** y',
    'a < b > c',
    'where a <b and c> d',
    'see [1][2]',
  ])('leaves the signs of %j alone', (text) => {
    expect(plainInline(text)).toBe(text)
  })

  it('takes no longer than its text is long', () => {
    for (const sign of ['[', '`', '*a', '_a ', '![a](', '<http://', '~~a', '**a']) {
      const started = workedMs()
      plainInline(sign.repeat(2000))
      expect(workedMs() - started, sign).toBeLessThan(500)
    }
  })
})

describe('plainHeading', () => {
  it.each([
    ['tides [![Build](a.svg)](https://a.example) ![CI](b.svg)', 'tides'],
    ['<img src="a.png" width="20"> Tides of the `<bay>`', 'Tides of the <bay>'],
    ['The `code` of **[links](http://x.y)** \\#1', 'The code of links #1'],
    ['![A harbour](pier.png)', 'A harbour'],
  ])('takes its words from %j', (heading, plain) => {
    expect(plainHeading(heading)).toBe(plain)
  })
})

describe('linksAsText', () => {
  it('leaves only what links and pictures show, and everything else as it stands', () => {
    expect(
      linksAsText('See [*the* table](./tides.md#low "Low") and [![Build](a.svg)](https://b.example).'),
    ).toBe('See *the* table and Build.')
    for (const text of ['a[i](x)', 'see [3] (page 4)', '[Tides, p. 3]', 'f(**a)']) {
      expect(linksAsText(text)).toBe(text)
    }
  })
})

it('takes a long row of marks of code at once', () => {
  const began = workedMs()
  expect(plainInline('`'.repeat(60_000))).toHaveLength(60_000)
  expect(workedMs() - began).toBeLessThan(2000)
})

it.each([' *a', ' _a', ' ~~a', ' **a'])(
  'is not held up by marks that open and never close: %j',
  (opening) => {
    const timeOf = (times: number) => {
      const text = opening.repeat(times)
      const since = workedMs()
      expect(plainInline(text)).toBe(text)
      return workedMs() - since
    }
    timeOf(1000)
    // Looked for anew from each of them, the end would take minutes.
    expect(timeOf(200_000)).toBeLessThan(10_000)
  },
)

it('ends emphasis in its line, and with the mark that began it', () => {
  expect(plainInline('*a\nb* **c** and *d*')).toBe('*a\nb* c and d')
  expect(plainInline('**a* b** ~~c~~~~d~~')).toBe('a* b cd')
})
