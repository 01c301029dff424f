import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultCollectionId } from '../../../shared/contract/library'
import { ensureDefaultCollection, insertCollection } from '../../db/collections'
import { insertDocument } from '../../db/insert-document'
import { type Database, inTransaction, openDatabase } from '../../db/open'
import { toDocument } from '../documents/document-view'
import { sameNamed } from './same-named'

let folder: string
let uploads: string
let db: Database
let made: number
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'same-named-')))
  uploads = join(folder, 'uploads')
  mkdirSync(uploads)
  db = openDatabase(join(folder, 'countersign.db'))
  ensureDefaultCollection(db, 0)
  made = 0
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A document of a file that a browser handed over; answers its id. */
function handedOver(
  below: string,
  { addedAt = 1, collectionId = defaultCollectionId, deletedAt = null as number | null } = {},
) {
  made++
  return insertDocumentOf(join(uploads, `upload ${made}`, below), { addedAt, collectionId, deletedAt })
}

function insertDocumentOf(
  source: string,
  more: { addedAt: number; collectionId: string; deletedAt: number | null },
): string {
  const { id } = insertDocument(db, {
    ...{ id: `document ${made}`, title: 'Tides', mime: 'text/plain', source, size: 1, status: 'complete' },
    ...{ stage: 'done', actor: '{}', updatedAt: 1, titleChosen: 0, metadata: '{}' },
    ...more,
  })
  return id
}

async function found(...below: string[]): Promise<(readonly string[])[]> {
  const sources = below.map((path, place) => join(uploads, `new ${place}`, path))
  const parts = { db, uploads, view: toDocument }
  const all = await sameNamed(parts, sources, { collectionId: defaultCollectionId, before: 100 })
  return sources.map((source) => all.get(source)?.map(({ id }) => id) ?? [])
}

describe('documents of files of the same name', () => {
  it('are those that a browser handed over, in this collection, that are there, and came before', async () => {
    insertCollection(db, { id: 'other', name: 'Other', description: '', at: 0 })
    const first = handedOver('tides.md', { addedAt: 3 })
    const second = handedOver('tides.md', { addedAt: 7 })
    handedOver('tides.md', { collectionId: 'other' })
    handedOver('tides.md', { deletedAt: 5 })
    handedOver('tides.md', { addedAt: 100 })
    handedOver('tides.md.txt')
    made++
    insertDocumentOf(join(folder, 'tides.md'), {
      addedAt: 1,
      collectionId: defaultCollectionId,
      deletedAt: null,
    })
    expect(await found('tides.md', 'springs.md')).toEqual([[second, first], []])
  })

  it('lie in the same folders; a file that comes by itself may be one of any', async () => {
    const one = handedOver('book/one/readme.md')
    const two = handedOver('book/two/readme.md', { addedAt: 2 })
    expect(await found('book/one/readme.md', 'book/three/readme.md', 'readme.md')).toEqual([
      [one],
      [],
      [two, one],
    ])
    const itself = handedOver('readme.md')
    expect(await found('readme.md', 'book/three/readme.md', 'book/one/readme.md')).toEqual([
      [itself],
      [itself],
      [one],
    ])
  })

  it('may have their letters and marks together or apart', async () => {
    const id = handedOver('cafe\u0301/menu\u0308.md')
    expect(await found('caf\u00e9/men\u00fc.md')).toEqual([[id]])
  })

  it('are found among thousands', async () => {
    inTransaction(db, () => {
      for (let i = 0; i < 4500; i++)
        handedOver(i % 1000 === 0 ? 'tides.md' : i % 2 === 0 ? 'same.md' : `${i}.md`)
    })
    const [tides, same] = await found('tides.md', 'same.md')
    expect(tides).toHaveLength(5)
    // No more than anyone looks through, the newest first.
    expect(same).toHaveLength(20)
    expect(same?.[0]).toBe('document 4499')
  })

  it('are none of files that lie elsewhere', async () => {
    handedOver('tides.md')
    const parts = { db, uploads, view: toDocument }
    const within = { collectionId: defaultCollectionId, before: 100 }
    expect(await sameNamed(parts, [join(folder, 'tides.md')], within)).toEqual(new Map())
  })
})
