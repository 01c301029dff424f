import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'

/**
 * The path of a file as people know it. What a browser handed over lies in a folder of its own in `uploads`, which says
 * nothing to anyone: of that, what is below its folder.
 */
export function shownPath(uploads: string | undefined, path: string): string {
  return placeInUploads(uploads, path)?.below ?? path
}

/** The folder in `uploads` that a file lies in, which holds nothing else; null for one that lies elsewhere. */
export function uploadFolder(uploads: string | undefined, path: string): string | null {
  return placeInUploads(uploads, path)?.folder ?? null
}

function placeInUploads(uploads: string | undefined, path: string) {
  if (uploads === undefined || !isAbsolute(path)) return null
  const root = [uploadsRoot(uploads), uploads].find((each) => path.startsWith(each + sep))
  if (root === undefined) return null
  const [name = '', ...below] = relative(root, path).split(sep)
  return name === '..' || below.length === 0
    ? null
    : { folder: join(uploadsRoot(uploads), name), below: below.join(sep) }
}

const known = new Map<string, string>()

/** The canonical path of the folder of uploads. Looked up once: a table of documents asks for each of its rows. */
export function uploadsRoot(uploads: string): string {
  const before = known.get(uploads)
  if (before !== undefined) return before
  // Made with the first upload; before that nothing lies in it.
  if (!existsSync(uploads)) return uploads
  const path = realpathSync.native(uploads)
  known.set(uploads, path)
  return path
}
