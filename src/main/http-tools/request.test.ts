import { describe, expect, it } from 'vitest'
import type { HttpField } from '../../shared/contract/http-tools'
import { inputOf, requestFor } from './request'

const field = (name: string, kind: HttpField['kind'] = 'text', required = false): HttpField => ({
  name,
  kind,
  description: '',
  required,
})
const tool = (url: string, names: readonly string[], method: 'GET' | 'POST' = 'GET') => ({
  method,
  url,
  fields: names.map((name) => field(name)),
})

describe('a request', () => {
  it('has its fields in the path and the query of the address, encoded', () => {
    const weather = tool('https://a.example/in/{place}/now?units={units}&lang=de', ['place', 'units'])
    expect(requestFor(weather, { place: 'Bad Ems/Süd', units: 'a&b=c#d' })).toEqual({
      method: 'GET',
      url: 'https://a.example/in/Bad%20Ems%2FS%C3%BCd/now?units=a%26b%3Dc%23d&lang=de',
      body: null,
    })
  })

  it('leaves out a parameter whose field is left out, and repeats one for a list', () => {
    const search = tool('https://a.example/?q={q}&tag={tag}&page={page}', ['q', 'tag', 'page'])
    expect(requestFor(search, { q: 'x', tag: ['a', 'b c'] }).url).toBe(
      'https://a.example/?q=x&tag=a&tag=b%20c',
    )
    expect(requestFor(search, {}).url).toBe('https://a.example/')
  })

  it('has the other fields in the query of a GET, and in the body of anything else', () => {
    const input = { id: '7', title: 'A “b”', done: true, days: [1, 2] }
    const names = ['id', 'title', 'done', 'days']
    expect(requestFor(tool('https://a.example/{id}?v=1', names), input)).toEqual({
      method: 'GET',
      url: 'https://a.example/7?v=1&title=A%20%E2%80%9Cb%E2%80%9D&done=true&days=1&days=2',
      body: null,
    })
    expect(requestFor(tool('https://a.example/{id}', names, 'POST'), input)).toEqual({
      method: 'POST',
      url: 'https://a.example/7',
      body: '{"title":"A “b”","done":true,"days":[1,2]}',
    })
    expect(requestFor(tool('https://a.example/{id}', ['id'], 'POST'), { id: '7' }).body).toBeNull()
  })

  it.each(['', '.', '..', ['.', '.'].join('')])('does not lead to another path by “%s”', (id) => {
    expect(() => requestFor(tool('https://a.example/users/{id}/mail', ['id']), { id })).toThrow(
      'can’t be empty, “.” or “..”',
    )
  })

  it.each([
    '../admin',
    '%2e%2e',
    '..%2fadmin',
    '\\..\\admin',
    'a?b=c',
    '#x',
    '//evil.example',
    '@evil.example',
  ])('stays in its place in the address whatever is given: %s', (id) => {
    const { url } = requestFor(tool('https://a.example/users/{id}/mail?x={id}', ['id']), { id })
    const { host, pathname, searchParams } = new URL(url)
    expect(host).toBe('a.example')
    expect(pathname.split('/')).toHaveLength(4)
    expect(decodeURIComponent(pathname.split('/')[2] ?? '')).toBe(id)
    expect(pathname.endsWith('/mail')).toBe(true)
    expect(searchParams.get('x')).toBe(id)
  })

  it('takes its fields and nothing else', () => {
    const type = inputOf([
      field('q', 'text', true),
      field('n', 'number'),
      field('yes', 'boolean'),
      field('of', 'list'),
    ])
    expect(type.safeParse({ q: 'x' }).success).toBe(true)
    expect(type.safeParse({ q: 'x', n: 1, yes: false, of: ['a'] }).success).toBe(true)
    for (const wrong of [{}, { q: 1 }, { q: 'x', n: '1' }, { q: 'x', of: 'a' }, { q: 'x', other: 1 }]) {
      expect(type.safeParse(wrong).success).toBe(false)
    }
  })

  it('takes no number that is another than the one that was written', () => {
    const input = inputOf([field('id', 'number')])
    for (const id of ['9007199254740991', '-7', '0.5', '1e-7']) {
      expect(input.safeParse({ id: JSON.parse(id) }).success).toBe(true)
    }
    for (const id of [
      '9007199254740993',
      '1234567890123456789',
      '-1234567890123456789',
      '1234567890123456789012',
    ]) {
      expect(input.safeParse({ id: JSON.parse(id) }).error?.issues).toMatchObject([
        { path: ['id'], message: expect.stringContaining('a text field') },
      ])
    }
  })
})
