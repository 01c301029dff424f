import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import runtime from './runtime'
import { calculate } from './runtime/calculate'
import { describeTime } from './runtime/current-time'
import { countText, transformText } from './runtime/transform-text'

// Quadratic work would take minutes here; linear work takes part of a second on any machine.
const linearTimeMs = 20_000

const context = { signal: new AbortController().signal, progress: () => undefined, runId: null }

describe('calculate', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['(17.5% * 1240) + 80', '297'],
    ['1/3', '0.33333333333333333333'],
    ['2^100', '1267650600228229401496703205376'],
    ['sqrt(2)^2', '2'],
    ['5 inch to cm', '12.7 cm'],
    ['20 degC to degF', '68 degF'],
    ['sin(30 deg)', '0.5'],
    ['mean([1, 2, 3, 4])', '2.5'],
    ['sum(1:100)', '5050'],
    ['a = 3; a^2 + 1', '10'],
    ['sqrt(-4)', '2i'],
    ['[1, 2] * 2', '[2, 4]'],
    ['factorial(20)', '2432902008176640000'],
    ['3 > 2', 'true'],
  ])('computes %s', async (expression, result) => {
    expect((await calculate(expression)).result).toBe(result)
  })

  it.each([
    'import({a: 1})',
    'evaluate("1+1")',
    'parse("x")',
    'createUnit("foo")',
    'simplify("x+x")',
    'f(x) = f(x)',
    'f = evaluate; f("1")',
    'zeros(100000, 100000)',
    'ones(1e9)',
    '1:1e9',
    'n = 1e9; 1:n',
    'map([1], evaluate)',
    '"text"',
    'cos.constructor("return process")()',
    '{a: 1}',
    'sin',
    '',
    '2 +',
    'unknown_name + 1',
  ])('refuses %s', async (expression) => {
    await expect(calculate(expression)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('ends an expression that would hold up the program', { timeout: linearTimeMs }, async () => {
    await expect(calculate('[[1, 1], [1, 1.0000001]]^1e9 + factorial(1e7)')).rejects.toMatchObject({
      code: expect.stringMatching(/timeout|invalid_input/),
    })
  })
})

describe('get_current_time', () => {
  it('tells the time of a zone with its offset and week', () => {
    expect(describeTime(new Date('2024-12-30T23:30:05Z'), 'Asia/Kolkata')).toEqual({
      iso: '2024-12-31T05:00:05+05:30',
      date: '2024-12-31',
      time: '05:00:05',
      weekday: 'Tuesday',
      time_zone: 'Asia/Kolkata',
      utc_offset: '+05:30',
      week: 1,
      epoch_ms: Date.parse('2024-12-30T23:30:05Z'),
    })
    expect(describeTime(new Date('2021-01-03T00:00:00Z'), 'UTC')).toMatchObject({
      iso: '2021-01-03T00:00:00+00:00',
      week: 53,
    })
  })

  it('uses the clock that it is given and refuses unknown zones', async () => {
    const tools = runtime({ now: () => new Date(0) })
    expect((await tools.get_current_time.run({ time_zone: 'UTC' }, context)).content).toContain(
      '1970-01-01 00:00:00',
    )
    await expect(tools.get_current_time.run({ time_zone: 'Mars/Base' }, context)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'time_zone',
    })
  })
})

describe('transform_text', () => {
  it.each([
    ['title_case', 'hello WORLD', 'Hello World'],
    ['snake_case', 'fooBar HTTPServer\nTwo words', 'foo_bar_http_server\ntwo_words'],
    ['kebab_case', 'Straße & Über', 'straße-über'],
    ['camel_case', 'the quick-brown fox', 'theQuickBrownFox'],
    ['sort_lines', 'b10\nb2\na\n', 'a\nb2\nb10\n'],
    ['unique_lines', 'a\r\nb\r\na', 'a\r\nb'],
    ['reverse_lines', '1\n2\n3\n', '3\n2\n1\n'],
    ['trim_lines', '  a \n b', 'a\nb'],
    ['base64_encode', 'é', 'w6k='],
    ['base64_decode', 'w6k', 'é'],
    ['url_encode', 'a b&c', 'a%20b%26c'],
    ['url_decode', 'a%20b+c', 'a b c'],
    ['sha256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'json_minify',
      '{ "a": [ 1, 12345678901234567890, "x: [y]" ], "a": {} }',
      '{"a":[1,12345678901234567890,"x: [y]"],"a":{}}',
    ],
    ['json_format', '{"a":[1,{}],"b":"\\""}', '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": "\\""\n}'],
  ] as const)('%s', (operation, text, result) => {
    expect(transformText(text, operation)).toBe(result)
  })

  it.each([
    ['base64_decode', '/w=='],
    ['base64_decode', 'a?'],
    ['url_decode', '%zz'],
    ['url_encode', '\ud800'],
    ['json_format', '{a}'],
  ] as const)('%s refuses what it can’t do exactly', (operation, text) => {
    expect(() => transformText(text, operation)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  it.each([20_000, 400_000])('json_format ends at once where %i levels would make it endless', (levels) => {
    const text = `${'['.repeat(levels)}1${']'.repeat(levels)}`
    const began = workedMs()
    expect(() => transformText(text, 'json_format')).toThrow(expect.objectContaining({ code: 'too_large' }))
    expect(workedMs() - began).toBeLessThan(2000)
    expect(transformText(text, 'json_minify')).toBe(text)
  })

  it('base64_decode says at once that a long row of its signs is none', () => {
    const began = workedMs()
    expect(() => transformText(`${'='.repeat(150_000)}a`, 'base64_decode')).toThrow('not Base64')
    expect(workedMs() - began).toBeLessThan(2000)
  })

  it('counts code points, words, lines and bytes', () => {
    expect(countText('Zwei Wörter 👍\nnext\n')).toEqual({ characters: 19, words: 3, lines: 2, bytes: 23 })
  })

  it('never answers an empty content', async () => {
    const tools = runtime({ now: () => new Date(0) })
    const answer = await tools.transform_text.run({ text: '', operation: 'upper_case' }, context)
    expect(answer.content).not.toBe('')
  })
})
