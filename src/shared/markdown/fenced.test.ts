import { expect, it } from 'vitest'
import { fenced } from './fenced'

it('fences a text by more marks than any run in it has', () => {
  expect(fenced('a', 'json')).toBe('```json\na\n```')
  expect(fenced('a ```` b `` c')).toBe('`````\na ```` b `` c\n`````')
})

it('fences a text however many runs of marks it has', () => {
  const text = '` '.repeat(300_000)
  expect(fenced(text)).toBe(`\`\`\`\n${text}\n\`\`\``)
})
