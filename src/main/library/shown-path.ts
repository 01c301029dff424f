import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'

/**
 * The path of a file as people know it. What a browser handed over lies in a folder of its own in `uploads`, which says
 * nothing to anyone: of that, what is below its folder.
 */
export function shownPath(uploads: string | undefined, path: string): string {
  if (uploads === undefined || !isAbsolute(path)) return path
  const inside = relative(canonical(uploads), path)
  const [folder, ...below] = inside.split(sep)
  return folder === '..' || isAbsolute(inside) || below.length === 0 ? path : below.join(sep)
}

const known = new Map<string, string>()

/** Looked up once: a table of documents asks for each of its rows. */
function canonical(uploads: string): string {
  const before = known.get(uploads)
  if (before !== undefined) return before
  // Made with the first upload; before that nothing lies in it.
  if (!existsSync(uploads)) return uploads
  const path = realpathSync.native(uploads)
  known.set(uploads, path)
  return path
}
