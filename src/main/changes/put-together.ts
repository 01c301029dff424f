import { createHash, randomBytes } from 'node:crypto'
import { closeSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ErrorShape, toErrorShape } from '../../shared/errors'
import { descriptorSynced, folderSynced, syncFolder } from '../disk/durable'
import { privateFile, privateFolder } from '../disk/owner-only'
import { diskError, systemCode } from '../files/disk-errors'
import { type Blob, type BlobStore, incomingPrefix } from './blobs'

type Store = Pick<BlobStore, 'folder' | 'path'>

/** A content that has its name, which a loss of power may still take away. */
type Named = { readonly blob: Blob; readonly path: string; readonly isNew: boolean }

/**
 * Stores several small contents durably, and waits for the disk with all at once: those waits are most of what a small
 * file costs. Answers in order what each is stored as, or why it was not. For worker threads: the rest of it is done in
 * calls that block.
 */
export async function putTogether(
  store: Store,
  contents: readonly Uint8Array[],
): Promise<(Blob | { error: ErrorShape })[]> {
  const named = await Promise.all(
    contents.map((bytes) => writeAndName(store, bytes).catch((error: unknown) => failed(store, error))),
  )
  const shards = new Set(named.flatMap((each) => ('error' in each || !each.isNew ? [] : dirname(each.path))))
  const lost = new Map<string, { error: ErrorShape }>()
  await Promise.all(
    [...shards].map((shard) =>
      folderSynced(shard).catch((error: unknown) => lost.set(shard, failed(store, error))),
    ),
  )
  return named.map((each) => {
    if ('error' in each) return each
    const failure = each.isNew ? lost.get(dirname(each.path)) : undefined
    if (failure === undefined) return each.blob
    // Its name may be lost with the power: the next put must not take it for stored.
    rmSync(each.path, { force: true })
    return failure
  })
}

async function writeAndName(store: Store, bytes: Uint8Array): Promise<Named> {
  const blob = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
  const path = store.path(blob.sha256)
  if (renewed(path, blob.size)) return { blob, path, isNew: false }
  const temporary = join(store.folder, `${incomingPrefix}${randomBytes(16).toString('hex')}`)
  try {
    await writeSynced(temporary, bytes)
    const shard = dirname(path)
    if (mkdirSync(shard, { recursive: true, mode: privateFolder })) syncFolder(dirname(shard))
    renameSync(temporary, path)
    return { blob, path, isNew: true }
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** The same as of the store's own: what is there whole stays, and is known as needed now. */
function renewed(path: string, size: number): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.size !== size) return false
  const now = new Date()
  try {
    utimesSync(path, now, now)
    return true
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const descriptor = openSync(path, 'wx', privateFile)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
    await descriptorSynced(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function failed({ folder }: Store, error: unknown): { error: ErrorShape } {
  return { error: toErrorShape(diskError(error, folder)) }
}
