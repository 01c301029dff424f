import { describe, expect, it } from 'vitest'
import { withoutKey, withoutValues, withoutValuesIn } from './without-values'

const value = 'ab/cd+e f"g'

describe('a text that repeats a secret', () => {
  it.each([
    ['as it is', value],
    ['in JSON', JSON.stringify({ value })],
    ['in JSON of a server that escapes slashes', JSON.stringify({ value }).replaceAll('/', '\\/')],
    ['in a part of an address', `https://tides.example/?key=${encodeURIComponent(value)}`],
    ['in an address that a browser made of it', new URL(`https://tides.example/?key=${value}`).href],
    ['in a form', new URLSearchParams({ value }).toString()],
  ])('loses it %s', (_where, text) => {
    const left = withoutValues(text, [value])
    expect(left).toContain('•••')
    for (const piece of ['ab', 'cd', 'e f', 'g"']) expect(left).not.toContain(piece)
  })

  it('loses what follows the scheme of a header too, and no end of a longer value stays', () => {
    const values = ['abcd', 'Bearer abcd-efgh', 'abcd-efgh-ijkl']
    expect(withoutValues('abcd abcd-efgh abcd-efgh-ijkl', values)).toBe('••• ••• •••')
  })

  it('keeps short words, which stand in others', () => {
    expect(withoutValues('yes, I say', ['yes'])).toBe('yes, I say')
    expect(withoutKey('ollama has no such model', 'ollama')).toBe('ollama has no such model')
    expect(withoutKey('sk-0123456789 is no key', 'sk-0123456789')).toBe('••• is no key')
    expect(withoutKey('no key', null)).toBe('no key')
  })
})

describe('a value of JSON that repeats a secret', () => {
  it('loses it in texts and names at any depth, and not in the bytes of a picture', () => {
    const picture = { type: 'image', data: 'AAAAsecretAAAA', mimeType: 'image/png' }
    const file = { uri: 'file:///secret', blob: 'AAAAsecretAAAA' }
    const told = { secret: [{ data: 'a secret' }, picture, file, 4, null, true] }
    expect(withoutValuesIn(told, ['secret'])).toEqual({
      '•••': [{ data: 'a •••' }, picture, { ...file, uri: 'file:///•••' }, 4, null, true],
    })
    expect(withoutValuesIn(told, [])).toBe(told)
  })
})
