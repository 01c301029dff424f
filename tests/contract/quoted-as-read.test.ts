import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import { describe, expect, it } from 'vitest'
import { markdownPlugins } from '../../src/renderer/ui/markdown-blocks'
import { bay, called, result, turn, user } from '../support/offline-turn'

/** What a person sees of a passage that is quoted whole, line by line: of a list with the numbers that are drawn. */
async function seen(text: string) {
  const messages = [user('/search_library tides'), called('search_library')]
  const answer = await turn([...messages, result({ passages: [{ ...bay, text }] })])
  const html = renderToStaticMarkup(
    createElement(ReactMarkdown, { remarkPlugins: markdownPlugins }, answer.text),
  )
  const quote = (/<blockquote>(.*?)<\/blockquote>/su.exec(html)?.[1] ?? '').replace(/<li>\s*<p>/gu, '<li>')
  const numbered = quote.replace(
    /<ol(?: start="(\d+)")?>(.*?)<\/ol>/gsu,
    (_all, start = '1', points: string) => {
      let number = Number(start)
      return points.replace(/<li>/gu, () => `${number++}. `)
    },
  )
  const lines = numbered
    .replace(/<li>/gu, '- ')
    .replace(/<[^>]*>/gu, '')
    .split('\n')
  return { lines: lines.filter((line) => line.trim() !== ''), html, citations: answer.citations }
}

describe('what the offline assistant quotes, as it is drawn', () => {
  it.each([
    ['points that count on', ['1. one', '2. two', '3. three']],
    ['a list that does not begin at one', ['4. four', '5. five']],
    ['two groups beside each other', ['1. one', '2. two', '4. four', '5. five']],
    ['a group that begins anew', ['1. one', '2. two', '1. three', '2. four']],
    ['a group and one more', ['3. three', '4. four', '9. nine']],
    ['one before a group', ['9. nine', '3. three', '4. four']],
    ['numbers that go down', ['3. three', '2. two', '1. one']],
    ['groups with a paragraph between', ['1. one', '2. two', 'Words.', '4. four', '5. five']],
    ['groups with points between', ['1. one', '2. two', '- a', '- b', '4. four', '5. five']],
    ['numbers with a zero in front', ['01. one', '02. two']],
  ])('has the numbers of the passage: %s', async (_what, lines) => {
    const text = lines.join('\n').replace('\nWords.\n', '\n\nWords.\n\n')
    expect((await seen(text)).lines).toEqual(lines)
  })

  it('has the signs of mathematics as they stand, and cites the very words', async () => {
    const text =
      'The fee of the harbour is $$ 40 euros $$ in all, for boats of $x^2$ metres and more than that.'
    const { lines, html, citations } = await seen(text)
    expect(html).not.toMatch(/math|<code/u)
    expect(lines).toEqual([text])
    expect(citations).toMatchObject([{ quote: text, verified: true }])
  })
})
