import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { uploadFolder, uploadsRoot } from '../library/shown-path'
import type { EventHub } from '../publish'

/**
 * Removes an uploaded file once the library has its own copy, and at the start whatever uploads no unfinished
 * document needs.
 */
export function removeSpentUploads(
  uploads: string,
  hub: EventHub,
  neededSources: readonly string[],
): () => void {
  // Where documents say that their files are, links are followed.
  const root = uploadsRoot(uploads)
  const needed = new Set(neededSources.map((source) => uploadFolder(uploads, source)))
  for (const name of readdirSync(root)) {
    const path = join(root, name)
    if (!needed.has(path)) rmSync(path, { recursive: true, force: true })
  }
  return hub.subscribe((event) => {
    if (event.type !== 'document' || event.document.status !== 'complete') return
    // Its new content is still to be read from there.
    if (event.document.renewal !== undefined) return
    const folder = uploadFolder(uploads, event.document.source)
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  })
}
