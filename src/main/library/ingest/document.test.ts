import { expect, it, vi } from 'vitest'
import { defaultCollectionId } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { ensureDefaultCollection } from '../../db/collections'
import { documentByNumber } from '../../db/documents'
import { insertDocument } from '../../db/insert-document'
import { openDatabase } from '../../db/open'
import { createIngestDocument } from './document'
import type { Job } from './jobs-at-work'
import type { IngestParts } from './parts'

/** One document whose original can't be kept, because of `failure`. */
function failingWith(failure: AppError) {
  const db = openDatabase(':memory:')
  ensureDefaultCollection(db, 0)
  const { number } = insertDocument(db, {
    ...{ id: 'document', collectionId: defaultCollectionId, title: 'T', source: '/t', mime: 'text/plain' },
    ...{ sha256: 'sum', size: 1, status: 'pending', stage: 'waiting' },
    ...{ actor: '{}', addedAt: 0, updatedAt: 0 },
  })
  const unused = vi.fn()
  const ingest = createIngestDocument({
    db,
    index: { acquire: async () => await Promise.reject(failure) } as unknown as IngestParts['index'],
    pool: { warm: unused } as unknown as IngestParts['pool'],
    blobs: { path: () => '/nowhere' } as unknown as IngestParts['blobs'],
    reading: {} as Parameters<typeof createIngestDocument>[0]['reading'],
    indexedAs: {} as IngestParts['indexedAs'],
    recognition: () => ({ on: false, languages: [] }),
    ...{ storeBeside: unused, retitle: unused, removeReplaced: unused, abandon: unused, onChange: unused },
    now: () => 1,
  })
  const job = { number, signal: new AbortController().signal } as Job
  return { work: ingest(job), row: () => documentByNumber(db, number) }
}

it('shows why a document could not be read', async () => {
  const { work, row } = failingWith(new AppError('not_found', 'It is gone.'))
  await work
  expect(row()).toMatchObject({ status: 'error' })
})

it('leaves a document as it is while the database or all files are held by others', async () => {
  const { work, row } = failingWith(new AppError('busy', 'Try again.'))
  await expect(work).rejects.toMatchObject({ code: 'busy' })
  expect(row()).toMatchObject({ status: 'processing', stage: 'acquire' })
})
