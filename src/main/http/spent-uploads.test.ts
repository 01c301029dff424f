import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Document } from '../../shared/contract/document'
import type { AppEvent } from '../../shared/contract/events'
import { createEventHub, type EventHub } from '../publish'
import { removeSpentUploads } from './spent-uploads'

let base: string
let uploads: string
let hub: EventHub

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'countersign-uploads-'))
  uploads = join(base, 'uploads')
  mkdirSync(uploads)
  hub = createEventHub((error) => {
    throw error
  })
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function upload(id: string): string {
  mkdirSync(join(uploads, id), { recursive: true })
  const path = join(uploads, id, 'a.txt')
  writeFileSync(path, 'a')
  return path
}

function about(source: string, status: Document['status']): AppEvent {
  const document: Document = {
    id: 'd',
    collectionId: 'c',
    title: 'A',
    mime: 'text/plain',
    source,
    sha256: null,
    size: 1,
    status,
    stage: 'done',
    progress: { done: 1, total: 1 },
    error: null,
    locked: false,
    unreadPictures: false,
    warnings: 0,
    pages: null,
    chunks: 1,
    tokens: 1,
    tags: [],
    metadata: {},
    addedAt: 0,
    updatedAt: 0,
    sourceGone: false,
  }
  return { type: 'document', document }
}

describe('uploaded files', () => {
  it('that are needed survive a start; others do not', () => {
    const needed = upload('1')
    const left = upload('2')
    removeSpentUploads(
      uploads,
      hub,
      () => new Set(['1']),
      () => false,
    )
    expect(existsSync(needed)).toBe(true)
    expect(existsSync(left)).toBe(false)
  })

  it('go once the library has its own copy, and not before', () => {
    removeSpentUploads(
      uploads,
      hub,
      () => new Set(),
      () => false,
    )
    const path = upload('3')
    hub.publish(about(path, 'processing'))
    hub.publish(about(path, 'error'))
    hub.publish(about(path, 'cancelled'))
    expect(existsSync(path)).toBe(true)
    hub.publish(about(path, 'complete'))
    expect(existsSync(join(uploads, '3'))).toBe(false)
  })

  it('stay while a document is still to get what they say, and go with the folders that were dropped', () => {
    removeSpentUploads(
      uploads,
      hub,
      () => new Set(),
      () => false,
    )
    const path = upload('7/book/one')
    const event = about(path, 'complete')
    if (event.type !== 'document') throw new Error('It tells of a document.')
    const renewal = {
      status: 'pending',
      stage: 'waiting',
      progress: { done: 0, total: null },
      error: null,
    } as const
    hub.publish({ ...event, document: { ...event.document, renewal } })
    expect(existsSync(path)).toBe(true)
    hub.publish(event)
    expect(existsSync(join(uploads, '7'))).toBe(false)
  })

  it('are known where the data folder is reached through a link', () => {
    const link = join(base, 'link')
    symlinkSync(uploads, link)
    const [needed, done] = [upload('5'), upload('6')]
    removeSpentUploads(
      link,
      hub,
      (names) => new Set(names),
      () => false,
    )
    expect([needed, done].map((path) => existsSync(path))).toEqual([true, true])
    hub.publish(about(realpathSync(done), 'complete'))
    expect([needed, done].map((path) => existsSync(path))).toEqual([true, false])
  })

  it('stay while a backup reads them, and go at its end', () => {
    let areRead = true
    removeSpentUploads(
      uploads,
      hub,
      () => new Set(),
      () => areRead,
    )
    const path = upload('8')
    hub.publish(about(path, 'complete'))
    expect(existsSync(path)).toBe(true)
    areRead = false
    hub.publish({ type: 'data', status: { job: null, lastBackup: null, pending: null, restored: null } })
    expect(existsSync(join(uploads, '8'))).toBe(false)
  })

  it('are the only files that are removed', () => {
    removeSpentUploads(
      uploads,
      hub,
      () => new Set(),
      () => false,
    )
    const beside = join(base, 'uploads-of-mine')
    mkdirSync(beside)
    const own = join(beside, 'a.txt')
    writeFileSync(own, 'mine')
    hub.publish(about(own, 'complete'))
    hub.publish(about(join(uploads, 'a.txt'), 'complete'))
    expect(existsSync(own)).toBe(true)
    expect(existsSync(uploads)).toBe(true)
  })

  it('are left alone after the application stopped listening', () => {
    const stop = removeSpentUploads(
      uploads,
      hub,
      () => new Set(),
      () => false,
    )
    const path = upload('4')
    stop()
    hub.publish(about(path, 'complete'))
    expect(existsSync(path)).toBe(true)
  })
})
