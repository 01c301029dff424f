import { lstat } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import type { Grant } from '../../shared/contract/files'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { fromHome } from './from-home'
import { identities, identity, withAncestors } from './path-identities'
import { isInside } from './protected-places'

/** The grant that a path is under: the longest path wins, so that a read-only folder inside a writable one stays read-only. */
export function grantOver(grants: readonly Grant[], path: string): Grant | undefined {
  return grants.filter((grant) => isInside(grant.path, path)).sort((a, b) => b.path.length - a.path.length)[0]
}

/** What a yes to one path amounts to. */
export function grantOfOne(path: string): Grant {
  return { id: '', path, access: 'read', source: 'dialog', createdAt: 0, available: true }
}

/** The paths of granted folders. */
export function pathsOf(grants: readonly Grant[]): string[] {
  return grants.map(({ path }) => path)
}

/** Those that are there now; throws where there is none. */
export function requireAvailable(grants: readonly Grant[]): readonly Grant[] {
  if (grants.length === 0) throw new AppError('outside_grant', say('path.no_grant'))
  const available = grants.filter((grant) => grant.available)
  if (available.length === 0) {
    throw new AppError('unavailable', say('path.grants_away', { folders: pathsOf(grants) }))
  }
  return available
}

/** Throws where a granted folder is away: what is on a disk that is not connected was not deleted. */
export async function requireThere(grant: Grant): Promise<void> {
  if (grant.available && (await identity(grant.path)) !== null) return
  throw new AppError('unavailable', say('conflict.grant_away', { path: grant.path }))
}

/**
 * Throws where a path is in a folder that is granted for reading only. Such a folder stays that under another name too,
 * which a disk has that does not tell capitals from small letters.
 */
export async function refuseReadOnly(path: string, grant: Grant, granted: readonly Grant[]): Promise<void> {
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

/** The place that a path means; a relative one is in the only granted folder, or in the only one that has such a path. */
export async function absoluteIn(
  roots: () => readonly Grant[],
  input: string,
  home: string,
): Promise<string> {
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
