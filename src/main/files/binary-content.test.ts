import { expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { binaryContent } from './binary-content'

it.each(['AAEC/w==', 'AAEC/w', ' AAEC\n/w== '])(
  'takes base64 with its padding, without it and with blanks: %j',
  (base64) => {
    expect([...binaryContent(base64)]).toEqual([0, 1, 2, 255])
  },
)

it.each([
  ['other signs', '!!!!'],
  ['nothing', '=='],
  ['a long row of its padding', `${'='.repeat(150_000)}A`],
])('refuses %s at once', (_what, base64) => {
  const began = workedMs()
  expect(() => binaryContent(base64)).toThrow('not base64')
  expect(workedMs() - began).toBeLessThan(2000)
})
