import { describe, expect, it } from 'vitest'
import { setUpLibraryTools, tides } from '../../../tests/support/library-tools'
import { makePdf } from '../../../tests/support/make-pdf'
import libraryModule from './module'

const desk = setUpLibraryTools()
const { add, read } = desk

describe('the catalog', () => {
  it('has the names, classes and aliases of the outside interface', () => {
    expect(Object.fromEntries(libraryModule.tools.map((tool) => [tool.name, tool.class]))).toEqual({
      search_library: 'read',
      add_document: 'safe_create',
      fetch_web_content: 'safe_create',
      list_collections: 'read',
      create_collection: 'safe_create',
      update_collection: 'safe_update',
      delete_collection: 'destructive_delete',
      list_documents: 'read',
      get_document_status: 'read',
      restart_ingest: 'safe_update',
      restart_ingests: 'safe_update',
      delete_document: 'destructive_delete',
      delete_documents: 'destructive_delete',
      read_document: 'read',
      update_document: 'safe_update',
      update_documents: 'safe_update',
      summarize_document: 'read',
      // Beside those of the outside interface.
      update_watched_folder: 'safe_update',
    })
    expect(libraryModule.tools.find(({ name }) => name === 'search_library')?.aliases).toEqual(['search_rag'])
    expect(Object.keys(desk.runtime).sort()).toEqual(libraryModule.tools.map(({ name }) => name).sort())
  })

  it('says before a decision what moved since it was shown, by every tool that changes something', () => {
    const silent = libraryModule.tools
      .filter((tool) => tool.class !== 'read' && !('requireBase' in desk.runtime[tool.name]))
      .map(({ name }) => name)
    expect(silent).toEqual([])
  })
})

describe('search_library', () => {
  it('answers numbered passages to cite, in state and content', async () => {
    await add('pages.pdf', makePdf({ title: 'Pages', pages: [['nothing here'], ['the marzipan recipe']] }))
    const { content, state } = await read('search_library', { query: 'marzipan' })
    expect(content).toBe('1. [Pages, p. 2]\nthe marzipan recipe')
    expect(state.results).toMatchObject([
      { title: 'Pages', page: 2, similarity: 1, text: 'the marzipan recipe' },
    ])
    expect(state.took_ms).toEqual(expect.any(Number))
  })

  it('says how much there was to search when nothing fits, and refuses an unknown collection', async () => {
    await add('tides.md', tides)
    expect((await read('search_library', { query: 'marzipan' })).content).toContain('1 document')
    await expect(read('search_library', { query: 'x', collection_id: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
