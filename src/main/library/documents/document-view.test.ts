import { describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { DocumentRow } from '../../db/documents'
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
    const shown = toDocument({ ...row, ...unread(failed) })
    expect(shown).toMatchObject({
      error: failed.message,
      said: { code: 'document.empty', values: {} },
      warnings: 0,
    })
  })

  it('keeps its words where it failed before sentences were stored, or another way since', () => {
    const before = toDocument(row)
    expect(before.error).toBe(row.errorMessage)
    expect(before).not.toHaveProperty('said')
    const since = toDocument({
      ...row,
      ...unread(new AppError('denied', say('document.gone'))),
      errorMessage: 'Something else.',
    })
    expect(since.error).toBe('Something else.')
    expect(since).not.toHaveProperty('said')
  })

  it('says nothing more once it is read', () => {
    const read = toDocument({
      ...row,
      status: 'complete',
      stage: 'done',
      errorCode: null,
      errorMessage: null,
    })
    expect(read.error).toBeNull()
    expect(read).not.toHaveProperty('said')
  })
})

describe('a document whose new content is read', () => {
  const complete = { ...row, status: 'complete', stage: 'done', errorCode: null, errorMessage: null } as const

  it('stays what it is, and tells how far that is', () => {
    const version = { ...complete, number: 2, status: 'processing', stage: 'extract' } as const
    const progress = (number: number) =>
      number === 2 ? ({ stage: 'index', done: 3, total: 9 } as const) : undefined
    const { status, stage, renewal } = toDocument(complete, { version, progress })
    expect({ status, stage }).toEqual({ status: 'complete', stage: 'done' })
    expect(renewal).toEqual({
      status: 'processing',
      stage: 'index',
      progress: { done: 3, total: 9 },
      error: null,
    })
  })

  it('is at work still when that is read and has not taken its place', () => {
    expect(toDocument(complete, { version: { ...complete, number: 2 } }).renewal?.status).toBe('processing')
  })

  it('says why that could not be read', () => {
    const version = { ...row, ...unread(new AppError('unsupported', say('document.empty'))) }
    const shown = toDocument(complete, { version })
    expect(shown).toMatchObject({ status: 'complete', error: null })
    expect(shown.renewal).toMatchObject({ status: 'error', said: { code: 'document.empty' } })
  })
})
