import { expect, it } from 'vitest'
import { withTick } from './markdown-task'

it('ticks the task that begins at a place, and nothing where none does', () => {
  const text = '- [ ] one\n  2) [X] two\n* three [ ]\n'
  expect(withTick(text, 0, true)).toBe('- [x] one\n  2) [X] two\n* three [ ]\n')
  expect(withTick(text, text.indexOf('2)'), false)).toBe('- [ ] one\n  2) [ ] two\n* three [ ]\n')
  expect(withTick(text, text.indexOf('*'), true)).toBeNull()
  expect(withTick(text, 1, true)).toBeNull()
})
