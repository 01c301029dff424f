import { basename, dirname } from 'node:path'
import type { FileService } from '../../../main/files/service'
import { say } from '../../../shared/sentences/say'
import { spoken, type Target } from '../../../shared/tool/preview'
import type { ReadQuestion } from '../../../shared/tool/runtime'

/** What a tool does with what it was given a path of. */
type Looking = 'read' | 'list' | 'find' | 'search' | 'see'

const kinds = {
  read: 'file',
  list: 'folder',
  find: 'folder',
  search: 'file_or_folder',
  see: 'entry',
} as const

/** How a read tool asks for what is outside the granted folders, and for well-known secrets. */
export function askFor(
  files: FileService,
  looking: Looking,
): (input: { readonly path?: string | undefined }) => Promise<ReadQuestion | null> {
  return async ({ path }) => {
    // Without one the granted folders are looked through.
    return path === undefined ? null : questionOf(await files.readQuestion(path, kinds[looking]), looking)
  }
}

function questionOf(
  obstacle: Awaited<ReturnType<FileService['readQuestion']>>,
  looking: Looking,
): ReadQuestion | null {
  if (obstacle === null) return null
  const { kind, path, folder } = obstacle
  const target: Target = { kind: folder ? 'folder' : 'file', label: basename(path), reference: path }
  const place = folder ? path : dirname(path)
  const container: Target = { kind: 'folder', label: basename(place), reference: place }
  return {
    reference: path,
    preview: spoken({
      summary: say('files.ask', { how: looking, path, why: kind }),
      targets: [target],
      changes: [],
      lost: [],
      recovery: 'none',
      warnings: [say('files.given_to_model')],
      // The folder of a secret is not offered to be granted.
      ...(kind === 'outside' ? { container } : {}),
    }),
  }
}
