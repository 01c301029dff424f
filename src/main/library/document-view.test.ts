import { describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { DocumentRow } from '../db/documents'
import { unread } from './document-failure'
import { toDocument } from './document-view'

const row: DocumentRow = {
  number: 1,
  id: 'd_1',
  collectionId: 'c_1',
  title: 'Ebbe',
  titleChosen: 0,
  mime: 'text/plain',
  source: '/docs/ebbe.txt',
  sha256: null,
  size: 0,
  status: 'error',
  stage: 'extract',
  progressDone: 0,
  progressTotal: null,
  errorCode: 'unsupported',
  errorMessage: 'This file is empty (0 bytes), so there is nothing to add.',
  pages: null,
  chunks: 0,
  tokens: 0,
  characters: 0,
  extractor: null,
  tags: '[]',
  metadata: '{}',
  actor: '{}',
  addedAt: 1,
  updatedAt: 1,
  deletedAt: null,
  language: null,
  indexing: 0,
  titleOrder: '',
  sourceGone: 0,
  versionOf: null,
  picturePages: 0,
  recognize: 0,
  readTitle: null,
  warnings: '[]',
}

describe('a document that could not be read', () => {
  it('says why by a sentence of the catalogue', () => {
    const failed = new AppError('unsupported', say('document.empty'))
    const shown = toDocument({ ...row, ...unread(failed) }, undefined)
    expect(shown).toMatchObject({
      error: failed.message,
      said: { code: 'document.empty', values: {} },
      warnings: 0,
    })
  })

  it('keeps its words where it failed before sentences were stored, or another way since', () => {
    const before = toDocument(row, undefined)
    expect(before.error).toBe(row.errorMessage)
    expect(before).not.toHaveProperty('said')
    const since = toDocument(
      {
        ...row,
        ...unread(new AppError('denied', say('document.gone'))),
        errorMessage: 'Something else.',
      },
      undefined,
    )
    expect(since.error).toBe('Something else.')
    expect(since).not.toHaveProperty('said')
  })

  it('says nothing more once it is read', () => {
    const read = toDocument(
      { ...row, status: 'complete', stage: 'done', errorCode: null, errorMessage: null },
      undefined,
    )
    expect(read.error).toBeNull()
    expect(read).not.toHaveProperty('said')
  })
})
