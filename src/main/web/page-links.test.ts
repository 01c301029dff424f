import { expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { createLinkReader } from './page-links'

/** Reads a page as it comes over a wire. */
function read(html: string) {
  const reader = createLinkReader('http://site.example/page')
  for (let at = 0; at < html.length; at += 16_384) reader.write(html.slice(at, at + 16_384))
  return reader.end()
}

it('takes links in order, each once, by the base that the page gives', () => {
  const page = read(
    '<base href="/sub/"><a href="a">A</a><a href="/b#c">B</a><a href="a"></a><a href="mailto:x">C</a>',
  )
  expect(page.links).toEqual(['http://site.example/sub/a', 'http://site.example/b'])
})

it.each(['nofollow', 'none', 'index, nofollow', 'NONE'])(
  'leads nowhere where robots are told %s',
  (content) => {
    expect(read(`<meta name="robots" content="${content}"><a href="/a">A</a>`).links).toEqual([])
  },
)

it('is called by the first name that it gives itself', () => {
  const names = ['/first', '/second'].map((href) => `<link rel="canonical" href="${href}">`)
  expect(read(names.join('')).canonical).toBe('http://site.example/first')
})

it.each([
  [
    'a base',
    `<base href="/${'a'.repeat(1_000_000)}/">${'<a href="b"></a>'.repeat(2000)}`,
    ['http://site.example/b'],
  ],
  ['a link', `<a href="/${'a'.repeat(1_000_000)}"></a><a href="b"></a>`, ['http://site.example/b']],
])('passes over %s that is longer than any address, and over its cost', (_what, html, links) => {
  const began = workedMs()
  expect(read(html).links).toEqual(links)
  expect(workedMs() - began).toBeLessThan(2000)
})

it('looks for links no deeper than a page is nested, however deep another one is', () => {
  const began = workedMs()
  const page = read(`<title>Deep</title><a href="b"></a>${'<div>'.repeat(300_000)}<a href="c"></a>`)
  expect(page).toMatchObject({ title: 'Deep', links: ['http://site.example/b'] })
  expect(workedMs() - began).toBeLessThan(5000)
})

it('is not held up by ends of elements that were never opened, on a page that is nested deeply', () => {
  const began = workedMs()
  const page = read(`<a href="b"></a>${'<b>'.repeat(9000)}${'</q>'.repeat(250_000)}`)
  expect(page.links).toEqual(['http://site.example/b'])
  expect(workedMs() - began).toBeLessThan(2000)
})

it.each([
  ['0; url=/next', 'http://site.example/next'],
  ['0;URL="next"', 'http://site.example/next'],
  ["5, 'next?a=b;c'", 'http://site.example/next?a=b;c'],
  ['1.5; https://other.example/', 'https://other.example/'],
  ['300', null],
  ['10; url=/next', 'http://site.example/next'],
  ['1800; url=/logout', null],
  ['0; url=', null],
  ['0; url=/page', null],
  ['0; url=javascript:alert(1)', null],
  ['soon; url=/next', null],
])('goes on to where a refresh in its head leads: %s', (content, refresh) => {
  const page = read(`<meta http-equiv="Refresh" content="${content.replaceAll('"', '&quot;')}">`)
  expect(page.refresh).toBe(refresh)
})

it('is shown anew by a refresh without an address, whatever its links begin with', () => {
  expect(read('<base href="/docs/"><meta http-equiv="refresh" content="9;">').refresh).toBeNull()
})

it('goes on by the first refresh, and by none for browsers without scripts', () => {
  const to = (name: string) => `<meta http-equiv="refresh" content="0; url=/${name}">`
  const page = read(`<noscript>${to('none')}</noscript>${to('first')}${to('second')}`)
  expect(page.refresh).toBe('http://site.example/first')
})
