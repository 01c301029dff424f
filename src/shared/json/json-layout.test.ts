import { describe, expect, it } from 'vitest'
import { fieldsOfJson, layOutJson, withoutEscapes } from './json-layout'

describe('JSON that is laid out', () => {
  it.each([
    [{ a: [], b: {}, c: [1, { d: 'x"\\é\n', e: null }], 'f,g: [': [[true]] }],
    [[]],
    ['one, {two}: [three]'],
    [-0.5],
    [{ '': '' }],
  ])('reads as every program lays it out: %j', (value) => {
    for (const indent of [0, 2, 4]) {
      const asUsual = JSON.stringify(value, null, indent)
      expect(layOutJson(JSON.stringify(value), { indent })).toBe(asUsual)
      expect(layOutJson(JSON.stringify(value, null, 3), { indent })).toBe(asUsual)
    }
  })

  it('keeps each number as it is written', () => {
    const numbers = ['12345678901234567890', '-0', '1.10', '1E400', '0.1000000000000000055511151231257827']
    expect(layOutJson(`{"ids":[${numbers.join(' , ')}]}`)).toBe(
      `{\n  "ids": [\n    ${numbers.join(',\n    ')}\n  ]\n}`,
    )
  })

  it('keeps fields of one name', () => {
    expect(layOutJson('{"id":1,"id":2,"__proto__":3}')).toBe('{\n  "id": 1,\n  "id": 2,\n  "__proto__": 3\n}')
  })

  it('keeps strings as they are written, or writes them anew, so that nothing hides in their escapes', () => {
    expect(layOutJson('["\\u0073ecret\\/x"]')).toBe('[\n  "\\u0073ecret\\/x"\n]')
    expect(layOutJson('["\\u0073ecret\\/x"]', { string: withoutEscapes })).toBe('[\n  "secret/x"\n]')
  })

  it('is none of what lies too deep or is too long, and fails with what is no JSON', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(layOutJson(deep(100), { levels: 100 })).not.toBeNull()
    expect(layOutJson(deep(101), { levels: 100 })).toBeNull()
    expect(layOutJson(deep(1_000_000), { levels: 100 })).toBeNull()
    expect(layOutJson('["abcdef"]', { characters: 10 })).toBeNull()
    expect(layOutJson('["abcdef","g"]', { cutAt: 8 })).toBe('[\n  "abc')
    expect(layOutJson('["a"]', { cutAt: 80 })).toBe('[\n  "a"\n]')
    expect(() => layOutJson('{"a":')).toThrow(SyntaxError)
  })
})

describe('the fields of JSON', () => {
  it('have their values as they are written, also those of one name', () => {
    expect(
      fieldsOfJson(' {"id": 12345678901234567890, "a\\u0062":"x, \\"y\\"" ,"c":{"d":[1, {"e":2}]},"id":{}} '),
    ).toEqual([
      { name: 'id', value: '12345678901234567890' },
      { name: 'ab', value: '"x, \\"y\\""' },
      { name: 'c', value: '{"d":[1, {"e":2}]}' },
      { name: 'id', value: '{}' },
    ])
    expect(fieldsOfJson('{}')).toEqual([])
  })

  it('are none of what is no object', () => {
    for (const json of ['[{"a":1}]', '"{"', '7', 'null']) expect(fieldsOfJson(json)).toBeNull()
    expect(() => fieldsOfJson('{"a" 1}')).toThrow(SyntaxError)
  })
})
