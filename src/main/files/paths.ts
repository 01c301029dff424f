import type { Grant } from '../../shared/contract/files'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { canonical, canonicalEntry } from './canonical'
import {
  absoluteIn,
  grantOfOne,
  grantOver,
  pathsOf,
  refuseReadOnly,
  requireAvailable,
  requireThere,
} from './granted-folders'
import { createPathProtection, type Purpose } from './path-protection'
import { isInside, isSecret, showsSystem } from './protected-places'

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
  const protectedPlaces = createPathProtection(ownFolders, permitted)
  const roots = () => requireAvailable(grants())

  /** What a path leads to, as a tool got it and as it is. */
  async function located(input: string, last: 'follow' | 'entry') {
    const asked = await absoluteIn(roots, input, home)
    return { asked, found: await (last === 'entry' ? canonicalEntry(asked) : canonical(asked)) }
  }

  async function check(input: string, purpose: Purpose, last: 'follow' | 'entry'): Promise<Resolved> {
    refuseShape(input)
    if (grants().length === 0) roots()
    const { asked, found } = await located(input, last)
    // Once, and after the path was looked at: a grant may have been revoked meanwhile.
    const granted = grants()
    const grant = grantOver(granted, found.path)
    if (grant === undefined && purpose === 'read' && permitted.includes(found.path)) {
      await protectedPlaces.refuse(found.path, purpose)
      return { ...found, grant: grantOfOne(found.path) }
    }
    if (grant === undefined) {
      const byLink = grantOver(granted, asked) !== undefined
      throw new AppError(
        'outside_grant',
        byLink
          ? say('path.link_outside', { path: asked })
          : say('path.outside', { path: asked, folders: pathsOf(granted) }),
      )
    }
    await requireThere(grant)
    await protectedPlaces.refuse(found.path, purpose)
    if (purpose === 'write') await refuseReadOnly(found.path, grant, granted)
    return { ...found, grant }
  }

  async function question(input: string, last: 'follow' | 'entry'): Promise<ReadObstacle | null> {
    refuseShape(input)
    if (grants().length === 0) return null
    const { asked, found } = await located(input, last)
    const { path, exists } = found
    if (!exists || (await protectedPlaces.isOwn(path))) return null
    const secret = isSecret(path)
    const inside = grantOver(grants(), path) !== undefined
    if (inside) return secret ? { kind: 'secret', path } : null
    // A link that leads out of a granted folder is not followed, and a secret elsewhere is nobody's business.
    if (secret || grantOver(grants(), asked) !== undefined || showsSystem(path)) return null
    return { kind: 'outside', path }
  }

  return {
    roots,
    isGranted: (path) => grantOver(grants(), path) !== undefined,
    requireAllWritable(path) {
      const readOnly = grants().find((grant) => grant.access === 'read' && isInside(path, grant.path))
      if (readOnly !== undefined) throw new AppError('denied', say('path.read_only', { path: readOnly.path }))
    },
    question: (input, last = 'follow') => question(input, last),
    isProtected: protectedPlaces.isProtected,
    protection: protectedPlaces.protection,
    resolve: (input, purpose, last = 'follow') => check(input, purpose, last),
    async confirm(path) {
      const grant = grantOver(grants(), path)
      if (grant !== undefined) await requireThere(grant)
      const now = await canonicalEntry(path)
      if (now.path !== path) {
        throw new AppError('conflict', say('conflict.folder_replaced', { path }))
      }
      await protectedPlaces.refuse(path, 'write')
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
