import { basename, dirname } from 'node:path'
import type { FileService } from '../../../main/files/service'
import { assertNever } from '../../../shared/errors'
import { quoted } from '../../../shared/quoted'
import type { Target } from '../../../shared/tool/preview'
import type { ReadQuestion } from '../../../shared/tool/runtime'

/** What a tool does with what it was given a path of. */
type Looking = 'read' | 'list' | 'find' | 'search' | 'see'

const verbs: Readonly<Record<Looking, string>> = {
  read: 'Read',
  list: 'List what is in',
  find: 'Find files by name in',
  search: 'Search the text in',
  see: 'See size, times and permissions of',
}
const kinds = {
  read: 'file',
  list: 'folder',
  find: 'folder',
  search: 'file_or_folder',
  see: 'entry',
} as const

const warning = 'What is read is given to the model, which can’t be taken back.'

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
  const preview = { targets: [target], changes: [], lost: [], recovery: 'none' as const, warnings: [warning] }
  const what = `${verbs[looking]} ${quoted(path)}`
  switch (kind) {
    case 'secret':
      return {
        reference: path,
        preview: { ...preview, summary: `${what}, which may hold passwords or keys` },
      }
    case 'outside': {
      const place = folder ? path : dirname(path)
      return {
        reference: path,
        preview: {
          ...preview,
          summary: `${what}, which is outside the granted folders`,
          container: { kind: 'folder', label: basename(place), reference: place },
        },
      }
    }
    default:
      return assertNever(kind)
  }
}
