import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown'

const draw = (text: string, marked?: readonly { readonly start: number; readonly end: number }[]) =>
  renderToStaticMarkup(<Markdown text={text} keepsLines marked={marked} active={0} />)
    .replace(/^<div[^>]*>|<\/div>$/gu, '')
    .replaceAll('\n', '')

describe('a text that keeps its lines', () => {
  it('is drawn line by line, also in lists and quotes', () => {
    expect(draw('Worktop 400 EUR\nSink 120 EUR')).toBe('<p>Worktop 400 EUR<br/>Sink 120 EUR</p>')
    expect(draw('- one\n  two\n- three')).toBe('<ul dir="auto"><li>one<br/>two</li><li>three</li></ul>')
    expect(draw('> one\n> two')).toBe('<blockquote dir="auto"><p>one<br/>two</p></blockquote>')
    expect(draw('**one\ntwo** three\nfour')).toBe('<p><strong>one<br/>two</strong> three<br/>four</p>')
  })

  it('has no heading above dashes and no code in what is set in', () => {
    expect(draw('Regards\n--\nJo')).toBe('<p>Regards<br/>--<br/>Jo</p>')
    expect(draw('Rows\n\n    set in')).toBe('<p>Rows</p><p>set in</p>')
  })

  it('is marked across its lines', () => {
    const text = 'From: Jo\nTo: Al\nDate: now &amp; here'
    const start = text.indexOf('Jo')
    const html = draw(text, [{ start, end: text.indexOf(' here') }])
    expect([...html.matchAll(/<mark[^>]*>(.*?)<\/mark>/gu)].map(([, words]) => words)).toEqual([
      'Jo',
      'To: Al',
      'Date: now &amp;',
    ])
  })

  it('leaves line ends alone where they are the editor’s', () => {
    expect(renderToStaticMarkup(<Markdown text={'one\ntwo'} />)).toContain('one\ntwo')
  })
})
