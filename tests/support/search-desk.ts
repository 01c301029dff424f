import { beforeEach } from 'vitest'
import { insertDocument } from '../../src/main/db/insert-document'
import type { DocumentFilter } from '../../src/main/db/searchable-documents'
import { storeDocuments } from '../../src/main/library/index/index-document'
import { openSearcher, type Searcher } from '../../src/main/library/search/search'
import { setUpWorkerDatabase } from './worker-database'

/** How a test searches; what is absent is as usual. */
export type SearchOptions = DocumentFilter & { minSimilarity?: number; limit?: number; typing?: boolean }

/** An empty library for each test, with documents stored and searched in this process. */
export function setUpSearchDesk() {
  const database = setUpWorkerDatabase()
  let searcher: Searcher
  beforeEach(() => {
    searcher = openSearcher(database.connection)
  })

  async function store(
    id: string,
    passages: readonly string[],
    options: {
      collectionId?: string
      tags?: string[]
      title?: string
      source?: string
      section?: string
    } = {},
  ) {
    const { collectionId = 'default', tags = [], title = id, source = id, section = null } = options
    const { number } = insertDocument(database.db, {
      id,
      collectionId,
      title,
      mime: 'text/plain',
      source,
      size: 1,
      status: 'processing',
      stage: 'index',
      tags: JSON.stringify(tags),
      actor: '{}',
      addedAt: 0,
      updatedAt: 0,
    })
    const text = passages.join('\n')
    let start = 0
    const chunks = passages.map((passage, ordinal) => {
      const chunk = { ordinal, start, end: start + passage.length, page: null, section, tokens: 10 }
      start += passage.length + 1
      return chunk
    })
    const content = { document: { text, mime: 'text/plain', pages: [] }, chunks }
    await storeDocuments(
      database.connection,
      [{ document: number, sha256: null, title, extractor: 'test', at: 0, content }],
      () => {},
    )
    return number
  }

  function search(query: string, options: SearchOptions = {}) {
    const { minSimilarity = 0, limit = 10, typing = false, ...filter } = options
    return searcher.search({ query, filter, minSimilarity, limit, typing }).results
  }

  return {
    store,
    search,
    /** Of the passages that are found, best first. */
    ids: (...parameters: Parameters<typeof search>) => search(...parameters).map(({ chunk_id }) => chunk_id),
    get db() {
      return database.db
    },
    get connection() {
      return database.connection
    },
    get searcher() {
      return searcher
    },
  }
}
