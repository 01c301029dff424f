import { describe, expect, it } from 'vitest'
import { excerptOf } from './excerpt'

/** The excerpt of a text in which matches stand between braces. */
function excerpt(text: string, form: 'markdown' | 'plain' = 'markdown'): string {
  const marked = text.replaceAll('{', '\u0002').replaceAll('}', '\u0003')
  return excerptOf(marked, form)
    .map((part) => (part.match ? `{${part.text}}` : part.text))
    .join('')
}

describe('the excerpt of a message', () => {
  it('is plain text with the matches marked, without the marks of Markdown', () => {
    expect(
      excerpt(
        '## {Tide} tables\n\n**High {tide}** is at `noon`, see [the {tide} table](https://a.example/{tide}).\n\n```ts\nconst {tide} = 1\n```\n\n---\n- [x] done',
      ),
    ).toBe('{Tide} tables · High {tide} is at noon, see the {tide} table. const {tide} = 1 · done')
  })

  it('shows what a person typed as it is', () => {
    expect(excerpt('is **{tide}**\n  a # sign?', 'plain')).toBe('is **{tide}** a # sign?')
  })

  it('leaves no half of a link where it is cut, and begins and ends at a word', () => {
    const sentence =
      'A [very long name of a link](https://a.example/far/away/and/further) in **one long** line. '
    const long = `${sentence.repeat(30)}Here is the {tide}. ${sentence.repeat(30)}`
    expect(excerpt(long)).toMatch(/^…[\w .]{20,45}\{tide\}\. A very long name of a link in one [\w .]+…$/)
  })

  it('stands where most of the words are', () => {
    expect(excerpt(`{tide} ${'and so on '.repeat(100)}the {tide} at {noon}`)).toMatch(
      /^….*the \{tide\} at \{noon\}$/,
    )
  })
})
