import { describe, expect, it } from 'vitest'
import type { Document } from '../../../shared/contract/document'
import type { ToolInfo } from '../../../shared/contract/tools'
import { slashDocument, withDocumentId, writtenAs } from './slash-document'

// What is asked of a tool and a document here hangs on nothing else of them.
const tool = (name: string, primary: string, more: object = {}) =>
  ({ name, primary, aliases: [], ...more }) as unknown as ToolInfo
const tools = [
  tool('summarize_document', 'doc_id'),
  tool('search_library', 'query'),
  tool('foreign_read', 'doc_id', { foreign: true }),
]
const toolNamed = (name: string) => tools.find((each) => each.name === name)
const words = (text: string, caret = text.length) => slashDocument(text, caret, toolNamed)

describe('a document that a tool is called with', () => {
  it('is looked for after the name of a tool that takes one first', () => {
    expect(words('/summarize_document Lease contr')).toEqual({ start: 20, words: 'Lease contr' })
    expect(words('/summarize_document ')).toEqual({ start: 20, words: '' })
    expect(words('/summarize_document')).toBeNull()
    expect(words('/search_library tides')).toBeNull()
    expect(words('/foreign_read tides')).toBeNull()
    expect(words('/summarize_document Lease', 22)).toBeNull()
    expect(words('/summarize_document Lease max_chunks=3')).toBeNull()
  })

  it('is written with its title where that says which one it is, else with its id', () => {
    const [lease, other, twin, odd] = [
      { id: '1', title: 'Lease contract' },
      { id: '2', title: 'Tides' },
      { id: '3', title: 'tides' },
      { id: '4', title: 'Why x=1' },
    ] as Document[]
    const found = [lease, other, twin, odd].filter((document) => document !== undefined)
    expect(found.map((document) => writtenAs(document, found))).toEqual(['Lease contract', '2', '3', '4'])
  })

  it('goes to the tool by its id where one alone has the title that is typed', async () => {
    const called = (text: string) =>
      withDocumentId(text, toolNamed, async (title) => (title === 'Tides' ? { id: 'D' } : { documents: 2 }))
    expect(await called('/summarize_document Tides')).toBe('/summarize_document D')
    expect(await called('/summarize_document "Tides" max_chunks=3')).toBe(
      '/summarize_document D max_chunks=3',
    )
    for (const other of [
      '/summarize_document Twice',
      '/search_library Tides',
      '/foreign_read Tides',
      'Tides',
    ]) {
      expect(await called(other)).toBe(other)
    }
  })
})
