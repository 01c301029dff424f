import type { ComponentProps, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown, { type ExtraProps } from 'react-markdown'
import { describe, expect, it } from 'vitest'
import { type Seeded, seeded, seedOfRun } from '../../../tests/support/seeded'
import { citeCitations } from './citation-marks'
import { drawBlocks, type MarkdownBlocks, markdownPlugins } from './markdown-blocks'
import { ownDirection } from './own-direction'
import { revealInText } from './reveal-in-text'

const components = {
  cite: ({ children, node }: { readonly children?: ReactNode } & ExtraProps) => (
    <cite>
      {JSON.stringify(node?.properties)} {children}
    </cite>
  ),
  // The renderer tells a server's page to load pictures early.
  img: ({ alt, src }: ComponentProps<'img'>) => (
    <span>
      {alt} {String(src)}
    </span>
  ),
}
const html = ({ blocks }: MarkdownBlocks) => blocks.map(({ drawn }) => renderToStaticMarkup(drawn)).join('\n')
const whole = (text: string) =>
  renderToStaticMarkup(
    <ReactMarkdown
      components={components}
      remarkPlugins={markdownPlugins}
      rehypePlugins={[citeCitations, ownDirection, revealInText]}
    >
      {text}
    </ReactMarkdown>,
  )
const draw = (text: string, before: MarkdownBlocks | null) => drawBlocks(text, { components }, before)

/** What may stand in an answer, and what makes a parser look back. */
const pieces = [
  'Words of a text',
  'and **more** of `it`',
  '# ',
  '#',
  '- one',
  '* other',
  '1. first',
  '2) second',
  '- [x] done',
  '> said',
  '```ts',
  '```',
  '~~~',
  '$$',
  '$$a^2$$',
  '$a^2$',
  '\\(a^2\\)',
  '\\[',
  'a_1\\]',
  '| a | b |',
  '| - | - |',
  '---',
  '===',
  '***',
  '<div>',
  '</div>',
  '<!--',
  '-->',
  '    indented',
  '\tindented',
  '  ',
  '[Tides, p. 3]',
  '[Waves, pp. 3–5] and [Tides, § Spring]',
  '[link](https://a.example)',
  '[link]',
  '[^1]',
  '![picture](x.png)',
  'https://b.example',
  '\\',
  '&amp;',
  '\uFEFF',
  '\uFEFF# ',
  '🌊',
] as const
const definitions = ['[link]: https://c.example', '[^1]: A note', '[Tides, p. 3]: so'] as const
const ends = ['\n', '\n', '\n\n', '\n\n', '\r\n', '\r', '\n   ', '\n> ', ' ', ''] as const

function document(random: Seeded): string {
  const from = random.below(4) === 0 ? [...pieces, ...definitions] : pieces
  return Array.from({ length: 2 + random.below(14) }, () => random.pick(from) + random.pick(ends)).join('')
}

/** Some hundred texts are drawn twice: seconds, or much more on a machine that is busy. */
const patienceMs = 120_000

describe('a text that arrives in any pieces', () => {
  it(
    'is drawn at each of them as if it were drawn as a whole',
    () => {
      const random = seeded(seedOfRun())
      for (let round = 0; round < 40; round++) {
        const text = document(random)
        let before: MarkdownBlocks | null = null
        for (let at = 0; at < text.length; ) {
          at = Math.min(text.length, at + 1 + random.below(12))
          before = draw(text.slice(0, at), before)
          const said = `seed ${random.seed}, ${JSON.stringify(text.slice(0, at))}`
          expect(html(before), said).toBe(whole(text.slice(0, at)))
        }
      }
    },
    patienceMs,
  )

  it('is drawn as a whole where a list follows indented code', () => {
    const text = '\tindented\n\n2) second | - | - |\n> said\n   [^1]\r<'
    for (let at = 1; at < text.length; at++) {
      const before = draw(text.slice(0, at), null)
      expect(html(draw(text, before)), String(at)).toBe(whole(text))
    }
  })

  it('keeps what it has drawn of blocks that are finished', () => {
    const first = draw('# Title\n\nA paragraph [A, p. 1].\n\n- one\n- two\n- th', null)
    const then = draw(`${first.text}ree\n\nThe end [B, p. 2].`, first)
    expect(first.finished).toBe(2)
    expect(then.blocks.slice(0, 2)).toEqual(first.blocks.slice(0, 2))
    expect(then.blocks[1]?.drawn).toBe(first.blocks[1]?.drawn)
    expect(html(then)).toContain('<cite>{&quot;dataIndex&quot;:1} [B, p. 2]</cite>')
  })

  it('is drawn anew where it is another text', () => {
    const other = draw('Other words.\n\nAnd more.', draw('# Title\n\nA paragraph.\n\nAnother.', null))
    expect(html(other)).toBe('<p>Other words.</p>\n<p>And more.</p>')
  })
})
