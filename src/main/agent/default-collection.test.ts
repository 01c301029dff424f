import { describe, expect, it } from 'vitest'
import { inDefaultCollection, saysCollection } from './default-collection'

const papers = { id: 'c1', name: 'Papers' }
const search = (input: unknown) => inDefaultCollection({ name: 'search_library' }, input, papers)

describe('the default collection', () => {
  it('is where a call looks or adds that names none', () => {
    expect(search({ query: 'tides' })).toEqual({ query: 'tides', collection_id: 'c1' })
    expect(inDefaultCollection({ name: 'add_document' }, { source: '/a' }, papers)).toEqual({
      source: '/a',
      collection_id: 'c1',
    })
  })

  it('gives way to a collection or a document that is named', () => {
    expect(search({ query: 'tides', collection_id: 'c2' })).toEqual({ query: 'tides', collection_id: 'c2' })
    expect(search({ query: 'tides', doc_id: 'd' })).toEqual({ query: 'tides', doc_id: 'd' })
  })

  it('changes no other call, and nothing that is no object', () => {
    expect(inDefaultCollection({ name: 'read_file' }, { path: '/a' }, papers)).toEqual({ path: '/a' })
    expect(search('tides')).toBe('tides')
    expect(inDefaultCollection({ name: 'search_library' }, { query: 'tides' }, null)).toEqual({
      query: 'tides',
    })
  })

  it('is said with what was found, so that a model can look elsewhere', () => {
    const result = { success: true, content: 'Nothing found.', state: {} }
    const call = { name: 'search_library', input: { query: 'tides' } }
    expect(saysCollection(call, result, papers).content).toBe(
      'Looked in the collection "Papers" only.\nNothing found.',
    )
    expect(saysCollection({ ...call, input: { query: 'x', collection_id: 'c2' } }, result, papers)).toBe(
      result,
    )
  })
})
