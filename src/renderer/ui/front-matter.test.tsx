import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown'

const draw = (text: string, marked?: readonly { readonly start: number; readonly end: number }[]) =>
  renderToStaticMarkup(<Markdown text={text} hasFrontMatter marked={marked} active={0} />)
const note = '---\ntitle: Tides\naliases: [sea]\n---\n# Heading\n\n- [ ] task'

describe('what a note or a file says about itself above its first line', () => {
  it('is drawn as it is written, and is no rule and no heading', () => {
    const html = draw(note)
    expect(html).toContain('ui-code')
    expect(html.replace(/<[^>]*>/gu, '')).toContain('title: Tides\naliases: [sea]')
    expect(html.match(/<h\d/gu)).toEqual(['<h3'])
    expect(html).not.toContain('<hr')
    for (const front of ['---\na: 1\n\n---\n', '---\na:\n- x\n---\n', '---\na: |\n  # no\n\n  b\n---\n']) {
      const drawn = draw(`${front}text`)
      expect(drawn).not.toMatch(/<hr|<h\d|<li/u)
      expect(drawn.match(/<p>/gu)).toHaveLength(1)
    }
  })

  it.each(['text', '# Heading', '- item', 'a | b\n--- | ---\n1 | 2'])(
    'ends with three dots above %j',
    (below) => {
      const body = draw(below).replace(/^<div[^>]*>/u, '')
      for (const front of ['---\na: 1\n...\n', '---\na:\n- x\n...\n', '---\na: 1\nb: >\n  x\n...\n']) {
        const drawn = draw(front + below)
        expect(drawn.slice(-body.length)).toBe(body)
        expect(drawn.slice(0, -body.length)).toContain('ui-code')
        expect(drawn.slice(0, -body.length)).not.toMatch(/<hr|<h\d|<li|<p>/u)
      }
    },
  )

  it('is marked where a passage lies in it, as is what follows', () => {
    const marks = (words: string) => {
      const start = note.indexOf(words)
      return [...draw(note, [{ start, end: start + words.length }]).matchAll(/<mark[^>]*>(.*?)<\/mark>/gu)]
    }
    for (const words of ['aliases', 'Heading', 'task'])
      expect(marks(words).map(([, one]) => one)).toEqual([words])
    const dotted = '---\ntitle: Tides\n...\nbelow'
    const start = dotted.indexOf('below')
    expect(draw(dotted, [{ start, end: start + 5 }])).toMatch(/<mark[^>]*>below</u)
  })

  it('is Markdown like any other where a text is no file', () => {
    expect(renderToStaticMarkup(<Markdown text={note} />)).toContain('<hr')
    expect(draw('---\n\ntext\n\n---')).toContain('<hr')
    // Code that is never closed goes on behind it.
    expect(draw('---\na: 1\n```\n---\ntext')).toContain('<hr')
  })
})
