import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { defaultCollectionId } from '../../shared/contract/library'
import { LET_GO } from './before-any-time'
import { ensureDefaultCollection } from './collections'
import { insertDocument } from './insert-document'
import { neededUploads } from './needed-uploads'
import { inTransaction } from './open'
import { insertProposal, settleProposal } from './proposals'

let open: OpenFiles
beforeEach(() => {
  open = openFiles()
  ensureDefaultCollection(open.db, 0)
})
afterEach(() => open.close())

function document(name: string, status: 'complete' | 'error' | 'cancelled', deletedAt: number | null = null) {
  insertDocument(open.db, {
    ...{
      id: name,
      title: 'Tides',
      mime: 'text/plain',
      source: `/data/uploads/${name}/a.txt`,
      size: 1,
      status,
    },
    ...{ stage: 'done', actor: '{}', addedAt: 1, updatedAt: 1, titleChosen: 0, metadata: '{}' },
    ...{ collectionId: defaultCollectionId, deletedAt },
  })
}

/** A proposal to add an upload. */
function proposal(name: string, source = `/data/uploads/${name}/a.txt`): void {
  const preview = {
    ...{ summary: 'x', targets: [], changes: [], lost: [], warnings: [] },
    recovery: 'undo' as const,
  }
  insertProposal(open.db, {
    ...{ id: name, tool: 'add_document', class: 'safe_create', raisedBecause: [], input: {} },
    ...{ plan: { files: [{ source }] }, preview, planHash: 'x' },
    ...{ typeToConfirm: null, actor: { kind: 'person', name: 'You' }, runId: null, conversationId: null },
    ...{ toolUseId: null, createdAt: 1, expiresAt: 2, replaces: null, needs: [] },
  })
}

describe('an upload', () => {
  it('is needed by a document that is not read, also by one that was deleted and may come back', () => {
    document('read', 'complete')
    document('failed', 'error')
    document('stopped', 'cancelled')
    document('deleted', 'cancelled', 5)
    document('arriving', 'error', 0)
    document('let-go', 'error', LET_GO)
    const names = ['read', 'failed', 'stopped', 'deleted', 'arriving', 'let-go', 'nobody-s']
    expect([...neededUploads(open.db, names)]).toEqual(['failed', 'stopped', 'deleted', 'arriving'])
  })

  it('is needed by a proposal for as long as it waits', () => {
    proposal('waiting')
    proposal('rejected')
    settleProposal(open.db, 'rejected', 'pending', { status: 'rejected' })
    expect([...neededUploads(open.db, ['waiting', 'rejected'])]).toEqual(['waiting'])
  })

  it('is needed where the plan of a proposal names it with the backslashes of Windows', () => {
    proposal('waiting', 'C:\\data\\uploads\\waiting\\a.txt')
    expect([...neededUploads(open.db, ['waiting', 'wait'])]).toEqual(['waiting'])
  })

  it('is found among ten thousand by going through each path once', () => {
    const names = Array.from({ length: 10_000 }, () => randomUUID())
    inTransaction(open.db, () => {
      for (const name of names.slice(0, 5000)) document(name, 'error')
    })
    const goneThrough = vi.spyOn(String.prototype, 'matchAll')
    const needed = neededUploads(open.db, names)
    const passes = goneThrough.mock.calls.length
    goneThrough.mockRestore()
    expect(needed).toEqual(new Set(names.slice(0, 5000)))
    expect(passes).toBe(5000)
  })
})
