import { describe, expect, it } from 'vitest'
import { laidOutJson } from './laid-out-json'

describe('JSON that is laid out', () => {
  it.each([
    [{ a: [], b: {}, c: [1, { d: 'x"\\é\n', e: null }], 'f,g: [': [[true]] }],
    [[]],
    ['one, {two}: [three]'],
    [-0.5],
    [{ '': '' }],
  ])('reads as every program lays it out: %j', (value) => {
    const asUsual = JSON.stringify(value, null, 2)
    expect(laidOutJson(JSON.stringify(value))).toBe(asUsual)
    expect(laidOutJson(asUsual)).toBe(asUsual)
  })

  it('keeps each number as it is written', () => {
    const numbers = ['12345678901234567890', '-0', '1.10', '1E400', '0.1000000000000000055511151231257827']
    expect(laidOutJson(`{"ids":[${numbers.join(' , ')}]}`)).toBe(
      `{\n  "ids": [\n    ${numbers.join(',\n    ')}\n  ]\n}`,
    )
  })

  it('keeps fields of one name', () => {
    expect(laidOutJson('{"id":1,"id":2,"__proto__":3}')).toBe(
      '{\n  "id": 1,\n  "id": 2,\n  "__proto__": 3\n}',
    )
  })

  it('writes strings anew, so that nothing hides in their escapes', () => {
    expect(laidOutJson('["\\u0073ecret\\/x"]')).toBe('[\n  "secret/x"\n]')
  })

  it('is none of what lies too deep or is too long, and fails with what is no JSON', () => {
    expect(laidOutJson('['.repeat(100) + ']'.repeat(100))).not.toBeNull()
    expect(laidOutJson('['.repeat(101) + ']'.repeat(101))).toBeNull()
    expect(laidOutJson('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toBeNull()
    expect(laidOutJson('["abcdef"]', 10)).toBeNull()
    expect(() => laidOutJson('{"a":')).toThrow(SyntaxError)
  })
})
