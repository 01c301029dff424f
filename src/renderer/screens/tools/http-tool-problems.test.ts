import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors'
import { emptyHttpTool } from '../../stores/http-tool-drafts'
import { problemsOf, refusedPart } from './http-tool-problems'

vi.mock('../../app/host', () => ({ pageHost: undefined }))

const right = { ...emptyHttpTool.fields, title: 'Weather', url: 'https://api.example.org' }
const keysOf = (problems: object | null) => Object.keys(problems ?? {}).toSorted()

describe('what keeps a tool that asks an address from being saved', () => {
  it('is what is missing, twice there, or no number', () => {
    expect(problemsOf(right)).toEqual({})
    expect(keysOf(problemsOf({ ...emptyHttpTool.fields, seconds: '0' }))).toEqual(['seconds', 'title', 'url'])
    const row = { kind: 'text', description: '', required: true } as const
    const fields = [
      { ...row, id: 0, name: 'city' },
      { ...row, id: 1, name: ' city ' },
      { ...row, id: 2, name: '', description: 'Which.' },
      { ...row, id: 3, name: '' },
    ]
    expect(keysOf(problemsOf({ ...right, fields }))).toEqual(['field 1', 'field 2'])
    const headers = [
      { id: 0, name: 'X-Key', value: '', kept: true },
      { id: 1, name: 'x-key', value: 'a', kept: false },
      { id: 2, name: 'X-Other', value: '', kept: false },
      { id: 3, name: '', value: 'a', kept: false },
      { id: 4, name: '', value: '', kept: false },
    ]
    expect(keysOf(problemsOf({ ...right, headers }))).toEqual([
      'header name 1',
      'header name 3',
      'header value 2',
    ])
  })

  it('is told at the part of the form that main means', () => {
    const refused = (field?: string) =>
      refusedPart(new AppError('invalid_input', 'No.', field === undefined ? {} : { field }))
    expect(refused('url')).toEqual({ url: 'No.' })
    expect(refused('draft.fields.0.name')).toEqual({ fields: 'No.' })
    expect(refused('id')).toBeNull()
    expect(refused()).toBeNull()
    expect(refusedPart(new AppError('already_exists', 'Taken.', {}))).toEqual({ title: 'Taken.' })
  })
})
