import { expect, it } from 'vitest'
import { workedMs } from '../../../../tests/support/processor-time'
import { readStatements } from './statements'

it('reads an answer with a long row of blanks at once', () => {
  const began = workedMs()
  const text = `The tide runs${'\t'.repeat(60_000)}up [1].`
  expect(readStatements([{ text, claims: [] }], []).statements).toMatchObject([{ text: 'The tide runs up.' }])
  expect(workedMs() - began).toBeLessThan(2000)
})
