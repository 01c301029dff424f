import { describe, expect, it } from 'vitest'
import { parseTemplate, referencesIn } from './template'

describe('a template', () => {
  it('is words and values, and two braces after a backslash are braces', () => {
    expect(parseTemplate('On {{input.topic}}: {{ found.results.0.title }}, \\{{kept}}.')).toEqual({
      parts: [
        { kind: 'words', text: 'On ' },
        { kind: 'value', reference: { kind: 'input', name: 'topic' }, written: 'input.topic' },
        { kind: 'words', text: ': ' },
        {
          kind: 'value',
          reference: { kind: 'output', of: 'found', path: ['results', '0', 'title'] },
          written: 'found.results.0.title',
        },
        { kind: 'words', text: ', {{kept}}.' },
      ],
    })
  })

  it.each([
    ['{{input.topic', 'unclosed'],
    ['{{}}', 'no_value'],
    ['{{input}}', 'no_value'],
    ['{{input.a.b}}', 'no_value'],
    ['{{Found.x}}', 'no_value'],
    ['{{found..x}}', 'no_value'],
    ['{{__proto__.x}}', 'no_value'],
    ['{{a b}}', 'no_value'],
    ['{{1 + 1}}', 'no_value'],
  ])('says of %s that it is %s', (template, problem) => {
    expect(parseTemplate(template)).toMatchObject({ problem })
    expect(referencesIn(template)).toEqual([])
  })

  it('without values is as it was written', () => {
    for (const text of ['', '}}', '{ {x} }', 'a\\b', '{']) {
      const parsed = parseTemplate(text)
      expect(
        'parts' in parsed && parsed.parts.map((part) => part.kind === 'words' && part.text).join(''),
      ).toBe(text)
    }
  })
})
