import { expect, it } from 'vitest'
import { refuseBadPattern } from './search'

it.each([
  ['rg: /home/me/glob/regex parse error.txt: Permission denied (os error 13)', null],
  ['rg: C:\\glob\\a.txt: Access is denied. (os error 5)\nrg: /b: Input/output error (os error 5)', null],
  ['rg: regex parse error:\n    (?:()\n    ^\nerror: unclosed group', 'query'],
  ['rg: compiled regex exceeds size limit of 104857600 bytes.', 'query'],
  ['rg: unrecognized file type: nope', 'types'],
])('of %j blames the question only where it is about the question', (complaints, field) => {
  const refuse = () => refuseBadPattern(complaints, true)
  if (field === null) expect(refuse).not.toThrow()
  else expect(refuse).toThrow(expect.objectContaining({ code: 'invalid_input', field }))
})

it('says what is wrong with a regular expression in a sentence', () => {
  expect(() =>
    refuseBadPattern('rg: regex parse error:\n    (?:()\n    ^\nerror: unclosed group', true),
  ).toThrow('The regular expression is not valid: unclosed group.')
  expect(() => refuseBadPattern('rg: compiled regex exceeds size limit of 9 bytes.', true)).toThrow(
    'The regular expression is not valid: compiled regex exceeds size limit of 9 bytes.',
  )
})
