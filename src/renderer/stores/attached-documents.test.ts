import { beforeEach, expect, it, vi } from 'vitest'
import type { Document } from '../../shared/contract/document'

const core = vi.hoisted(() => ({ document: async (_id: string): Promise<unknown> => null }))
vi.mock('../app/client', () => ({
  client: { library: { document: ({ id }: { readonly id: string }) => core.document(id) } },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))

import { followAttachedDocuments, takeAttachedDocument, useAttachedDocuments } from './attached-documents'

const documentOf = (id: string, status: Document['status'], updatedAt: number) =>
  ({ id, status, updatedAt }) as Document
const followed = () => Object.keys(useAttachedDocuments.getState())

beforeEach(async () => {
  core.document = async (id) => documentOf(id, 'processing', 1)
  await followAttachedDocuments([])
})

it('follows what is attached, and not what no longer is', async () => {
  await followAttachedDocuments(['tides', 'moons'])
  await followAttachedDocuments(['moons'])
  takeAttachedDocument(documentOf('tides', 'error', 2))
  takeAttachedDocument(documentOf('moons', 'error', 2))
  expect(followed()).toEqual(['moons'])
  expect(useAttachedDocuments.getState().moons?.status).toBe('error')
})

it('does not keep a document whose record comes after it was left', async () => {
  const answer = Promise.withResolvers<Document>()
  core.document = () => answer.promise
  const following = followAttachedDocuments(['tides'])
  await followAttachedDocuments([])
  answer.resolve(documentOf('tides', 'error', 1))
  await following
  expect(followed()).toEqual([])
})

it('does not take an answer that is older than what the stream told', async () => {
  const answer = Promise.withResolvers<Document>()
  core.document = () => answer.promise
  const following = followAttachedDocuments(['tides'])
  takeAttachedDocument(documentOf('tides', 'error', 2))
  answer.resolve(documentOf('tides', 'processing', 1))
  await following
  expect(useAttachedDocuments.getState().tides?.status).toBe('error')
})
