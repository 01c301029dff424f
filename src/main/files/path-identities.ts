import { type lstat, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from './disk-errors'
import { nodeOf } from './node-identity'

/** A path and all folders above it. */
export function withAncestors(path: string): string[] {
  const paths = [path]
  for (let at = path; dirname(at) !== at; at = dirname(at)) paths.push(dirname(at))
  return paths
}

/** What the files and folders at these paths are beyond their names; of those that are there. */
export async function identities(paths: readonly string[], look: typeof lstat = stat): Promise<string[]> {
  return (await Promise.all(paths.map((path) => identity(path, look)))).filter((node) => node !== null)
}

/** What is at a path, beyond its name; null where nothing is, or where it can't be reached. */
export async function identity(path: string, look: typeof lstat = stat): Promise<string | null> {
  try {
    return nodeOf(await look(path, { bigint: true }))
  } catch (error) {
    // What can't be reached has no identity to compare; every later step reports it by name.
    if (systemCode(error) !== null) return null
    throw error
  }
}
