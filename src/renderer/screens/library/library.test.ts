import { describe, expect, it } from 'vitest'
import type { Document } from '../../../shared/contract/library'
import { excerptAround, focusRange, matchRanges } from './match-ranges'
import { sortDocuments } from './sort-documents'

function document(title: string, more: Partial<Document> = {}): Document {
  return {
    id: title,
    collectionId: 'c',
    title,
    mime: 'text/plain',
    source: '',
    sha256: null,
    size: 1,
    status: 'complete',
    stage: 'done',
    progress: { done: 0, total: null },
    error: null,
    pages: null,
    chunks: 0,
    tokens: 0,
    tags: [],
    metadata: {},
    addedAt: 0,
    updatedAt: 0,
    ...more,
  }
}

const marked = (text: string, query: string) =>
  matchRanges(text, query).map(({ start, end }) => text.slice(start, end))

describe('marks in a passage', () => {
  it('stand on the words of the query and their near forms', () => {
    expect(marked('Tides rise; the tide turns. Tidying up.', 'What are tides?')).toEqual(['Tides', 'tide'])
  })

  it('leave little words out unless there are no others', () => {
    expect(marked('it is what it is', 'is it what')).toEqual(['what'])
    expect(marked('to be or not to be', 'to be')).toEqual(['to', 'be', 'to', 'be'])
  })

  it('take any query, also one of signs', () => {
    expect(matchRanges('a*b', '*(")')).toEqual([])
  })
})

describe('the excerpt of a passage', () => {
  it('begins near the first word that fits', () => {
    const text = `${'filler '.repeat(200)}lighthouse ${'more '.repeat(200)}`
    const excerpt = excerptAround(text, 'lighthouse')
    expect(excerpt).toContain('lighthouse')
    expect(excerpt.length).toBeLessThan(400)
    expect(excerpt.startsWith('… ')).toBe(true)
  })

  it('is a short passage as it is', () => {
    expect(excerptAround('one\n two', 'x')).toBe('one two')
  })
})

describe('what a result marks in the viewer', () => {
  it('is the sentences with the first places that fit', () => {
    const text = 'First one. The tide turns twice. Then the tides are neap. Last.'
    const { start, end } = focusRange(text, 'tides')
    expect(text.slice(start, end)).toBe('The tide turns twice. Then the tides are neap.')
  })

  it('is the whole passage when no word of the query stands in it', () => {
    expect(focusRange('abc', 'xyz')).toEqual({ start: 0, end: 3 })
  })
})

describe('the list of documents', () => {
  it('orders titles with numbers by value, and what is at work first', () => {
    const documents = [document('Part 10'), document('Part 2', { status: 'processing' })]
    const titles = (column: string) =>
      sortDocuments(documents, { column, direction: 'ascending' }).map((found) => found.title)
    expect(titles('title')).toEqual(['Part 2', 'Part 10'])
    expect(titles('status')).toEqual(['Part 2', 'Part 10'])
  })
})
