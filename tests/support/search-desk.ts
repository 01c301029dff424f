import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { ensureDefaultCollection } from '../../src/main/db/collections'
import { insertDocument } from '../../src/main/db/insert-document'
import { type Database, openDatabase } from '../../src/main/db/open'
import type { DocumentFilter } from '../../src/main/db/searchable-documents'
import { openWorkerConnection, type WorkerConnection } from '../../src/main/db/worker-connection'
import { storeDocuments } from '../../src/main/library/index-document'
import { openSearcher, type Searcher } from '../../src/main/library/search/search'

/** How a test searches; what is absent is as usual. */
export type SearchOptions = DocumentFilter & { minSimilarity?: number; limit?: number; typing?: boolean }

/** An empty library for each test, with documents stored and searched in this process. */
export function setUpSearchDesk() {
  let folder: string
  let db: Database
  let connection: WorkerConnection
  let searcher: Searcher

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'search-'))
    db = openDatabase(join(folder, 'test.db'))
    ensureDefaultCollection(db, 0)
    connection = openWorkerConnection(join(folder, 'test.db'))
    searcher = openSearcher(connection)
  })
  afterEach(() => {
    connection.close()
    db.close()
    rmSync(folder, { recursive: true })
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
    const { number } = insertDocument(db, {
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
      connection,
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
      return db
    },
    get connection() {
      return connection
    },
    get searcher() {
      return searcher
    },
  }
}
