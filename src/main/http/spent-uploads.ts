import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { uploadFolder, uploadsRoot } from '../library/sources/shown-path'
import type { EventHub } from '../publish'

/**
 * Removes an uploaded file once the library has its own copy, and at the start each folder of uploads that nothing
 * needs: `neededOf` tells of their names which are. While `areRead` says that a backup or an export reads what is stored, none goes: it took the
 * database as it was when the document still needed the file.
 */
export function removeSpentUploads(
  uploads: string,
  hub: EventHub,
  neededOf: (names: readonly string[]) => ReadonlySet<string>,
  areRead: () => boolean,
): () => void {
  // Where documents say that their files are, links are followed.
  const root = uploadsRoot(uploads)
  const names = readdirSync(root)
  const needed = neededOf(names)
  for (const name of names) {
    if (!needed.has(name)) rmSync(join(root, name), { recursive: true, force: true })
  }
  const spent = new Set<string>()
  return hub.subscribe((event) => {
    // A document that still gets new content reads it from there.
    if (event.type === 'document' && event.document.renewal === undefined) {
      const folder = uploadFolder(uploads, event.document.source)
      if (folder !== null && event.document.status === 'complete') spent.add(folder)
    }
    if (areRead()) return
    for (const folder of spent) {
      spent.delete(folder)
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
