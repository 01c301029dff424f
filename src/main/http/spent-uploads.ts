import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
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
  const root = realpathSync.native(uploads)
  const needed = new Set(neededSources.map((source) => dirname(source)))
  for (const name of readdirSync(root)) {
    const path = join(root, name)
    if (!needed.has(path)) rmSync(path, { recursive: true, force: true })
  }
  return hub.subscribe((event) => {
    if (event.type !== 'document' || event.document.status !== 'complete') return
    const folder = dirname(event.document.source)
    if (folder.startsWith(root + sep)) rmSync(folder, { recursive: true, force: true })
  })
}
