import { describe, expect, it } from 'vitest'
import { sequenceLimits } from './definition'
import { parsePath, valueAt } from './path'

const at = (value: unknown, path: string) => valueAt(value, parsePath(path) ?? ['no path'])
const found = { results: [{ id: 'a', tags: ['x', 'y'] }, { id: 'b' }, { tags: ['z'] }], total: 0, name: '' }

describe('a path into what a step gave', () => {
  it.each([
    ['', found],
    ['results.0.id', 'a'],
    ['results.*.id', ['a', 'b']],
    ['results.*.tags.*', ['x', 'y', 'z']],
    ['total', 0],
    ['name', ''],
  ])('%s leads to its value', (path, value) => {
    expect(at(found, path)).toEqual({ kind: 'value', value })
  })

  it.each([
    'results.3.id',
    'results.length',
    'results.-1',
    'results.id',
    'total.toString',
    'constructor',
    '__proto__',
    'results.0.__proto__.polluted',
    'name.0',
    'total.*',
    'gone',
  ])('%s leads to nothing', (path) => {
    expect(at(found, path)).toEqual({ kind: 'missing' })
  })

  it('takes own properties of any name, and nothing inherited', () => {
    const own: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}')
    expect(at(own, '__proto__.x')).toEqual({ kind: 'value', value: 1 })
    expect(at(own, 'constructor')).toEqual({ kind: 'value', value: 2 })
    expect(at({}, 'constructor')).toEqual({ kind: 'missing' })
  })

  it('stops at more values than a person means', () => {
    const many = { results: Array.from({ length: sequenceLimits.values + 1 }, (_, id) => ({ id })) }
    expect(at(many, 'results.*.id')).toEqual({ kind: 'too_many' })
    expect(at({ all: [many] }, 'all.*.results.*.id')).toEqual({ kind: 'too_many' })
    expect(at(many, `results.${sequenceLimits.values}.id`)).toEqual({
      kind: 'value',
      value: sequenceLimits.values,
    })
  })

  it('is none with an empty part, or deeper than outputs are', () => {
    expect(parsePath('a..b')).toBeNull()
    expect(parsePath(Array.from({ length: sequenceLimits.pathParts + 1 }, () => 'a').join('.'))).toBeNull()
    expect(parsePath(' ')).toEqual([])
  })
})
