import { basename, dirname } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { identities, withAncestors } from './path-identities'
import { foldName, isInside, isInsideFolded, isSecret, mayEndSecret } from './protected-places'

/** What a tool wants to do at a path. */
export type Purpose = 'read' | 'write'

/** Knows what no granted folder opens: well-known secrets, and what belongs to Countersign. */
export interface PathProtection {
  /** Throws `denied` where a path is closed to this. */
  refuse(path: string, purpose: Purpose): Promise<void>
  /** Whether it belongs to Countersign, by whatever name. */
  isOwn(path: string): Promise<boolean>
  /** By names alone, quick enough for every entry of a listing. */
  isProtected(path: string): boolean
  /** The same for very many paths: what is known of a folder is kept as long as the answer is held. */
  protection(): (path: string) => boolean
}

/**
 * Makes the protection. `ownFolders` are the canonical paths of what belongs to Countersign; `permitted` those that a
 * person said yes to: a secret among them may be read, with all that is in it.
 */
export function createPathProtection(
  ownFolders: readonly string[],
  permitted: readonly string[],
): PathProtection {
  const permittedSecrets = permitted.filter(isSecret)
  const isPermitted = (path: string) => permittedSecrets.some((secret) => isInside(secret, path))
  const isOwnByName = (path: string) => ownFolders.some((folder) => isInsideFolded(folder, path))
  const isProtected = (path: string) => (isSecret(path) && !isPermitted(path)) || isOwnByName(path)
  const ownNames = new Set(ownFolders.map((folder) => foldName(basename(folder))))

  /** A second mount of the data folder has other names but the same identity. */
  async function hasOwnAncestor(path: string): Promise<boolean> {
    const [own, above] = await Promise.all([identities(ownFolders), identities(withAncestors(path))])
    return above.some((node) => own.includes(node))
  }

  const isOwn = async (path: string) => isOwnByName(path) || (await hasOwnAncestor(path))

  return {
    isOwn,
    isProtected,
    async refuse(path, purpose) {
      if (isSecret(path) && !(purpose === 'read' && isPermitted(path))) {
        throw new AppError('denied', say('path.secret', { path }))
      }
      if (await isOwn(path)) throw new AppError('denied', say('path.own', { path }))
    },
    protection() {
      const folders = new Map<string, boolean>()
      const isClosed = (path: string): boolean => {
        const folder = dirname(path)
        if (folder === path) return isProtected(path)
        const above = folders.get(folder) ?? isClosed(folder)
        folders.set(folder, above)
        if (above) return true
        // Where the folder is open, only such a name can close the path.
        const name = basename(path)
        return (mayEndSecret(name) || ownNames.has(foldName(name))) && isProtected(path)
      }
      return isClosed
    },
  }
}
