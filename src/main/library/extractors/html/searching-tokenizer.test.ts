import { Parser, Tokenizer } from 'htmlparser2'
import { expect, it } from 'vitest'
import { seeded, seedOfRun } from '../../../../../tests/support/seeded'
import { readPage } from './read-page'
import { SearchingTokenizer } from './searching-tokenizer'

const pieces = [
  '<p>',
  '</p>',
  '<',
  '>',
  '</',
  '/>',
  '<!',
  '<!--',
  '-->',
  '--!>',
  '<!doctype html>',
  '<![CDATA[',
  ']]>',
  '<?xml',
  '?>',
  '<a href="',
  "<a href='",
  '"',
  "'",
  '=',
  '<script>',
  '</script>',
  '<style>',
  '</style>',
  '<title>',
  '</title>',
  '<textarea>',
  '</textarea>',
  '<xmp>',
  '</xmp>',
  '<plaintext>',
  '<svg>',
  '</svg>',
  '<br/>',
  '<b',
  ' x',
  ' x=1',
  '&',
  '&amp;',
  '&lt;',
  '&#60;',
  '&#x',
  '&notit;',
  '&not',
  ';',
  'word',
  ' two words ',
  '\n',
  'a < b',
  'ß',
  '日本',
  '🙂',
  '\0',
]

it('gives what the tokenizer of the library gives, whatever a page is made of and wherever it is cut', () => {
  const random = seeded(seedOfRun())
  for (let round = 0; round < 3000; round++) {
    const chunks = Array.from({ length: 1 + random.below(3) }, () =>
      Array.from({ length: random.below(12) }, () => random.pick(pieces)).join(''),
    )
    expect(eventsOf(chunks, true), `seed ${random.seed}: ${JSON.stringify(chunks)}`).toEqual(
      eventsOf(chunks, false),
    )
  }
})

it('has a step in the library to take the place of', () => {
  expect(Reflect.get(Tokenizer.prototype, 'fastForwardTo')).toBeTypeOf('function')
  expect(Reflect.get(SearchingTokenizer.prototype, 'fastForwardTo')).not.toBe(
    Reflect.get(Tokenizer.prototype, 'fastForwardTo'),
  )
})

it('reads names of characters as the library does, in words and in attributes, and not where there are none', () => {
  const html =
    '<html lang="&#100;e"><title>Q&amp;A &lt;1&gt;</title><p>a &lt; b &amp;amp; &notit; &copy &#x1F642; &unknown; &</p>' +
    '<p><a href="https://example.org/?a=1&amp;b=2&copy=3">more</a></p><p style="display&colon;none">hidden</p>' +
    '<xmp>&lt;b&gt; &amp;nbsp;</xmp><p>&lt;</p>'
  const { title, language, blocks } = readPage(html)
  expect({ title, language, texts: blocks.map(({ block }) => block) }).toEqual({
    title: 'Q&A <1>',
    language: 'de',
    texts: [
      { kind: 'paragraph', text: 'a < b &amp; ¬it; © 🙂 &unknown; &' },
      { kind: 'paragraph', text: '[more](https://example.org/?a=1&b=2&copy=3)' },
      { kind: 'paragraph', text: '&lt;b&gt; &amp;nbsp;' },
      { kind: 'paragraph', text: '<' },
    ],
  })
})

/** What a parser tells of a page that comes in pieces. */
function eventsOf(chunks: readonly string[], searching: boolean): unknown[] {
  const events: unknown[] = []
  const parser = new Parser(
    {
      onopentag: (...told) => events.push(['open', ...told]),
      onclosetag: (...told) => events.push(['close', ...told]),
      ontext: (text) => events.push(['text', text]),
      oncomment: (text) => events.push(['comment', text]),
      onprocessinginstruction: (...told) => events.push(['instruction', ...told]),
    },
    { decodeEntities: false, ...(searching ? { Tokenizer: SearchingTokenizer } : {}) },
  )
  for (const chunk of chunks) parser.write(chunk)
  parser.end()
  return events
}
