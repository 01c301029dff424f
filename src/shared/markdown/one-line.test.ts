import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { inOneLine } from './one-line'

describe('inOneLine', () => {
  it('shows code without its fences, and headings and lines across without their rules', () => {
    const text = 'Title\n===\n\nRun *this*:\n\n```sh\nls -la\n```\n\n---\n~~~\nthen `that`\n~~~\n'
    expect(inOneLine(text)).toBe('Title Run this: ls -la then `that`')
  })

  it('takes code within a line for no fence', () => {
    expect(inOneLine('```npm start``` starts it.\n\nThe rest.')).toBe('npm start starts it. The rest.')
  })

  it('shows code whose end was cut off', () => {
    expect(inOneLine('First\n\n````ts\nconst a = 1')).toBe('First const a = 1')
  })

  it('leaves code letter by letter, also where a part of it was cut off', () => {
    expect(inOneLine('<b>Run</b>\n```html\n<b>[a][b]</b> **c**\n```\n*now*')).toBe(
      'Run <b>[a][b]</b> **c** now',
    )
    expect(inOneLine('end of code\n```\nThen *this*:\n```sh\nls *a*\n```\n**End**')).toBe(
      'end of code Then this: ls *a* End',
    )
  })

  it('leaves what looks like marks of blocks in code, and code that no fence closes', () => {
    const code = '# install\n- y\n> z\na | b\n---|---\n<!-- c -->'
    const shown = '# install - y > z a | b ---|--- <!-- c -->'
    expect(inOneLine(`Run:\n\`\`\`sh\n${code}\n\`\`\`\n- End`)).toBe(`Run: ${shown} · End`)
    expect(inOneLine(`Run:\n\`\`\`sh\n${code}`)).toBe(`Run: ${shown}`)
    expect(inOneLine('> ```\n> > z\n> ```')).toBe('> z')
  })

  it.each([
    [
      'a definition',
      'See [the guide][guide] or [npm][].\n\n[guide]: https://a.example/guide "Guide"\n[^1]: A note.',
      'See the guide or npm. guide: https://a.example/guide "Guide" 1: A note.',
    ],
    [
      'a number that is defined',
      'See [the guide][2], [1][3].\n\n[2]: a.md',
      'See the guide, [1][3]. 2: a.md',
    ],
    ['badges', '[![Build][build-badge]][build] **Tides**', 'Build Tides'],
    [
      'HTML',
      '<p align="center">\n<b>Tides</b><br>of the <kbd>bay</kbd> &amp; coast</p>\n<!-- not\nshown -->\nEnd',
      'Tides of the bay & coast End',
    ],
    ['a closed heading', '## Rent ##\n\nDue.', 'Rent · Due.'],
    ['quotations in each other', '> > - said **so**\n>\n> ```sh\n> ls\n> ```\n> End', 'said so · ls · End'],
    [
      'a table without bars at its ends',
      'Room | Area\n--- | ---\nKitchen | 11 m²\n\na | b',
      'Room · Area · Kitchen · 11 m² · a | b',
    ],
    [
      'a link with brackets in its words',
      '[[1] the lease](lease.pdf) and a[0][1]',
      '[1] the lease and a[0][1]',
    ],
  ])('shows %s without its signs', (_, text, plain) => {
    expect(inOneLine(text)).toBe(plain)
  })

  it('leaves signs that are no marks', () => {
    for (const text of [
      'List<a> of Map<string, B>',
      'f(x)[i][j] < b > c',
      'AT&T; a &unknown; b',
      'a [Tide, p. 3] b',
    ]) {
      expect(inOneLine(text)).toBe(text)
    }
  })

  it('takes no longer than its text is long', () => {
    for (const sign of [
      '<!-- ',
      '[a][',
      '<b ',
      '- | ',
      '> ',
      '&amp',
      '-|',
      '# ',
      '[a [b] ',
      '```\n',
      '![[a]',
      '[^a]: ',
    ]) {
      const started = workedMs()
      inOneLine(sign.repeat(20_000))
      expect(workedMs() - started, sign).toBeLessThan(1000)
    }
  })
})
