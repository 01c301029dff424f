import { opendirSync, realpathSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'
import type { Grant } from '../../shared/contract/files'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Audit } from '../changes/audit'
import { grantOfPath, listGrants, putGrant, removeGrant, type StoredGrant } from '../db/grants'
import { type Database, inTransaction } from '../db/open'
import { homeFolder } from '../disk/home-folder'
import { newId } from '../identifier'
import type { Publish } from '../publish'
import type { FolderGrants } from '../services/folder-grants'
import { canonical } from './canonical'
import { onDisk, systemCode } from './disk-errors'
import { fromHome } from './from-home'
import { type DiskOf, diskOf, isMount, mountsOf } from './mounts'
import { nodeOf } from './node-identity'
import { isInsideFolded, isSecret } from './protected-places'

/** What the grants need. */
export interface FolderGrantsOptions {
  readonly db: Database
  /** The data folder, which is never granted. */
  readonly dataFolder: string
  readonly publish: Publish
  readonly audit?: Pick<Audit, 'record'>
  readonly now?: () => Date
  readonly home?: string
  readonly disk?: DiskOf
}

/** Opens the stored grants. Only a person or the command line reaches them: no tool does. */
export function createFolderGrants(options: FolderGrantsOptions): FolderGrants {
  const {
    db,
    dataFolder,
    publish,
    audit,
    now = () => new Date(),
    home = homeFolder(),
    disk = diskOf,
  } = options
  const present = (grant: StoredGrant) => withAvailability(grant, disk)
  const list = () => listGrants(db).map(present)
  const announce = () => publish({ type: 'grants', grants: list() })
  learnMounts(db, disk)

  return {
    list,
    async grant(input, access, source) {
      const path = await grantable(input, dataFolder, home)
      const before = grantOfPath(db, path)
      // A start grants its folders again and again: whether their disks are connected, it does not say.
      const mounts = source === 'flag' && before !== undefined ? before.mounts : mountsOf(path, disk)
      const same = before?.access === access && before.source === source
      // On a full disk a start must not fail for that.
      if (same && JSON.stringify(before.mounts) === JSON.stringify(mounts)) return present(before)
      const stored = inTransaction(db, () => {
        const grant = putGrant(db, {
          id: before?.id ?? newId(),
          path,
          access,
          source,
          createdAt: before?.createdAt ?? now().getTime(),
          mounts,
        })
        if (before?.access !== access) audit?.record('grant.made', { id: grant.id, path, access, source })
        return grant
      })
      announce()
      return present(stored)
    },
    revoke(id) {
      inTransaction(db, () => {
        const removed = removeGrant(db, id)
        if (removed === undefined) throw new AppError('not_found', say('grant.gone'))
        audit?.record('grant.revoked', { id, path: removed.path })
      })
      announce()
    },
  }
}

async function grantable(input: string, dataFolder: string, home: string): Promise<string> {
  if (input.includes('\0') || input.trim() === '') throw new AppError('invalid_input', say('grant.empty'))
  const expanded = fromHome(input, home)
  if (!isAbsolute(expanded)) throw new AppError('invalid_input', say('grant.relative', { path: input }))
  const { path, exists } = await canonical(resolve(expanded))
  if (!exists) throw new AppError('not_found', say('grant.not_there', { path: input }))
  const stats = await onDisk(path, () => stat(path, { bigint: true }))
  if (!stats.isDirectory()) {
    throw new AppError('invalid_input', say('grant.file', { path: input }))
  }
  if (dirname(path) === path) {
    throw new AppError('denied', say('grant.whole_disk', { path }))
  }
  if (isInsideFolded(dataFolder, path) || nodeOf(stats) === folderNode(dataFolder)) {
    throw new AppError('denied', say('grant.own', { path }))
  }
  if (isSecret(path)) {
    throw new AppError('denied', say('grant.secret', { path }))
  }
  return path
}

function folderNode(path: string): string | null {
  try {
    return nodeOf(statSync(path, { bigint: true }))
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * A grant holds for the folder that was granted: a link that took its place does not inherit it, nor does the bare
 * folder that is left where a disk was.
 */
function withAvailability({ mounts, ...grant }: StoredGrant, disk: DiskOf): Grant {
  const connected = (mounts ?? []).every((path) => isMount(path, disk))
  return { ...grant, available: connected && isThere(grant.path) }
}

/**
 * Of a grant from before mount points were kept they are learned as soon as a start finds something in its folder: an
 * empty one may be what is left where a disk was.
 */
function learnMounts(db: Database, disk: DiskOf): void {
  const found = listGrants(db).filter(
    ({ path, mounts }) => mounts === null && isThere(path) && !isEmpty(path),
  )
  try {
    for (const grant of found) putGrant(db, { ...grant, mounts: mountsOf(grant.path, disk) })
  } catch (error) {
    const { code } = toAppError(error)
    // On a disk that takes nothing a start must not fail for that; the next one learns it.
    if (code !== 'unavailable' && code !== 'read_only') throw error
  }
}

function isEmpty(path: string): boolean {
  try {
    const folder = opendirSync(path)
    try {
      return folder.readSync() === null
    } finally {
      folder.closeSync()
    }
  } catch (error) {
    // What can't be looked at tells nothing either.
    if (systemCode(error) !== null) return true
    throw error
  }
}

function isThere(path: string): boolean {
  try {
    return realpathSync(path) === path && statSync(path).isDirectory()
  } catch (error) {
    if (systemCode(error) !== null) return false
    throw error
  }
}
