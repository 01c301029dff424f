import { describe, expect, it, vi } from 'vitest'
import { emptyHttpTool, type FieldRow, type HttpToolTyped } from '../../stores/http-tool-drafts'
import { requestPreview, withAddress, withMethod } from './http-request'

vi.mock('../../app/host', () => ({ pageHost: undefined }))

const empty = emptyHttpTool.fields
const namesOf = ({ fields }: HttpToolTyped) => fields.map(({ name }) => name)
const typing = (typed: HttpToolTyped, ...addresses: readonly string[]) =>
  addresses.reduce((before, url) => withAddress(before, url), typed)
const described = (typed: HttpToolTyped, description: string): HttpToolTyped => ({
  ...typed,
  fields: typed.fields.map((row) => ({ ...row, description })),
})

describe('the fields of an address', () => {
  it('get a row each once their brace is closed, and lose it again', () => {
    const typed = typing(empty, 'https://a.example/{cit', 'https://a.example/{city}')
    expect(typed.fields).toEqual([{ id: 0, name: 'city', kind: 'text', description: '', required: true }])
    expect(namesOf(typing(typed, 'https://a.example/{city}?units={units}'))).toEqual(['city', 'units'])
    expect(namesOf(typing(typed, 'https://a.example/'))).toEqual([])
  })

  it('keep one row while a name is typed between braces that are there already', () => {
    const typed = typing(empty, '/{}', '/{c}', '/{ci}', '/{city}')
    expect(typed.fields).toEqual([expect.objectContaining({ id: 0, name: 'city' })])
    const renamed = typing(described(typed, 'Where.'), '/{cit}', '/{town}')
    expect(renamed.fields).toEqual([expect.objectContaining({ id: 0, name: 'town', description: 'Where.' })])
  })

  it('keep what was filled in when the address no longer names them', () => {
    const typed = described(typing(empty, '/{city}'), 'Where.')
    expect(namesOf(typing(typed, '/'))).toEqual(['city'])
    expect(namesOf(typing(typed, '/', '/{units}'))).toEqual(['city', 'units'])
  })

  it('take a row of that name that is there', () => {
    const row: FieldRow = { id: 4, name: 'city', kind: 'list', description: 'Where.', required: false }
    expect(typing({ ...empty, fields: [row] }, '/{city}').fields).toEqual([row])
  })
})

describe('what a tool is taken for', () => {
  it('follows the method until somebody said otherwise', () => {
    expect(withMethod(empty, 'POST').class).toBe('destructive_update')
    expect(withMethod(withMethod(empty, 'POST'), 'GET').class).toBe('read')
    const reading: HttpToolTyped = { ...withMethod(empty, 'POST'), class: 'read' }
    expect(withMethod(reading, 'PUT').class).toBe('read')
  })
})

describe('the request that is shown', () => {
  const kinds = { text: 'text', number: 'number', boolean: 'yes or no', list: 'list' }
  const fields = (...names: readonly string[]): FieldRow[] =>
    names.map((name, id) => ({ id, name, kind: 'text', description: '', required: true }))
  const show = (some: Partial<HttpToolTyped>) => requestPreview({ ...empty, ...some }, kinds)

  it('has the other fields of a GET in the query, before what follows a #', () => {
    const url = ' https://a.example/{city}?units={units}#now '
    expect(show({ url, fields: fields('city', 'units', 'days') })).toEqual({
      text: 'GET https://a.example/{city}?units={units}&days={days}#now',
      inQuery: ['days'],
      inBody: [],
    })
    expect(show({ url: 'https://a.example/', fields: fields('a', 'b', '') }).text).toBe(
      'GET https://a.example/?a={a}&b={b}',
    )
  })

  it('has the other fields of any other method in a body, and of headers the names alone', () => {
    const headers = [
      { id: 0, name: 'Authorization', value: 'Bearer secret', kept: false },
      { id: 1, name: '', value: '', kept: false },
    ]
    const [item, count] = fields('item', 'count')
    const shown = show({
      method: 'POST',
      url: 'https://a.example/{shop}',
      fields: [...fields('shop'), ...(item && count ? [item, { ...count, kind: 'number' as const }] : [])],
      headers,
    })
    expect(shown).toEqual({
      text: [
        'POST https://a.example/{shop}',
        'Authorization: …',
        '',
        '{',
        '  "item": <text>,',
        '  "count": <number>',
        '}',
      ].join('\n'),
      inQuery: [],
      inBody: ['item', 'count'],
    })
  })
})
