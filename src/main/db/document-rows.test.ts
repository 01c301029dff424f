import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentFilter, DocumentSort } from '../../shared/contract/document-table'
import { AppError } from '../../shared/errors'
import { openRowReader, type RowReader, rowsSql } from './document-rows'
import { listDocuments } from './documents'
import { type Database, openDatabase } from './open'
import { openReadingConnection, type WorkerConnection } from './worker-connection'

const rows = 100_000
const columns: readonly DocumentSort['column'][] = [
  ...(['title', 'type', 'status', 'pages', 'chunks', 'size', 'tags', 'added'] as const),
]

let folder: string
let db: Database
let connection: WorkerConnection
let reader: RowReader
let unwanted = false
let asked = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rows-'))
  const path = join(folder, 'test.db')
  db = openDatabase(path)
  fill()
  connection = openReadingConnection(path)
  reader = openRowReader(connection, () => {
    asked++
    if (unwanted) throw new AppError('cancelled', 'No longer wanted.')
  })
})
afterAll(() => {
  connection.close()
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Every hundredth failed, every thousandth is tagged, a tenth is in a collection that was deleted. */
function fill(): void {
  const collection = db.raw.prepare('INSERT INTO collections VALUES (?, ?, ?, ?, ?)')
  collection.run('all', 'All', '', 0, null)
  collection.run('gone', 'Gone', '', 0, 1)
  const insert = db.raw.prepare(
    `INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, pages, chunks, tags, actor, added_at, updated_at, deleted_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'done', ?, ?, ?, '{}', ?, 0, ?)`,
  )
  db.raw.transaction(() => {
    for (let at = 0; at < rows; at++) {
      const tags = at % 1000 === 0 ? ['tides', at % 2000 === 0 ? 'a,b' : '","'] : []
      insert.run(
        ...[
          `d${at}`,
          at % 10 === 9 ? 'gone' : 'all',
          `Report ${at}`,
          at % 2 === 0 ? 'application/pdf' : 'text/html',
        ],
        ...[`/papers/${at}.x`, at, at % 100 === 0 ? 'error' : 'complete', at % 7, at % 11],
        ...[JSON.stringify(tags), at, at === 5 ? 1 : null],
      )
    }
    insert.run(
      'umlaut',
      'all',
      'Ärger im Hafen',
      'text/html',
      '/x/Hafen.html',
      1,
      'complete',
      1,
      1,
      '[]',
      0,
      null,
    )
  })()
}

const present = rows - rows / 10 - 1 + 1
const sort = (column: DocumentSort['column'], direction: DocumentSort['direction']) => ({ column, direction })
const newest = sort('added', 'descending')

function plan(filter: DocumentFilter, by: DocumentSort): string {
  const steps = connection
    .prepare(`EXPLAIN QUERY PLAN ${rowsSql('number', { filter, sort: by })}`)
    .all({ ...filter, offset: 50_000, limit: 100 }) as { detail: string }[]
  return steps.map(({ detail }) => detail).join('\n')
}

describe('the table of documents', () => {
  it.each(columns)('counts a page off in the index of its order alone: %s', (column) => {
    for (const direction of ['ascending', 'descending'] as const) {
      for (const filter of [{}, { collectionId: 'all' }]) {
        const steps = plan(filter, sort(column, direction))
        expect(steps).toContain(`documents USING COVERING INDEX documents_by_${column}`)
        expect(steps).not.toContain('TEMP B-TREE')
      }
    }
  })

  it('sorts no more than what failed, or has a tag, where one asks for that', () => {
    expect(plan({ status: 'error' }, sort('title', 'ascending'))).toContain(
      'SEARCH documents USING INDEX documents_by_status (status=?)',
    )
    expect(plan({ tag: 'tides' }, sort('title', 'ascending'))).toContain(
      'SEARCH documents USING INDEX documents_by_tags (tags<?)',
    )
  })

  it('answers any page, without what was deleted alone or with its collection', () => {
    expect(reader.count({})).toBe(present)
    expect(reader.ids({ filter: {}, sort: newest, offset: 0, limit: 3 })).toEqual([
      'd99998',
      'd99997',
      'd99996',
    ])
    const last = reader.ids({ filter: {}, sort: newest, offset: present - 3, limit: 10 })
    expect(last).toEqual(['d1', 'umlaut', 'd0'])
    const numbers = reader.numbers({ filter: {}, sort: newest, offset: 45_000, limit: 100 })
    expect(numbers).toHaveLength(100)
    expect(reader.ids({ filter: { collectionId: 'gone' }, sort: newest, offset: 0, limit: 10 })).toEqual([])
  })

  it('orders titles by the value of their numbers, and letters with accents beside those without', () => {
    const ids = reader.ids({ filter: {}, sort: sort('title', 'ascending'), offset: 0, limit: 12 })
    expect(ids).toEqual(['umlaut', 'd0', 'd1', 'd2', 'd3', 'd4', 'd6', 'd7', 'd8', 'd10', 'd11', 'd12'])
  })

  it('keeps its order when a title changes', () => {
    db.raw.prepare("UPDATE documents SET title = 'Zeebrugge' WHERE id = 'umlaut'").run()
    expect(reader.ids({ filter: {}, sort: sort('title', 'descending'), offset: 0, limit: 1 })).toEqual([
      'umlaut',
    ])
    db.raw.prepare("UPDATE documents SET title = 'Ärger im Hafen' WHERE id = 'umlaut'").run()
    expect(reader.ids({ filter: {}, sort: sort('title', 'ascending'), offset: 0, limit: 1 })).toEqual([
      'umlaut',
    ])
  })

  it.each<[string, DocumentFilter, number]>([
    ['status', { status: 'error' }, 1000],
    ['type', { type: 'text/html' }, rows / 2 - rows / 10 - 1 + 1],
    ['tag', { tag: 'tides' }, 100],
    ['a tag of signs', { tag: '","' }, 50],
    ['a part of a tag', { tag: 'tide' }, 0],
    ['time', { addedFrom: 10, addedBefore: 20 }, 9],
    ['words of title and source, in either case', { text: 'REPORT papers/4711.x' }, 1],
    ['words with accents', { text: 'arger hafen.HTML' }, 1],
    ['all of it', { status: 'error', type: 'application/pdf', tag: 'a,b', text: 'report' }, 50],
    ['nothing but white space', { text: '  ' }, present],
  ])('filters by %s', (_, filter, expected) => {
    expect(reader.count(filter)).toBe(expected)
    const ids = reader.ids({ filter, sort: sort('title', 'ascending'), offset: 0, limit: rows })
    expect(ids).toHaveLength(expected)
  })

  it('takes what has a new content on its way for at work, also while that is read and not in its place yet', () => {
    const complete = reader.count({ status: 'complete' })
    const insert = db.raw.prepare(
      `INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, pages, chunks, tags, actor, added_at, updated_at, deleted_at, version_of)
       VALUES (?, 'all', 'New', 'text/html', '/x', 1, ?, 'done', 1, 1, '[]', '{}', 0, 0, 1, ?)`,
    )
    const ways = ['pending', 'processing', 'complete', 'error', 'cancelled']
    for (const [at, status] of ways.entries()) insert.run(`new${at}`, status, `d${at + 10}`)
    const filtered = { filter: { status: 'at_work' }, sort: sort('title', 'ascending') } as const
    expect(reader.ids({ ...filtered, offset: 0, limit: 10 })).toEqual(['d10', 'd11', 'd12'])
    expect(reader.count({ status: 'at_work', collectionId: 'gone' })).toBe(0)
    expect(reader.count({ status: 'complete' })).toBe(complete - 3)
    expect(reader.facets('all').statuses).toEqual(
      expect.arrayContaining([
        { status: 'complete', documents: complete - 3 },
        { status: 'processing', documents: 3 },
      ]),
    )
    expect(plan({ status: 'at_work' }, newest)).toContain(
      'SEARCH documents USING INTEGER PRIMARY KEY (rowid=?)',
    )
    expect(listDocuments(db, { status: 'pending', limit: 10 }).total).toBe(3)
    db.raw.prepare('DELETE FROM documents WHERE version_of IS NOT NULL').run()
    expect(reader.count({ status: 'complete' })).toBe(complete)
  })

  it('does not take for failed what is but a picture, which has a filter of its own', () => {
    const picture = db.raw.prepare("UPDATE documents SET picture_pages = ? WHERE id = 'd100'")
    picture.run(2)
    expect(reader.count({ status: 'error' })).toBe(999)
    expect(reader.count({ pictures: true })).toBe(1)
    const { statuses, pictures } = reader.facets(undefined)
    expect(statuses.toSorted((a, b) => a.documents - b.documents)).toEqual([
      { status: 'error', documents: 999 },
      { status: 'complete', documents: 89000 },
    ])
    expect(pictures).toBe(1)
    picture.run(0)
  })

  it('finds those whose file is not in its watched folder any more, in any order', () => {
    expect(reader.count({ goneFrom: 'papers' })).toBe(0)
    const gone = db.raw.prepare('UPDATE documents SET source_gone = ? WHERE number % 1000 = 1')
    gone.run(1)
    const folder = db.raw.prepare(
      "INSERT INTO watched_folders (id, path, collection_id, node, created_at, created_by) VALUES (?, ?, 'all', '', 0, '{}')",
    )
    const file = db.raw.prepare(
      `INSERT INTO watched_files (folder_id, path, document_id, sha256, stamp, node, other_disk, gone)
       SELECT ?, source, id, '', '', '', 0, 1 FROM documents WHERE number % 1000 = 1 AND number % 2000 = ?`,
    )
    for (const [place, id] of ['papers', 'letters'].entries()) {
      folder.run(id, `/${id}`)
      file.run(id, 1 + 1000 * place)
    }
    // Half of them are of another folder.
    expect(reader.count({ goneFrom: 'letters' })).toBe(50)
    const filter = { goneFrom: 'papers', collectionId: 'all' } as const
    expect(reader.count(filter)).toBe(51)
    for (const by of [newest, sort('title', 'ascending')]) {
      expect(reader.ids({ filter, sort: by, offset: 0, limit: rows })).toHaveLength(51)
    }
    gone.run(0)
    db.raw.exec('DELETE FROM watched_folders')
  })

  it('ends a look for words as soon as nobody waits for it', () => {
    unwanted = true
    asked = 0
    expect(() => reader.count({ text: 'report' })).toThrow('No longer wanted.')
    unwanted = false
    expect(asked).toBe(1)
    expect(reader.count({ text: 'papers/4711.x' })).toBe(1)
  })

  it('tells what there is to filter by', () => {
    const facets = reader.facets(undefined)
    expect(facets.statuses).toContainEqual({ status: 'error', documents: 1000 })
    expect(facets.tags).toEqual([
      { tag: '","', documents: 50 },
      { tag: 'a,b', documents: 50 },
      { tag: 'tides', documents: 100 },
    ])
    expect(facets.pictures).toBe(0)
    expect(facets.types.map(({ type }) => type)).toEqual(['application/pdf', 'text/html'])
    expect(reader.facets('gone')).toEqual({ statuses: [], types: [], tags: [], pictures: 0 })
  })
})
