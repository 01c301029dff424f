import { lstat, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, resolve } from 'node:path'
import type { Grant } from '../../shared/contract/files'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { canonical, canonicalEntry } from './canonical'
import { systemCode } from './disk-errors'
import { fromHome } from './from-home'
import { nodeOf } from './node-identity'
import { foldName, isInside, isInsideFolded, isSecret, mayEndSecret, showsSystem } from './protected-places'

/** What a tool wants to do at a path. */
export type Purpose = 'read' | 'write'

/** A canonical path that may be read, with the granted folder that it is in. */
export interface GrantedPath {
  readonly path: string
  readonly grant: Grant
}

/** A path that was checked. */
export interface Resolved extends GrantedPath {
  readonly exists: boolean
}

/** What a person can allow to be read. */
export interface ReadObstacle {
  readonly kind: 'secret' | 'outside'
  /** Canonical, and there. */
  readonly path: string
}

/** Decides which paths tools may touch. */
export interface PathGuard {
  /** Checks a path as a tool got it. With `entry`, a symbolic link in the last place stays itself. */
  resolve(input: string, purpose: Purpose, last?: 'follow' | 'entry'): Promise<Resolved>
  /**
   * What keeps a path from being read until the person says yes: that it is a well-known secret in a granted folder,
   * or outside of them; null where nothing does, or where no yes could help.
   */
  question(input: string, last?: 'follow' | 'entry'): Promise<ReadObstacle | null>
  /** Throws `denied` for what has a folder in it that is granted for reading only: that may not go along. */
  requireAllWritable(path: string): void
  /** Throws unless a canonical path still leads where it led when it was planned; needs no grant. */
  confirm(path: string): Promise<void>
  /** By names alone, quick enough for every entry of a listing. */
  isProtected(path: string): boolean
  /** The same for very many paths: what is known of a folder is kept as long as the answer is held. */
  protection(): (path: string) => boolean
  /** Whether a canonical path is in a granted folder, whatever else was permitted. */
  isGranted(path: string): boolean
  /** The granted folders, those that are there now; throws when there is none. */
  roots(): readonly Grant[]
}

/** What the guard decides by. */
export interface PathGuardOptions {
  readonly grants: () => readonly Grant[]
  /** Canonical paths of the data folder and of everything else that belongs to Countersign. */
  readonly ownFolders: readonly string[]
  readonly home: string
  /**
   * Canonical paths that may be read although they are secrets or outside: the person said yes to each, and of a secret
   * folder to all that is in it.
   */
  readonly permitted?: readonly string[]
}

/** Makes the guard over the grants of now. */
export function createPathGuard(options: PathGuardOptions): PathGuard {
  const { grants, ownFolders, home, permitted = [] } = options
  const isOwn = (path: string) => ownFolders.some((folder) => isInsideFolded(folder, path))

  const permittedSecrets = permitted.filter(isSecret)
  const isPermitted = (path: string) => permittedSecrets.some((secret) => isInside(secret, path))
  const isProtected = (path: string) => (isSecret(path) && !isPermitted(path)) || isOwn(path)
  const ownNames = new Set(ownFolders.map((folder) => foldName(basename(folder))))

  function protection(): (path: string) => boolean {
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
  }

  async function refuseProtected(path: string, purpose: Purpose): Promise<void> {
    if (isSecret(path) && !(purpose === 'read' && isPermitted(path))) {
      throw new AppError('denied', say('path.secret', { path }))
    }
    if (await belongsToUs(path)) {
      throw new AppError('denied', say('path.own', { path }))
    }
  }

  async function belongsToUs(path: string): Promise<boolean> {
    return isOwn(path) || (await hasOwnAncestor(path))
  }

  /** A second mount of the data folder has other names but the same identity. */
  async function hasOwnAncestor(path: string): Promise<boolean> {
    const [own, above] = await Promise.all([identities(ownFolders), identities(withAncestors(path))])
    return above.some((node) => own.includes(node))
  }

  function roots(): readonly Grant[] {
    const all = grants()
    if (all.length === 0) throw new AppError('outside_grant', say('path.no_grant'))
    const available = all.filter((grant) => grant.available)
    if (available.length === 0) {
      throw new AppError('unavailable', say('path.grants_away', { folders: pathsOf(all) }))
    }
    return available
  }

  /** The only granted folder, or the only one that has such a path. */
  async function absolute(input: string): Promise<string> {
    const whole = fromHome(input, home)
    if (isAbsolute(whole)) return resolve(whole)
    const available = roots()
    const [first] = available
    if (available.length === 1 && first !== undefined) return resolve(first.path, input)
    const candidates = available.map((grant) => resolve(grant.path, input))
    // Also a link that leads nowhere: what is wrong with it is said by its own name.
    const there = await Promise.all(candidates.map((path) => identity(path, lstat)))
    const hits = candidates.filter((_, index) => there[index] !== null)
    const [hit] = hits
    if (hits.length === 1 && hit !== undefined) return hit
    throw new AppError(
      'invalid_input',
      say(hits.length === 0 ? 'path.relative_none' : 'path.relative_several', {
        path: input,
        folders: pathsOf(available),
      }),
    )
  }

  async function check(input: string, purpose: Purpose, last: 'follow' | 'entry'): Promise<Resolved> {
    refuseShape(input)
    if (grants().length === 0) roots()
    const asked = await absolute(input)
    const found = await (last === 'entry' ? canonicalEntry(asked) : canonical(asked))
    // Once, and after the path was looked at: a grant may have been revoked meanwhile.
    const granted = grants()
    const grant = mostSpecific(granted, found.path)
    if (grant === undefined && purpose === 'read' && permitted.includes(found.path)) {
      await refuseProtected(found.path, purpose)
      return { ...found, grant: grantOfOne(found.path) }
    }
    if (grant === undefined) {
      const byLink = mostSpecific(granted, asked) !== undefined
      throw new AppError(
        'outside_grant',
        byLink
          ? say('path.link_outside', { path: asked })
          : say('path.outside', { path: asked, folders: pathsOf(granted) }),
      )
    }
    await requireThere(grant)
    await refuseProtected(found.path, purpose)
    if (purpose === 'write') await refuseReadOnly(found.path, grant, granted)
    return { ...found, grant }
  }

  /** A read-only folder stays that under another name too, which a disk has that does not tell capitals from small letters. */
  async function refuseReadOnly(path: string, grant: Grant, granted: readonly Grant[]): Promise<void> {
    const readOnly = granted.filter(({ access }) => access === 'read')
    const named =
      readOnly.length === 0
        ? []
        : withAncestors(path).filter((at) => at !== grant.path && isInside(grant.path, at))
    // Of a link the link itself: where it leads stays.
    const [closed, above] = await Promise.all([identities(pathsOf(readOnly)), identities(named, lstat)])
    if (grant.access !== 'read' && !above.some((node) => closed.includes(node))) return
    throw new AppError('denied', say('path.read_only', { path: grant.access === 'read' ? grant.path : path }))
  }

  async function question(input: string, last: 'follow' | 'entry'): Promise<ReadObstacle | null> {
    refuseShape(input)
    if (grants().length === 0) return null
    const asked = await absolute(input)
    const { path, exists } = await (last === 'entry' ? canonicalEntry(asked) : canonical(asked))
    if (!exists || (await belongsToUs(path))) return null
    const secret = isSecret(path)
    const inside = mostSpecific(grants(), path) !== undefined
    if (inside) return secret ? { kind: 'secret', path } : null
    // A link that leads out of a granted folder is not followed, and a secret elsewhere is nobody's business.
    if (secret || mostSpecific(grants(), asked) !== undefined || showsSystem(path)) return null
    return { kind: 'outside', path }
  }

  /** What is on a disk that is not connected was not deleted. */
  async function requireThere(grant: Grant): Promise<void> {
    if (grant.available && (await identity(grant.path)) !== null) return
    throw new AppError('unavailable', say('conflict.grant_away', { path: grant.path }))
  }

  return {
    roots,
    isGranted: (path) => mostSpecific(grants(), path) !== undefined,
    requireAllWritable(path) {
      const closed = grants().find((grant) => grant.access === 'read' && isInside(path, grant.path))
      if (closed !== undefined) throw new AppError('denied', say('path.read_only', { path: closed.path }))
    },
    question: (input, last = 'follow') => question(input, last),
    isProtected,
    protection,
    resolve: (input, purpose, last = 'follow') => check(input, purpose, last),
    async confirm(path) {
      const grant = mostSpecific(grants(), path)
      if (grant !== undefined) await requireThere(grant)
      const now = await canonicalEntry(path)
      if (now.path !== path) {
        throw new AppError('conflict', say('conflict.folder_replaced', { path }))
      }
      await refuseProtected(path, 'write')
    },
  }
}

function refuseShape(input: string): void {
  if (input.trim() === '') throw new AppError('invalid_input', say('path.empty'))
  if (input.includes('\0')) throw new AppError('invalid_input', say('path.nul'))
  // The disk would store another name than the one that is shown, and two such paths would be one.
  if (!input.isWellFormed()) throw new AppError('invalid_input', say('path.half_character'))
  // Windows takes what follows these as it is, past every check of names; \\.\ are devices.
  if (/^[\\/]{2}[?.][\\/]/.test(input)) {
    throw new AppError('invalid_input', say('path.device', { path: input }))
  }
}

/** The longest granted path wins, so that a read-only folder inside a writable one stays read-only. */
function mostSpecific(grants: readonly Grant[], path: string): Grant | undefined {
  return grants.filter((grant) => isInside(grant.path, path)).sort((a, b) => b.path.length - a.path.length)[0]
}

/** What a yes to one path amounts to. */
function grantOfOne(path: string): Grant {
  return { id: '', path, access: 'read', source: 'dialog', createdAt: 0, available: true }
}

function pathsOf(grants: readonly Grant[]): string[] {
  return grants.map(({ path }) => path)
}

/** A path and all folders above it. */
function withAncestors(path: string): string[] {
  const paths = [path]
  for (let at = path; dirname(at) !== at; at = dirname(at)) paths.push(dirname(at))
  return paths
}

/** Of those that are there. */
async function identities(paths: readonly string[], look: typeof lstat = stat): Promise<string[]> {
  return (await Promise.all(paths.map((path) => identity(path, look)))).filter((node) => node !== null)
}

async function identity(path: string, look: typeof lstat = stat): Promise<string | null> {
  try {
    return nodeOf(await look(path, { bigint: true }))
  } catch (error) {
    // What can't be reached has no identity to compare; every later step reports it by name.
    if (systemCode(error) !== null) return null
    throw error
  }
}
