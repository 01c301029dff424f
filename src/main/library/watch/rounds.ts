import { join, sep } from 'node:path'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { findDocument, isRead } from '../../db/documents'
import type { Database } from '../../db/open'
import { inTransaction } from '../../db/open'
import {
  forgetWatchedDocuments,
  putWatchedFile,
  removeWatchedFile,
  unsettleWatchedDocument,
  type WatchedFolderRow,
  watchedFile,
} from '../../db/watched-folders'
import type { DocumentBatches, ItemToTake } from '../documents/batches'
import type { DocumentVersion } from '../tool-service'
import { archivesOf } from './archives'
import type { FolderChange } from './compare'
import type { Look } from './look'
import type { LookParts } from './look-parts'

/** What taking in a watched folder's changes needs. */
export type RoundParts = {
  readonly db: Database
  readonly batches: DocumentBatches
  readonly newId: () => string
  readonly openArchive: LookParts['openArchive']
}

/** What a round undoes by. */
export type RoundInverse = {
  readonly added: readonly { readonly documentId: string; readonly sha256: string; readonly title: string }[]
  readonly versions: readonly DocumentVersion[]
}

/** Contents that one round takes at most: what one entry of the ledger can show and undo at once. */
export const changesOfOneRound = 500

/**
 * Writes down what needs no countersignature: where files are, which are gone, and which are as they were. What is known
 * of one document changes in one step, so that a crash leaves no half of a move.
 */
export async function recordFacts(parts: RoundParts, folder: WatchedFolderRow, look: Look): Promise<void> {
  const { db, batches } = parts
  const writes = new Map<string, (() => void)[]>()
  const add = (id: string, write: () => void) => {
    const known = writes.get(id)
    if (known === undefined) writes.set(id, [write])
    else known.push(write)
  }
  for (const row of look.remove) add(row.documentId, () => removeWatchedFile(db, folder.id, row.path))
  for (const file of look.put) add(file.documentId, () => putWatchedFile(db, folder.id, file))
  for (const id of look.sources.keys()) if (!writes.has(id)) writes.set(id, [])
  const items = [...writes].map(([id, each]) => {
    const source = look.sources.get(id)
    return {
      id,
      source: source === undefined ? null : { ...source, path: absolute(folder, source.path) },
      beside() {
        for (const write of each) write()
      },
    }
  })
  await batches.setSources(items)
}

/** What undoes taking these changes, told before they are taken; with whether each is read in place. */
export function inverseOf(
  { db, newId }: RoundParts,
  changes: readonly FolderChange[],
): RoundInverse & { readonly versionIds: ReadonlyMap<string, string> } {
  const added = changes
    .filter(({ kind }) => kind === 'added')
    .map(({ documentId, files }) => ({
      documentId,
      sha256: files[0]?.sha256 ?? '',
      title: files[0]?.path ?? '',
    }))
  const versions: DocumentVersion[] = []
  for (const { kind, documentId, files } of changes) {
    const row = kind === 'changed' ? findDocument(db, documentId) : undefined
    const to = files[0]?.sha256
    // What was never read leaves nothing to come back to.
    if (row === undefined || !isRead(row) || row.deletedAt !== null || to === undefined) continue
    versions.push({ documentId, versionId: newId(), from: row.sha256, to })
  }
  const versionIds = new Map(versions.map(({ documentId, versionId }) => [documentId, versionId]))
  return { added, versions, versionIds }
}

/** Stores what is to be taken out of archives; throws `conflict` where one is not as it was looked at. */
export async function keepContents(
  { openArchive }: RoundParts,
  folder: WatchedFolderRow,
  changes: readonly FolderChange[],
  signal: AbortSignal,
): Promise<void> {
  for (const [path, wanted] of archivesOf(folder.path, changes)) {
    const opened = await openArchive(path, true, signal)
    const kept = new Set(opened?.entries.map(({ sha256 }) => sha256))
    for (const sha256 of wanted) {
      if (sha256 === null || !kept.has(sha256)) throw new AppError('conflict', say('watch.looked_again'))
    }
  }
}

/** Throws `conflict` where a file was taken otherwise since the comparison. */
export function requireBase(
  { db }: RoundParts,
  folder: WatchedFolderRow,
  changes: readonly FolderChange[],
): void {
  for (const { files } of changes) {
    for (const { path, base } of files) {
      if ((watchedFile(db, folder.id, path)?.sha256 ?? null) === base) continue
      throw new AppError('conflict', say('watch.looked_again'))
    }
  }
}

/** Takes changes into the library, each with what is known of its files from then on. */
export async function takeChanges(
  parts: RoundParts,
  folder: WatchedFolderRow,
  changes: readonly FolderChange[],
  versionIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { db, batches, newId } = parts
  const items = changes.flatMap(({ kind, documentId, files }): ItemToTake[] => {
    const [first] = files
    if (first === undefined) return []
    const { sha256, size } = first
    const path = absolute(folder, first.path)
    const beside = () => {
      for (const { size: _, base: __, archive: ___, ...file } of files) {
        putWatchedFile(db, folder.id, { ...file, documentId, gone: false })
      }
    }
    const { collectionId } = folder
    const document = { id: documentId, path, size, sha256, collectionId, title: null, metadata: {} }
    if (kind === 'added') return [{ kind, document, beside }]
    const versionId = versionIds.get(documentId)
    const version = { documentId, versionId: versionId ?? newId(), to: sha256, size, path }
    return [{ kind, version: { ...version, inPlace: versionId === undefined }, beside }]
  })
  await batches.take(items)
}

/** Takes back what was taken; after a failure, so that the next comparison finds it anew. */
export async function undoTaken(
  { db, batches }: RoundParts,
  folderId: string,
  inverse: RoundInverse,
  rollback: boolean,
): Promise<void> {
  const ids = inverse.added.map(({ documentId }) => documentId)
  await batches.setPresent(ids, false)
  const standing = rollback
    ? inverse.versions.filter((version) => batches.versionObstacle(version, false) === null)
    : inverse.versions
  await batches.setVersions(standing, false)
  if (!rollback) return
  inTransaction(db, () => {
    for (const id of ids) forgetWatchedDocuments(db, folderId, [id])
    for (const { documentId } of inverse.versions) unsettleWatchedDocument(db, folderId, documentId)
  })
}

/** Takes again what was taken back. */
export async function redoTaken({ batches }: RoundParts, inverse: RoundInverse): Promise<void> {
  await batches.setPresent(
    inverse.added.map(({ documentId }) => documentId),
    true,
  )
  await batches.setVersions(inverse.versions, true)
}

function absolute(folder: WatchedFolderRow, path: string): string {
  return join(folder.path, path.replaceAll('/', sep))
}
