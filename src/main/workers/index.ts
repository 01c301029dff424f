import { createHash } from 'node:crypto'
import { createBlobStore } from '../changes/blobs'
import { acquireFiles, hashFile, inspectFiles } from '../library/sources/acquire'
import {
  type FileContent,
  type IndexRequest,
  type IndexResponse,
  type IndexValues,
  indexRequestSchema,
} from './index-protocol'
import { serveRequests } from './serve-requests'

/** Entry of the worker threads that copy files, write the index and search it: one request at a time. */

const send = serveRequests<IndexRequest, IndexValues[keyof IndexValues], IndexResponse>({
  schema: indexRequestSchema,
  answer,
})

async function answer(request: IndexRequest): Promise<IndexValues[keyof IndexValues]> {
  switch (request.kind) {
    case 'hash':
      return hashFile(request.path, request.maxBytes)
    case 'inspect':
      return inspectFiles(request.paths, request.maxBytes)
    case 'acquire':
      return await acquireFiles(request.files, request.path, request.maxBytes)
    case 'unpack':
      return await unpack(request)
    default: {
      // Threads that only look at files and copy them start sooner without it, and take half of the memory.
      const { answerFromDatabase } = await import('./index-database')
      const { id } = request
      return await answerFromDatabase(request, (of, done, total) =>
        send({ kind: 'progress', id, request: of, done, total }),
      )
    }
  }
}

async function unpack({ path, withPictures, blobs, only }: Extract<IndexRequest, { kind: 'unpack' }>) {
  // Read when it is needed, because threads that search do without it and are to answer soon.
  const { unpackArchive } = await import('../library/sources/archive')
  return unpackArchive(path, withPictures, storeOf(blobs, only))
}

/** What becomes of each file of an archive: it is stored, where there is a store, and it is one of those that are wanted. */
function storeOf(
  blobs: string | null,
  only: readonly string[] | null,
): (bytes: Buffer) => Promise<FileContent> {
  const wanted = only === null ? null : new Set(only)
  return async (bytes) => {
    if (blobs !== null && wanted === null) return await createBlobStore(blobs).putBytes(bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (blobs !== null && wanted?.has(sha256)) return await createBlobStore(blobs).putBytes(bytes, sha256)
    return { sha256, size: bytes.length }
  }
}
