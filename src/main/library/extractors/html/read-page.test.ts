import { expect, it } from 'vitest'
import { readPage } from './read-page'

const counted = (html: string) => {
  const [first] = readPage(html).blocks
  return first === undefined ? undefined : { letters: first.letters, linked: first.linked }
}

it('counts the letters of a paragraph as it reads, without the Markdown around its words, and those in links', () => {
  const html =
    '<p>\n See <a href="https://example.org/a/long/address">the  tides</a>,<br> <code>ebb( )</code> <em>and</em> <a href="b">more</a>. </p>'
  expect(counted(html)).toEqual({
    letters: 'See the tides,\nebb( ) and more.'.length,
    linked: 'the tides'.length + 'more'.length,
  })
})

it('counts nothing twice where one paragraph follows another, or holds only white space', () => {
  expect(
    readPage('<div>\n <p> </p> <p>One</p>\n two <p>&nbsp;</p></div>').blocks.map(({ letters }) => letters),
  ).toEqual([3, 3])
})
